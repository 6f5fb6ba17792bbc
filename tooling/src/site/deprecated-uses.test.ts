import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Deprecation } from '@taller/shared/contract/deprecations.ts';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import { providedNames } from '@taller/shared/contract/runtime-history.ts';
import { PROVIDED } from '@taller/shared/contract/runtime-version.ts';
import type { PackageBuild } from '#src/build/build-package.ts';
import { contractDiff } from './contract-diff.ts';
import { deploySite } from './deploy-site.ts';
import { promotePreview, publishPreview } from './publish-preview.ts';
import { publishRemote, rollBackRemote } from './publish.ts';
import { publishShell, rollBackShell } from './publish-shell.ts';
import { siteStatus } from './status.ts';
import { fakeRemote, fakeShell, fakeSite } from './testing/fake-builds.ts';

const QUERY = '@taller/shared/query';
const OLD: Deprecation = {
  module: QUERY,
  name: 'useQuery',
  since: PROVIDED.runtime,
  instead: 'useTable',
};
const names = { ...providedNames() };
const without = { ...names, [QUERY]: names[QUERY].filter((name) => name !== OLD.name) };
const announces = { exports: names, deprecated: [OLD] };
const removes = { exports: without, deprecated: [{ ...OLD, removed: '1.99' as const }] };
const next = (shell: typeof announces | typeof removes) => ({ ...PROVIDED, ...shell });

let root: string;
let site: string;
let lines: string[];
const log = (line: string) => lines.push(line);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'taller-grow-'));
  site = join(root, 'site');
  lines = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const remotesFile = () => readFileSync(join(site, 'remotes.json'), 'utf8');
const using = (name: RemoteName, build: string, used: string[]) =>
  fakeRemote(root, { name, build, said: { uses: { [QUERY]: used } } });

/** A site whose shell announces the removal, with builds that say what they use: mfe-orders uses it. */
async function deploy(): Promise<void> {
  const builds = await fakeSite(root, 'v0');
  const of = (build: PackageBuild) => {
    if (build.name === 'shell') return fakeShell(root, 'v1', undefined, announces);
    return using(
      build.name,
      'v1',
      build.name === 'mfe-orders' ? ['useQuery', 'useMutation'] : ['useMutation'],
    );
  };
  await deploySite(await Promise.all(builds.map(of)), { outDir: site });
}

async function publish(name: RemoteName, build: string, used: string[]): Promise<void> {
  const { folder } = await using(name, build, used);
  await publishRemote(name, folder, { site, log });
}

const publishRemoval = async (build = 'v2') =>
  publishShell((await fakeShell(root, build, undefined, removes)).folder, { site, log });

test('SHELL-75 a publication that uses a deprecated name says in one line what to use', async () => {
  await deploy();
  await publish('mfe-orders', 'v2', ['useQuery', 'useMutation']);
  expect(lines).toEqual([
    '  mfe-orders usa useQuery de @taller/shared/query, que el shell va a dejar de entregar: usa useTable',
  ]);
  lines = [];
  await publish('mfe-orders', 'v3', ['useMutation']);
  expect(lines).toEqual([]);
});

test(
  'SHELL-75 site-status and contract-diff name the builds that use it, running or kept for a rollback',
  { tags: ['exhaustive'] },
  async () => {
    await deploy();
    await publish('mfe-reports', 'v2', ['*']);
    const heading = `· useQuery de @taller/shared/query, desde la ${PROVIDED.runtime} (en su lugar: useTable)`;
    const users = ['    mfe-reports v2 lo puede usar', '    mfe-orders v1 lo usa'];
    expect(await siteStatus(site)).toContain(
      ['\nNombres que el shell va a dejar de entregar:', heading, ...users].join('\n'),
    );
    expect((await contractDiff(site, next(announces))).retiring).toEqual([heading, ...users]);
    // Replaced, and rolled back: what a rollback cannot reach does not count.
    await publish('mfe-reports', 'v3', ['useMutation']);
    await publish('mfe-orders', 'v2', ['useMutation']);
    await publish('mfe-public', 'v2', ['useQuery']);
    await rollBackRemote('mfe-public', { site });
    expect((await contractDiff(site, next(announces))).retiring).toEqual([
      heading,
      '    mfe-reports v2, al que se puede volver, lo puede usar',
      '    mfe-orders v1, al que se puede volver, lo usa',
      '    ningún remoto lo usa: se puede quitar',
    ]);
  },
);

test('SHELL-76 a shell without a name that running remotes use is refused with their names, and the site stays', async () => {
  await deploy();
  await publish('mfe-reports', 'v2', ['useQuery']);
  const before = remotesFile();
  const reason = 'usa useQuery de @taller/shared/query, que el shell no entrega (en su lugar: useTable)';
  await expect(publishRemoval()).rejects.toThrow(
    `El shell no se publicó: estos remotos no calzan con él.\n  mfe-reports: ${reason}\n  mfe-orders: ${reason}\n`,
  );
  expect(remotesFile()).toBe(before);
  expect(await contractDiff(site, next(removes))).toMatchObject({
    changes: ['ruptura: quita useQuery de @taller/shared/query (en su lugar: useTable)'],
    refused: [`mfe-reports v2: ${reason}`, `mfe-orders v1: ${reason}`],
  });
});

test(
  'SHELL-76 once nobody uses it the shell goes without it, and no build that uses it comes back',
  { tags: ['exhaustive'] },
  async () => {
    await deploy();
    await publish('mfe-orders', 'v2', ['useMutation']);
    const lost =
      'mfe-orders ya no podrá volver a v1: usa useQuery de @taller/shared/query, que el shell no entrega (en su lugar: useTable)';
    expect((await contractDiff(site, next(removes))).lost).toEqual([lost]);
    expect(await publishRemoval()).toEqual({ build: 'v2', replaced: 'v1' });
    expect(lines).toEqual([`  ${lost}`]);
    const refusal =
      'mfe-orders usa useQuery de @taller/shared/query, que el shell no entrega (en su lugar: useTable). ' +
      'Cámbialo y publícalo de nuevo, o devuelve antes el shell con --rollback.';
    await expect(rollBackRemote('mfe-orders', { site })).rejects.toThrow(refusal);
    await expect(publish('mfe-orders', 'v3', ['useQuery'])).rejects.toThrow(refusal);
    // The way out that the message names.
    await rollBackShell({ site });
    expect(await rollBackRemote('mfe-orders', { site })).toMatchObject({ build: 'v1' });
  },
);

test(
  'SHELL-76 a preview that uses the name holds nothing back: it is named, and closed with the removal',
  { tags: ['exhaustive'] },
  async () => {
    await deploy();
    await publish('mfe-orders', 'v2', ['useMutation']);
    lines = [];
    const previewOf = async (build: string, used: string[]) =>
      publishPreview('mfe-orders', (await using('mfe-orders', build, used)).folder, { site, log });
    await previewOf('v7', ['useMutation']);
    await previewOf('v8', ['useQuery']);
    expect(lines).toEqual([
      '  mfe-orders usa useQuery de @taller/shared/query, que el shell va a dejar de entregar: usa useTable',
    ]);
    expect((await contractDiff(site, next(announces))).retiring.slice(1)).toEqual([
      '    mfe-orders v1, al que se puede volver, lo usa',
      '    mfe-orders v8, en vista previa, lo usa',
      '    ningún remoto lo usa: se puede quitar',
    ]);
    lines = [];
    await publishRemoval();
    const reason = 'usa useQuery de @taller/shared/query, que el shell no entrega (en su lugar: useTable)';
    expect(lines).toEqual([
      `  mfe-orders ya no podrá volver a v1: ${reason}`,
      `  la vista previa v8 de mfe-orders se cierra: ${reason}`,
    ]);
    expect(await siteStatus(site)).not.toContain('mfe-orders  v8');
    expect(await promotePreview('mfe-orders', 'v7', { site })).toMatchObject({ build: 'v7' });
    await expect(promotePreview('mfe-orders', 'v8', { site })).rejects.toThrow('se cerró');
    // Said once: the next shell takes nothing more away.
    lines = [];
    await publishRemoval('v3');
    expect(lines).toEqual([]);
  },
);

test(
  'SHELL-76 the whole site closes such a preview too, and a kept build that cannot be read is in nobody’s way',
  { tags: ['exhaustive'] },
  async () => {
    await deploy();
    await publishPreview('mfe-orders', (await using('mfe-orders', 'v7', ['useMutation'])).folder, { site });
    await publishPreview('mfe-orders', (await using('mfe-orders', 'v8', ['useQuery'])).folder, { site });
    await publish('mfe-orders', 'v2', ['useMutation']);
    writeFileSync(join(site, 'remotes/mfe-orders/v1/.build/descriptor.json'), 'torn');
    expect((await contractDiff(site, next(announces))).retiring).not.toContain('v1');
    const others = (await fakeSite(root, 'v9')).filter(({ name }) => name !== 'shell');
    await deploySite([await fakeShell(root, 'v9', undefined, removes), ...others], { outDir: site });
    const status = await siteStatus(site);
    expect(['v7', 'v8'].map((build) => status.includes(`mfe-orders  ${build}`))).toEqual([true, false]);
  },
);

test(
  'SHELL-76 a name that is taken away without a word is found as well, with the builds that do not say what they use',
  { tags: ['exhaustive'] },
  async () => {
    await deploySite(await fakeSite(root, 'v1'), { outDir: site });
    const silent = { ...PROVIDED, exports: without, deprecated: [OLD] };
    const { changes, refused, retiring } = await contractDiff(site, silent);
    expect(changes).toEqual([
      'ruptura: quita useQuery de @taller/shared/query, que el sitio no había anunciado',
    ]);
    expect(refused).toHaveLength(5);
    expect(retiring).toEqual([]);
    expect(refused[0]).toContain('puede usar useQuery de @taller/shared/query, que el shell no entrega');
  },
);

test(
  'SHELL-75 a new deprecation is told before it is published; another contract has other names',
  { tags: ['exhaustive'] },
  async () => {
    await deploySite(await fakeSite(root, 'v1'), { outDir: site });
    expect((await contractDiff(site, next(announces))).changes).toEqual([
      'anuncia que quitará useQuery de @taller/shared/query (en su lugar: useTable)',
    ]);
    expect(await contractDiff(site, { ...next(removes), contract: 2, runtime: '2.0' })).toMatchObject({
      changes: ['ruptura: el contrato pasa del 1 al 2'],
      retiring: [],
      lost: [],
    });
  },
);
