import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Registry } from '@taller/shared/contract/registry.ts';
import { deploySite } from './deploy-site.ts';
import { promotePreview, publishPreview } from './publish-preview.ts';
import { publishRemote, rollBackRemote } from './publish.ts';
import { releaseFile, type Release } from './release.ts';
import { fakeRemote, fakeSite } from './testing/fake-builds.ts';

// A team's preview must not harm the other teams of its site.

let root: string;
let site: string;
const day = (number: number) => new Date(Date.UTC(2026, 10, 1 + number, 12));
const at = (number: number) => ({ site, now: day(number) });
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-harm-'));
  site = join(root, 'site');
  await deploySite(await fakeSite(root, 'v1'), { outDir: site, now: day(0) });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const release = () => JSON.parse(readFileSync(releaseFile(site), 'utf8')) as Release;
const write = (changed: unknown) => writeFileSync(releaseFile(site), JSON.stringify(changed));
const running = (name: string) =>
  (JSON.parse(readFileSync(join(site, 'remotes.json'), 'utf8')) as Registry).remotes.find(
    (remote) => remote.name === name,
  )?.build;
const build = async (name: 'mfe-orders' | 'mfe-reports' | 'mfe-public', version: string, more = {}) =>
  (await fakeRemote(root, { name, build: version, ...more })).folder;
const preview = async (version: string, more = {}) =>
  publishPreview('mfe-orders', await build('mfe-orders', version), { ...at(1), ...more });

test('SHELL-80 a remote that the site does not have yet has no preview, and its team is told so', async () => {
  const { remotes, ...rest } = release();
  const { 'mfe-orders': _, ...others } = remotes;
  write({ ...rest, remotes: others });
  await expect(preview('v2')).rejects.toThrow(
    'mfe-orders todavía no está en este sitio: publícalo una vez para todos.',
  );
  expect(existsSync(join(site, 'previews'))).toBe(false);
});

test('SHELL-80 a preview whose files are gone, as older tools leave it, stops nobody’s publication', async () => {
  const lost = await preview('v2');
  const kept = await preview('v3');
  rmSync(join(site, 'remotes/mfe-orders/v2'), { recursive: true });
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  await publishRemote('mfe-reports', await build('mfe-reports', 'v2'), { ...at(2), log });
  expect(running('mfe-reports')).toBe('v2');
  expect(readdirSync(join(site, 'previews'))).toEqual([`${kept.token}.json`]);
  expect(lines).toEqual(['  la vista previa v2 de mfe-orders se cierra: sus archivos no están en el sitio']);
  await expect(promotePreview('mfe-orders', lost.link, at(2))).rejects.toThrow('no tiene esa vista previa');
  // The same before a whole site, and as the preview that is promoted.
  rmSync(join(site, 'remotes/mfe-orders/v3'), { recursive: true });
  await expect(promotePreview('mfe-orders', kept.link, at(2))).rejects.toThrow(
    'mfe-orders no tiene esa vista previa en este sitio',
  );
  await deploySite(await fakeSite(root, 'v4'), { outDir: site, now: day(3) });
  expect([running('mfe-orders'), existsSync(join(site, 'previews'))]).toEqual(['v4', false]);
  // And published again it has them.
  await preview('v2', at(3));
  expect(existsSync(join(site, 'remotes/mfe-orders/v2/remoteEntry-v2.js'))).toBe(true);
});

test('SHELL-80 a preview removed from the release by hand is deleted', async () => {
  const { token } = await preview('v2');
  const { previews: _, ...rest } = release();
  write(rest);
  await publishRemote('mfe-reports', await build('mfe-reports', 'v2'), at(2));
  expect(existsSync(join(site, `previews/${token}.json`))).toBe(false);
});

test('SHELL-08 builds that were deleted by hand stop nobody, and are named', async () => {
  for (const version of ['v2', 'v3'])
    await publishRemote('mfe-orders', await build('mfe-orders', version), at(1));
  await preview('v4');
  for (const version of ['v2', 'v4']) rmSync(join(site, 'remotes/mfe-orders', version), { recursive: true });
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  await publishRemote('mfe-reports', await build('mfe-reports', 'v2'), { ...at(2), log });
  expect(lines.map((line) => line.trim())).toEqual([
    'mfe-orders ya no podrá volver a v2: sus archivos no están en el sitio',
    'la vista previa v4 de mfe-orders se cierra: sus archivos no están en el sitio',
  ]);
  expect([running('mfe-reports'), running('mfe-orders')]).toEqual(['v2', 'v3']);
  await expect(rollBackRemote('mfe-orders', at(3))).rejects.toThrow('no tiene una versión anterior guardada');
});

test('SHELL-08 an invalid lock file is reported at once instead of waiting forever', async () => {
  const lock = join(root, '.site.releases/lock');
  writeFileSync(lock, 'no es una base de datos'.repeat(100));
  await expect(preview('v2')).rejects.toThrow('file is not a database');
});

test('SHELL-08 a full disk is reported in plain words, and the site is unchanged', async () => {
  const code = 'throw Object.assign(new Error("write"), { code: "ENOSPC" })';
  const folder = await build('mfe-public', 'v2', { code });
  await expect(publishRemote('mfe-public', folder, at(1))).rejects.toThrow(
    `No queda espacio en el disco de ${site}: libera y vuelve a intentarlo. El sitio sigue como estaba.`,
  );
  expect([running('mfe-public'), readdirSync(join(root, '.site.releases'))]).toEqual(['v1', ['lock']]);
});

test('SHELL-08 a description that was cut off by hand is named, with what to do', async () => {
  writeFileSync(releaseFile(site), readFileSync(releaseFile(site), 'utf8').slice(0, 300));
  await expect(preview('v2')).rejects.toThrow(
    /release\.json está dañado\. Restáuralo de un respaldo, o mueve la carpeta y arma el sitio de nuevo con build:site\.$/,
  );
  expect(running('mfe-orders')).toBe('v1');
});

test('SHELL-80 a token that is a path, written by hand, makes no file anywhere', async () => {
  const { token, ...rest } = await preview('v2');
  write({
    ...release(),
    previews: [
      { ...rest, token },
      { ...rest, token: '../../../afuera' },
    ],
  });
  await publishRemote('mfe-reports', await build('mfe-reports', 'v2'), at(2));
  expect(release().previews?.map((kept) => kept.token)).toEqual([token]);
  expect(existsSync(join(root, 'afuera.json'))).toBe(false);
});
