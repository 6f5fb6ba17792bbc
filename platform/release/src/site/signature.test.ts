import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Registry } from '@taller/shared/contract/registry.ts';
import { inRoot } from '#src/workspace/root.ts';
import { deploySite } from './deploy-site.ts';
import { promotePreview, publishPreview } from './publish-preview.ts';
import { publishRemote, rollBackRemote } from './publish.ts';
import { signBuild } from './signature.ts';
import { fakeRemote, fakeSite } from './testing/fake-builds.ts';
import { distrustKey, trustKey } from './trusted-keys.ts';

// A command runs in a separate process, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

let root: string;
let site: string;
let team: { secret: string; open: string };
const at = (day: number) => ({ site, now: new Date(Date.UTC(2026, 10, 1 + day, 12)) });

/** A key pair in two files. */
function newKey(name: string, isOther = false) {
  const { privateKey, publicKey } = isOther ? generateKeyPairSync('x25519') : generateKeyPairSync('ed25519');
  const secret = join(root, `${name}.pem`);
  const open = join(root, `${name}.pub`);
  writeFileSync(secret, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(open, publicKey.export({ type: 'spki', format: 'pem' }));
  return { secret, open };
}

async function build(version: string, key?: string): Promise<string> {
  const { folder } = await fakeRemote(root, { name: 'mfe-orders', build: version });
  rmSync(join(folder, '.build/signature'), { force: true });
  if (key !== undefined) await signBuild(folder, key);
  return folder;
}

const running = () =>
  (JSON.parse(readFileSync(join(site, 'remotes.json'), 'utf8')) as Registry).remotes.find(
    ({ name }) => name === 'mfe-orders',
  )?.build;
const UNSIGNED = 'este sitio acepta solo versiones firmadas de mfe-orders, y esta no lo está.';
const FOREIGN =
  'su firma no es de ninguna de las llaves de mfe-orders en este sitio, o sus archivos cambiaron';

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-signed-'));
  site = join(root, 'site');
  team = newKey('team');
  await deploySite(await fakeSite(root, 'v1'), { outDir: site, now: at(0).now });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('SHELL-73 a remote with a key is published and previewed only if that key signed it; others need none', async () => {
  expect(await trustKey('mfe-orders', team.open, at(0))).toBe(1);
  expect(await trustKey('mfe-orders', team.open, at(0))).toBe(1);
  await expect(publishRemote('mfe-orders', await build('v2'), at(1))).rejects.toThrow(UNSIGNED);
  await expect(publishPreview('mfe-orders', await build('v2'), at(1))).rejects.toThrow(UNSIGNED);
  expect(running()).toBe('v1');
  await publishRemote('mfe-orders', await build('v2', team.secret), at(1));
  expect(running()).toBe('v2');
  const { folder } = await fakeRemote(root, { name: 'mfe-reports', build: 'v9' });
  expect((await publishRemote('mfe-reports', folder, at(1))).build).toBe('v9');
});

test('SHELL-73 a build from before the keys cannot be restored by a rollback, but can be signed and published', async () => {
  await trustKey('mfe-orders', team.open, at(0));
  await publishRemote('mfe-orders', await build('v2', team.secret), at(1));
  await expect(rollBackRemote('mfe-orders', at(1))).rejects.toThrow(UNSIGNED);
  await publishRemote('mfe-orders', await build('v1', team.secret), at(2));
  expect(running()).toBe('v1');
  await publishRemote('mfe-orders', await build('v3', team.secret), at(2));
  expect((await rollBackRemote('mfe-orders', at(2))).build).toBe('v1');
});

test('SHELL-73 a preview from before the keys is not promoted; a signed one is', async () => {
  await publishPreview('mfe-orders', await build('v2'), at(1));
  await trustKey('mfe-orders', team.open, at(1));
  await expect(promotePreview('mfe-orders', 'v2', at(1))).rejects.toThrow(UNSIGNED);
  await publishPreview('mfe-orders', await build('v2', team.secret), at(1));
  expect((await promotePreview('mfe-orders', 'v2', at(1))).build).toBe('v2');
});

test('SHELL-73 a build with a foreign key, a changed or added file, another name or half a signature is refused', async () => {
  await trustKey('mfe-orders', team.open, at(0));
  const { secret } = newKey('other');
  await expect(publishRemote('mfe-orders', await build('v2', secret), at(1))).rejects.toThrow(FOREIGN);
  const rewrite = (file: string, change: (text: string) => string) =>
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  const harms: ((folder: string) => void)[] = [
    (folder) => writeFileSync(join(folder, 'remoteEntry-v3.js'), 'changed'),
    (folder) => writeFileSync(join(folder, 'added.js'), ''),
    (folder) =>
      rewrite(join(folder, '.build/descriptor.json'), (text) => text.replace('"build":"v3"', '"build":"v4"')),
    (folder) => rewrite(join(folder, '.build/signature'), (text) => text.slice(0, 40)),
    (folder) => rewrite(join(folder, '.build/signature'), () => ''),
  ];
  const signed = await build('v3', team.secret);
  for (const [index, harm] of harms.entries()) {
    const folder = join(root, `harmed-${index}`);
    cpSync(signed, folder, { recursive: true });
    harm(folder);
    await expect(publishRemote('mfe-orders', folder, at(1))).rejects.toThrow(FOREIGN);
  }
  // Another remote with the same build, and a signature of this team.
  const { folder } = await fakeRemote(root, { name: 'mfe-reports', build: 'v3' });
  cpSync(join(signed, '.build/signature'), join(folder, '.build/signature'));
  await trustKey('mfe-reports', team.open, at(1));
  await expect(publishRemote('mfe-reports', folder, at(1))).rejects.toThrow('su firma no es de ninguna');
  expect(running()).toBe('v1');
});

test('SHELL-73 the command refuses a signature of somebody else in a line, with exit code 1', async () => {
  await trustKey('mfe-orders', team.open, at(0));
  const { secret } = newKey('other');
  const before = readFileSync(join(site, 'remotes.json'), 'utf8');
  const task = inRoot('platform/release/src/tasks/publish-remote.ts');
  const publish = (key: string, folder: string) =>
    spawnSync(
      process.execPath,
      [task, 'mfe-orders', '--site', site, '--build', folder, '--sign', key, '--unopened'],
      { encoding: 'utf8' },
    );
  const refused = publish(secret, await build('v2'));
  expect([refused.status, refused.stderr.trim()]).toEqual([1, expect.stringMatching(/^✗ .*/)]);
  expect(refused.stderr).toContain(FOREIGN);
  expect(refused.stderr).not.toMatch(/^\s+at /m);
  expect(readFileSync(join(site, 'remotes.json'), 'utf8')).toBe(before);
  expect(publish(team.secret, await build('v2')).stdout).toContain('✓ mfe-orders v2 publicado (antes: v1)');
});

test('SHELL-73 the whole site needs the signatures as well and keeps the keys, until they are taken away', async () => {
  await trustKey('mfe-orders', team.open, at(0));
  // The running build needs no signature, since it is not published anew.
  await deploySite(await fakeSite(root, 'v1'), { outDir: site, now: at(1).now });
  const builds = await fakeSite(root, 'v5');
  const deploy = () => deploySite(builds, { outDir: site, now: at(1).now });
  await expect(deploy()).rejects.toThrow(UNSIGNED);
  await signBuild(join(root, 'mfe-orders-v5'), team.secret);
  await deploy();
  expect(running()).toBe('v5');
  await expect(publishRemote('mfe-orders', await build('v6'), at(2))).rejects.toThrow(UNSIGNED);
  await expect(distrustKey('mfe-orders', newKey('other').open, at(2))).rejects.toThrow(
    'Este sitio no tiene esa llave para mfe-orders.',
  );
  expect(await distrustKey('mfe-orders', team.open, at(2))).toBe(0);
  expect((await publishRemote('mfe-orders', await build('v6'), at(2))).build).toBe('v6');
});

test('SHELL-73 a second key of the team is as good, and files that are no keys are named', async () => {
  const second = newKey('second');
  await trustKey('mfe-orders', team.open, at(0));
  expect(await trustKey('mfe-orders', second.open, at(0))).toBe(2);
  await publishRemote('mfe-orders', await build('v2', second.secret), at(1));
  await expect(trustKey('mfe-orders', team.secret, at(1))).rejects.toThrow('es la llave privada del equipo');
  await expect(trustKey('mfe-orders', newKey('x', true).open, at(1))).rejects.toThrow(
    'no es una llave pública Ed25519 en formato PEM.',
  );
  const folder = await build('v3');
  await expect(signBuild(folder, team.open)).rejects.toThrow(
    'no es una llave privada Ed25519 en formato PEM.',
  );
  await expect(signBuild(folder, join(root, 'gone'))).rejects.toThrow('No se puede leer');
});

test('SHELL-73 withdrawing a key closes the previews that it signed, and names the running builds', async () => {
  const second = newKey('second');
  await trustKey('mfe-orders', team.open, at(0));
  await trustKey('mfe-orders', second.open, at(0));
  await publishRemote('mfe-orders', await build('v2', team.secret), at(0));
  const lost = await publishPreview('mfe-orders', await build('v3', team.secret), at(1));
  const kept = await publishPreview('mfe-orders', await build('v4', second.secret), at(1));
  const lines: string[] = [];
  expect(await distrustKey('mfe-orders', team.open, { ...at(2), log: (line) => lines.push(line) })).toBe(1);
  const why = 'ninguna llave que queda la firmó';
  expect(lines).toEqual([
    `  la vista previa v3 de mfe-orders se cierra: ${why}`,
    `  v2 sigue publicada hasta la próxima publicación: ${why}`,
  ]);
  const isThere = (token: string) => existsSync(join(site, `previews/${token}.json`));
  expect([lost.token, kept.token].map(isThere)).toEqual([false, true]);
  expect(running()).toBe('v2');
});
