// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { REGISTRY_ELEMENT_ID } from '@taller/shared/contract/registry.ts';
import type * as RegistryFile from './registry.ts';

/** The site's current release; null while it is unreachable. */
let release: string | null;
let requests: number;
let page: typeof RegistryFile;

/** Opens a page with a release in this tab. */
async function openPage(came: string): Promise<void> {
  const script = document.createElement('script');
  script.id = REGISTRY_ELEMENT_ID;
  script.type = 'application/json';
  script.textContent = JSON.stringify({ release: came, remotes: [] });
  document.head.replaceChildren(script);
  vi.resetModules();
  page = await import('./registry.ts');
}

beforeEach(async () => {
  release = 'r1';
  requests = 0;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => {
    requests += 1;
    return release === null ? new Response('', { status: 503 }) : Response.json({ release, remotes: [] });
  });
  sessionStorage.clear();
  await openPage('r1');
});
afterEach(() => document.head.replaceChildren());

test('SHELL-08 the registry that came with the page is read without a request', async () => {
  expect(await page.readRegistry()).toEqual({ release: 'r1', remotes: [] });
  expect(requests).toBe(0);
});

test('SHELL-08 a publication is looked for every 15 s at most, and then the page is outdated', async () => {
  release = 'r2';
  await page.checkForRelease();
  expect([requests, page.isOutdated()]).toEqual([0, false]);
  vi.advanceTimersByTime(15_001);
  await Promise.all([page.checkForRelease(), page.checkForRelease()]);
  expect([requests, page.isOutdated()]).toEqual([1, true]);
  vi.advanceTimersByTime(60_000);
  await page.checkForRelease();
  expect(requests).toBe(1);
});

test('SHELL-08 a host that goes on sending the older document makes one step a page load, not every one', async () => {
  release = 'r2';
  await page.refreshRegistry();
  expect(page.isOutdated()).toBe(true);
  page.noteDeparture();
  await openPage('r1');
  await page.refreshRegistry();
  expect(page.isOutdated()).toBe(false);
  release = 'r3';
  await page.refreshRegistry();
  expect(page.isOutdated()).toBe(true);
});

test('SHELL-08 off line the page goes on with the registry that it has, and a later step asks again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  release = null;
  expect(await page.refreshRegistry()).toMatchObject({ release: 'r1' });
  vi.advanceTimersByTime(15_001);
  await page.checkForRelease();
  expect(page.isDue()).toBe(false);
  vi.advanceTimersByTime(15_001);
  expect(page.isDue()).toBe(true);
  release = 'r2';
  await page.checkForRelease();
  expect(page.isOutdated()).toBe(true);
});

test('SHELL-08 a remote that the registry lacks is refused by name', async () => {
  expect(() => page.findRemote({ release: 'r1', remotes: [] }, 'mfe-orders')).toThrow(
    'mfe-orders is not in the registry',
  );
});
