import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Registry } from '@taller/shared/contract/registry.ts';
import { deploySite } from './deploy-site.ts';
import { publishPreview, promotePreview } from './publish-preview.ts';
import { endRollout, pauseRollout, resizeRollout, startRollout, stopRollout } from './publish-rollout.ts';
import { publishRemote, rollBackRemote } from './publish.ts';
import { readRelease } from './release.ts';
import { siteStatus } from './status.ts';
import { fakeRemote, fakeSite } from './testing/fake-builds.ts';

let root: string;
let site: string;
const day = (number: number) => new Date(Date.UTC(2026, 10, 1 + number, 12));
const at = (number: number) => ({ site, now: day(number) });
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-rollout-'));
  site = join(root, 'site');
  await deploySite(await fakeSite(root, 'v1'), { outDir: site, now: day(0) });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const registry = () => JSON.parse(readFileSync(join(site, 'remotes.json'), 'utf8')) as Registry;
const orders = () => registry().remotes.find(({ name }) => name === 'mfe-orders');
const candidate = () => orders()?.candidate;
const folderOf = async (build: string) => (await fakeRemote(root, { name: 'mfe-orders', build })).folder;
const start = async (build: string, share = 10, more = {}) => {
  await publishPreview('mfe-orders', await folderOf(build), at(1));
  return startRollout('mfe-orders', build, { ...at(1), share, ...more });
};

test('SHELL-82 a build for a part of the browsers is a candidate in the registry; the running one stays', async () => {
  const before = registry().release;
  await start('v2', 10);
  expect(orders()).toMatchObject({ build: 'v1', candidate: { share: 10, remote: { build: 'v2' } } });
  expect(candidate()?.remote.entry).toBe('/remotes/mfe-orders/v2/remoteEntry-v2.js');
  // Open tabs learn of it.
  expect(registry().release).not.toBe(before);
  expect(await siteStatus(site, day(1))).toContain(
    'mfe-orders  v2  10 % de los navegadores, desde el 02-11-26, 09:00',
  );
});

test('SHELL-82 it is raised, paused, goes on, and becomes the running build without a new one', async () => {
  await start('v2', 10);
  await resizeRollout('mfe-orders', { share: 25 }, at(2));
  expect(candidate()?.share).toBe(25);
  await pauseRollout('mfe-orders', at(2));
  expect([candidate(), (await readRelease(site))?.remotes['mfe-orders']?.rollout?.share]).toEqual([
    undefined,
    25,
  ]);
  await resizeRollout('mfe-orders', { share: 30, roles: ['admin'] }, at(3));
  expect(candidate()).toMatchObject({ share: 30, roles: ['admin'] });
  // Its preview has expired by then.
  expect(await promotePreview('mfe-orders', 'v2', at(20))).toEqual({
    name: 'mfe-orders',
    build: 'v2',
    replaced: 'v1',
  });
  expect([orders()?.build, candidate()]).toEqual(['v2', undefined]);
});

test('SHELL-82 one for a role stays so when the same build is published to a part once more', async () => {
  await start('v2', 10, { roles: ['admin'] });
  await startRollout('mfe-orders', 'v2', { ...at(2), share: 30 });
  expect(candidate()).toMatchObject({ share: 30, roles: ['admin'] });
});

test('SHELL-82 it ends by its end, by a rollback, by another publication and by a whole site', async () => {
  await start('v2');
  expect((await endRollout('mfe-orders', at(2))).build).toBe('v2');
  expect([orders()?.build, candidate()]).toEqual(['v1', undefined]);
  await start('v2');
  expect(await rollBackRemote('mfe-orders', at(2))).toEqual({ name: 'mfe-orders', build: 'v1' });
  expect([orders()?.build, candidate()]).toEqual(['v1', undefined]);
  await start('v2');
  await publishRemote('mfe-orders', await folderOf('v3'), at(2));
  expect([orders()?.build, candidate()]).toEqual(['v3', undefined]);
  await start('v2');
  await deploySite(await fakeSite(root, 'v4'), { outDir: site, now: day(3) });
  expect([orders()?.build, candidate()]).toEqual(['v4', undefined]);
});

test('SHELL-82 its files stay while it runs, also after its preview, and through publications of others', async () => {
  await start('v2');
  await publishRemote(
    'mfe-reports',
    (await fakeRemote(root, { name: 'mfe-reports', build: 'v9' })).folder,
    at(30),
  );
  expect([candidate()?.remote.build, existsSync(join(site, 'remotes/mfe-orders/v2'))]).toEqual(['v2', true]);
});

test('SHELL-82 refused: another one in progress, the running build, none in progress', async () => {
  await start('v2');
  await expect(start('v3')).rejects.toThrow(
    'mfe-orders ya tiene una publicación gradual, de v2: súbela con --to o termínala con --end.',
  );
  await endRollout('mfe-orders', at(2));
  for (const change of [
    () => endRollout('mfe-orders', at(2)),
    () => pauseRollout('mfe-orders', at(2)),
    () => resizeRollout('mfe-orders', { share: 20 }, at(2)),
  ])
    await expect(change()).rejects.toThrow('mfe-orders no tiene una publicación gradual en curso.');
  await publishRemote('mfe-orders', await folderOf('v2'), at(2));
  await expect(start('v2')).rejects.toThrow('mfe-orders v2 ya es la versión publicada.');
});

test('SHELL-83 one that stopped says why, and starts again only when that is wanted', async () => {
  await start('v2');
  const why = 'falló en 13 de 40 visitas.';
  await stopRollout({ name: 'mfe-orders', build: 'v9', why }, at(2));
  expect(candidate()?.remote.build).toBe('v2');
  await stopRollout({ name: 'mfe-orders', build: 'v2', why }, at(2));
  expect(candidate()).toBeUndefined();
  expect(await siteStatus(site, day(2))).toContain(
    `mfe-orders  v2  se detuvo sola el 03-11-26, 09:00: ${why}`,
  );
  await expect(startRollout('mfe-orders', 'v2', { ...at(2), share: 10 })).rejects.toThrow(
    `mfe-orders v2 se detuvo sola: ${why} Para publicarla de nuevo a una parte, agrega --again.`,
  );
  await startRollout('mfe-orders', 'v2', { ...at(2), share: 10, again: true });
  expect(candidate()?.share).toBe(10);
  expect(await siteStatus(site, day(2))).not.toContain('se detuvo sola');
});
