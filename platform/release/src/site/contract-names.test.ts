import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deploySite } from './deploy-site.ts';
import { promotePreview, publishPreview } from './publish-preview.ts';
import { publishRemote, rollBackRemote } from './publish.ts';
import { publishShell, rollBackShell } from './publish-shell.ts';
import { siteStatus } from './status.ts';
import { fakeRemote, fakeShell, fakeSite } from './testing/fake-builds.ts';

// A shell lists the names that it exports; a remote may only use those.

const QUERY = '@taller/shared/query';
const OLDER = { exports: { [QUERY]: ['useMutation', 'useQuery'] } };
const NEWER = { exports: { [QUERY]: ['useMutation', 'useTable'] } };
const MISSING = `usa useQuery de ${QUERY}, que el shell no entrega`;

let root: string;
let site: string;
let lines: string[];
const log = (line: string) => lines.push(line);
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-names-'));
  site = join(root, 'site');
  lines = [];
  const others = (await fakeSite(root, 'v1')).filter(({ name }) => name !== 'shell' && name !== 'mfe-orders');
  await deploySite(
    [await fakeShell(root, 'v1', undefined, OLDER), await using('v1', 'useQuery'), ...others],
    { outDir: site },
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const remotesFile = () => readFileSync(join(site, 'remotes.json'), 'utf8');
const using = (build: string, ...names: string[]) =>
  fakeRemote(root, { name: 'mfe-orders', build, said: { uses: { [QUERY]: names } } });
const publish = async (build: string, ...names: string[]) =>
  publishRemote('mfe-orders', (await using(build, ...names)).folder, { site, log });
const preview = async (build: string, ...names: string[]) =>
  publishPreview('mfe-orders', (await using(build, ...names)).folder, { site, log });
const publishNewer = async () =>
  publishShell((await fakeShell(root, 'v2', undefined, NEWER)).folder, { site, log });

test('SHELL-76 a shell without a name that a running remote uses is refused with both, and the site stays', async () => {
  const before = remotesFile();
  await expect(publishNewer()).rejects.toThrow(
    `El shell no se publicó: estos remotos no calzan con él.\n  mfe-orders: ${MISSING}\n`,
  );
  expect(remotesFile()).toBe(before);
});

test('SHELL-76 a remote that uses a name that the shell lacks is refused, older or newer than the shell', async () => {
  const before = remotesFile();
  await expect(publish('v2', 'useMutation', 'useTable')).rejects.toThrow(
    `mfe-orders usa useTable de ${QUERY}, que el shell no entrega. ` +
      'Cámbialo y publícalo de nuevo, o publica antes un shell que lo tenga.',
  );
  expect(remotesFile()).toBe(before);
  await publish('v3', 'useMutation', '*');
  expect(await publishNewer()).toEqual({ build: 'v2', replaced: 'v1' });
  await expect(rollBackRemote('mfe-orders', { site })).rejects.toThrow(MISSING);
  await rollBackShell({ site });
  expect(await rollBackRemote('mfe-orders', { site })).toMatchObject({ build: 'v1' });
});

test('SHELL-76 a preview that a new shell cannot show is closed and named, and does not stop the publication', async () => {
  await publish('v2', 'useMutation');
  await preview('v7', 'useMutation');
  await preview('v8', 'useQuery');
  lines = [];
  await publishNewer();
  expect(lines).toEqual([`  la vista previa v8 de mfe-orders se cierra: ${MISSING}`]);
  expect(await siteStatus(site)).not.toContain('mfe-orders  v8');
  expect(await promotePreview('mfe-orders', 'v7', { site })).toMatchObject({ build: 'v7' });
  await expect(promotePreview('mfe-orders', 'v8', { site })).rejects.toThrow('se cerró');
});

test('SHELL-76 publishing the whole site also closes such a preview, and ignores an unreadable one', async () => {
  for (const [build, name] of [
    ['v6', 'useMutation'],
    ['v7', 'useMutation'],
    ['v8', 'useQuery'],
  ] as const)
    await preview(build, name);
  writeFileSync(join(site, 'remotes/mfe-orders/v6/.build/descriptor.json'), 'torn');
  const others = (await fakeSite(root, 'v9')).filter(({ name }) => name !== 'shell');
  await deploySite([await fakeShell(root, 'v9', undefined, NEWER), ...others], { outDir: site });
  const status = await siteStatus(site);
  expect(['v6', 'v7', 'v8'].map((build) => status.includes(`mfe-orders  ${build}`))).toEqual([
    false,
    true,
    false,
  ]);
});
