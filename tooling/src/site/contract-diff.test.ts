import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import { RUNTIME_HISTORY } from '@taller/shared/contract/runtime-history.ts';
import { PROVIDED } from '@taller/shared/contract/runtime-version.ts';
import { inRoot } from '#src/workspace/root.ts';
import type { ShellContract } from './assert-fits.ts';
import { contractDiff, contractOfSources } from './contract-diff.ts';
import { deploySite } from './deploy-site.ts';
import { fakeRemote, fakeShell, fakeSite } from './testing/fake-builds.ts';

let root: string;
let site: string;
const packages = { react: '19.3.1', 'react-dom': '19.3.1' };
const opens = { 'mfe-orders': ['routes'] };
const same: ShellContract = { ...PROVIDED, packages, opens };
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-diff-'));
  site = join(root, 'site');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const deploy = async () => deploySite(await fakeSite(root, 'v1', opens), { outDir: site });

test('SHELL-52 the same contract changes nothing and refuses nobody', async () => {
  await deploy();
  expect(await contractDiff(site, same)).toEqual({ changes: [], refused: [], retiring: [], lost: [] });
});

test('SHELL-52 additions are named, a module that is asked for as well names who lacks it', async () => {
  const builds = await fakeSite(root, 'v1', opens);
  const others = builds.filter(({ name }) => name !== 'shell' && name !== 'mfe-orders');
  const shell = await fakeShell(root, 'older', opens, { runtime: '1.0' });
  const orders = await fakeRemote(root, { name: 'mfe-orders', build: 'v2', runtime: '1.0' });
  await deploySite([shell, orders, ...others], { outDir: site });
  const added = RUNTIME_HISTORY.slice(1).flatMap(({ exports }) => Object.values(exports).flat());
  expect(added.length).toBeGreaterThan(0);
  const next = { ...same, opens: { 'mfe-orders': ['routes', 'palette'] } };
  const { changes, refused } = await contractDiff(site, next);
  expect(changes).toContain(`la versión de lo que entrega el shell pasa de la 1.0 a la ${PROVIDED.runtime}`);
  for (const name of added) expect(changes.join('\n')).toContain(`agrega ${name} de @taller/shared/`);
  expect(changes.at(-1)).toBe('el shell pide además mfe-orders/palette');
  expect(refused).toEqual(['mfe-orders v2: le falta lo que el shell abre: palette']);
});

test('SHELL-52 another contract or React is a break: every deployed remote is named', async () => {
  await deploy();
  const broken = await contractDiff(site, { ...same, contract: 2, runtime: '2.0' });
  expect(broken.changes).toEqual(['ruptura: el contrato pasa del 1 al 2']);
  expect(broken.refused).toContain('mfe-orders v1: usa el contrato 1, y el shell el 2');
  expect(broken.refused).toHaveLength(5);
  const react = await contractDiff(site, { ...same, packages: { react: '20.0.0', 'react-dom': '20.0.0' } });
  expect(react.changes).toEqual(['react pasa de 19.3.1 a 20.0.0', 'react-dom pasa de 19.3.1 a 20.0.0']);
});

test('SHELL-52 the contract of the sources is what their shell provides', () => {
  expect(contractOfSources()).toMatchObject(PROVIDED);
  expect(contractOfSources().opens?.['mfe-orders']).toContain('routes');
});

test('SHELL-52 a folder without a site says so', async () => {
  await expect(contractDiff(site, same)).rejects.toThrow('no es un sitio publicado con build:site.');
});

test('SHELL-52 its exit code tells CI whether this shell would refuse a remote that runs', async () => {
  const { opens = {}, packages } = contractOfSources();
  const remotes = (lacking?: string) =>
    Promise.all(
      Object.entries(opens).map(([name, modules]) =>
        fakeRemote(root, {
          name: name as RemoteName,
          build: 'v1',
          modules: modules.filter((module) => `${name}/${module}` !== lacking),
          said: { packages },
        }),
      ),
    );
  const diff = () =>
    spawnSync(process.execPath, [inRoot('tooling/src/tasks/contract-diff.ts'), '--site', site], {
      encoding: 'utf8',
    });
  const shell = await fakeShell(root, 'v1', opens);
  await deploySite([shell, ...(await remotes())], { outDir: site });
  const fits = diff();
  expect([fits.status, fits.stdout.trim().split('\n').at(-1)]).toEqual([
    0,
    '✓ Todos los remotos publicados calzan con este shell',
  ]);
  rmSync(site, { recursive: true });
  await deploySite([shell, ...(await remotes('mfe-orders/routes'))], { outDir: site });
  const refuses = diff();
  expect(refuses.status).toBe(1);
  expect(refuses.stdout).toContain('✗ mfe-orders v1: le falta lo que el shell abre: routes\n');
});
