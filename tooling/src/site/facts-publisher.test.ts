import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
import { deploySite } from './deploy-site.ts';
import { factsPublisher } from './facts-publisher.ts';
import { fakeSite } from './testing/fake-builds.ts';

// Publications run in separate processes, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

let root: string;
let site: string;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-follow-'));
  site = join(root, 'site');
  await deploySite(await fakeSite(root, 'v1'), { outDir: site, linked: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const named = (name: string) => ({ ...NEUTRAL_FACTS, shop: { ...NEUTRAL_FACTS.shop, name } });
const release = () =>
  (JSON.parse(readFileSync(join(site, 'remotes.json'), 'utf8')) as { release: string }).release;
const landing = () => readFileSync(join(site, 'index.html'), 'utf8');

test('CFG-03 new facts are published with the site’s existing builds; unchanged facts change nothing', async () => {
  const publish = factsPublisher(site);
  const before = release();
  await publish(NEUTRAL_FACTS);
  expect(release()).toBe(before);
  await publish(named('Ancla'));
  expect(landing()).toContain('<b>Ancla</b>');
  expect(JSON.parse(readFileSync(join(site, 'site.webmanifest'), 'utf8'))).toMatchObject({
    short_name: 'Ancla',
  });
  expect(release()).not.toBe(before);
});

test('CFG-03 a failed publication of facts leaves the old site and reports the reason', async () => {
  writeFileSync(join(site, '.release/shell/.build/server.mjs'), 'throw new Error("roto")');
  await expect(factsPublisher(site)(named('Ancla'))).rejects.toThrow('roto');
  expect(landing()).toContain('<b>Servicio Técnico</b>');
});

test('CFG-03 a folder that build:site did not make is left as it is', async () => {
  const other = mkdtempSync(join(root, 'other-'));
  writeFileSync(join(other, 'index.html'), 'propio');
  await factsPublisher(other)(named('Ancla'));
  expect(readFileSync(join(other, 'index.html'), 'utf8')).toBe('propio');
});

test('CFG-03 OPS-07 an aborted publication of facts ends, and leaves the old site', async () => {
  const note = join(root, 'pid');
  writeFileSync(
    join(site, '.release/shell/.build/server.mjs'),
    `import { renameSync, writeFileSync } from 'node:fs';
    writeFileSync(${JSON.stringify(`${note}.new`)}, String(process.pid));
    renameSync(${JSON.stringify(`${note}.new`)}, ${JSON.stringify(note)});
    await new Promise(() => setInterval(() => undefined, 1000));`,
  );
  const stopping = new AbortController();
  const publishing = factsPublisher(site)(named('Ancla'), new Map(), stopping.signal);
  const outcome = Promise.allSettled([publishing]);
  await vi.waitFor(() => expect(existsSync(note)).toBe(true), { timeout: 60_000, interval: 20 });
  stopping.abort();
  expect(await outcome).toEqual([{ status: 'rejected', reason: expect.any(Error) }]);
  expect(() => process.kill(Number(readFileSync(note, 'utf8')), 0)).toThrow('ESRCH');
  expect(landing()).toContain('<b>Servicio Técnico</b>');
});
