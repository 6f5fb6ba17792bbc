// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Stylesheets from './stylesheets.ts';

const SHEET = 'http://localhost/remotes/mfe-orders/a.css';
const SCRIPT = 'https://cdn.example/mfe-orders/a.js';

let page: typeof Stylesheets;
beforeEach(async () => {
  vi.resetModules();
  page = await import('./stylesheets.ts');
});
afterEach(() => document.head.replaceChildren());

const links = () => [...document.head.querySelectorAll('link')];
/** Fires the browser's event for the last link. */
const answer = (kind: 'load' | 'error') => links().at(-1)?.dispatchEvent(new Event(kind));

test('SHELL-08 a style sheet is asked for once, by however many parts, and each waits until it applies', async () => {
  const both = Promise.all([page.ensureStylesheet(SHEET, 'sha384-x'), page.ensureStylesheet(SHEET)]);
  expect(links().map(({ href, rel, integrity }) => [href, rel, integrity])).toEqual([
    [SHEET, 'stylesheet', 'sha384-x'],
  ]);
  answer('load');
  await expect(both).resolves.toHaveLength(2);
});

test('SHELL-08 a style sheet that failed is requested again by the next attempt, once', async () => {
  page.watchStylesheets();
  const failed = page.ensureStylesheet(SHEET);
  answer('error');
  await expect(failed).rejects.toThrow(`Style sheet did not load: ${SHEET}`);
  expect(links()).toEqual([]);
  const again = page.restoreStylesheets();
  expect(links().map(({ href }) => href)).toEqual([SHEET]);
  answer('load');
  await again;
  await page.restoreStylesheets();
  expect(links()).toHaveLength(1);
});

test('SHELL-08 scripts are preloaded once', () => {
  page.preloadScripts([SCRIPT, `${SCRIPT}?b`]);
  page.preloadScripts([SCRIPT]);
  expect(links().map(({ href, rel }) => [rel, href])).toEqual([
    ['modulepreload', SCRIPT],
    ['modulepreload', `${SCRIPT}?b`],
  ]);
});

test('SHELL-08 a script of another host without a hash is refused before it is requested', async () => {
  await expect(page.verifyScripts([SCRIPT], new Map())).rejects.toThrow(
    `The registry has no hash of ${SCRIPT}`,
  );
  expect(links()).toEqual([]);
});

test('SHELL-08 a script that differs from the published one is refused, and fetched past the caches for the next attempt', async () => {
  const fetched: unknown[] = [];
  vi.stubGlobal('fetch', async (...request: unknown[]) => {
    fetched.push(request);
    return new Response();
  });
  const verified = page.verifyScripts([SCRIPT], new Map([[SCRIPT, 'sha384-y']]));
  expect(links().map(({ href, integrity }) => [href, integrity])).toEqual([[SCRIPT, 'sha384-y']]);
  const [first] = links();
  answer('error');
  await vi.waitFor(() => {
    expect(links().map(({ integrity }) => integrity)).toEqual(['sha384-y']);
    expect(links()[0]).not.toBe(first);
  }, 60_000);
  answer('error');
  await expect(verified).rejects.toThrow('is not what was published');
  expect(fetched).toEqual([[SCRIPT, { cache: 'reload' }]]);
  expect(links()).toEqual([]);
});

test('SHELL-72 a style sheet with a hash that failed keeps its hash when it is asked for again', async () => {
  page.watchStylesheets();
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
  const failed = page.ensureStylesheet(SHEET, 'sha384-x');
  answer('error');
  await expect(failed).rejects.toThrow(`Style sheet did not load: ${SHEET}`);
  const again = page.restoreStylesheets();
  expect(links().map(({ href, integrity }) => [href, integrity])).toEqual([[SHEET, 'sha384-x']]);
  answer('load');
  await again;
});

test('SHELL-72 two parts that request a style sheet with a hash both get it if only the second attempt succeeds', async () => {
  page.watchStylesheets();
  vi.stubGlobal('fetch', async () => new Response());
  const both = Promise.all([
    page.ensureStylesheet(SHEET, 'sha384-x'),
    page.ensureStylesheet(SHEET, 'sha384-x'),
  ]);
  const [first] = links();
  answer('error');
  await vi.waitFor(() => {
    expect(links()).toHaveLength(1);
    expect(links()[0]).not.toBe(first);
  }, 60_000);
  answer('load');
  await expect(both).resolves.toHaveLength(2);
});

test('SHELL-08 a style sheet that another remote cannot get back keeps no remote from being shown', async () => {
  page.watchStylesheets();
  const own = 'http://localhost/remotes/mfe-orders/v1/';
  const others = 'http://localhost/remotes/mfe-reports/v1/late.css';
  const late = page.ensureStylesheet(others);
  answer('error');
  await expect(late).rejects.toThrow(others);
  await page.restoreStylesheets(own);
  // It was asked for, and is not waited for; whoever shows its own remote waits.
  expect(links().map(({ href }) => href)).toEqual([others]);
  answer('error');
  const again = page.restoreStylesheets('http://localhost/remotes/mfe-reports/v1/');
  answer('error');
  await expect(again).rejects.toThrow(`Style sheet did not load: ${others}`);
});
