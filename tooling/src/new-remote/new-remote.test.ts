import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';
import { copyWorkspace, linkModules } from '#src/testing/copy-workspace.ts';

const NAME = 'mfe-garantias-extra';
const SLOW_MS = 400_000;
let root: string;

/** Set by Vitest for its own process: the federation plugin would behave differently with it. */
const OF_VITEST = /^(?:VITEST|TEST|NODE_ENV|MODE|DEV|PROD|SSR|BASE_URL)/;
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_VITEST.test(name)));

/** Runs a program in the copy, with the workspace's tools. */
function inCopy(command: string, ...args: string[]): { code: number | null; output: string } {
  return inCopyWith([inRoot('node_modules/.bin'), env.PATH].join(delimiter), command, ...args);
}

function inCopyWith(PATH: string, command: string, ...args: string[]) {
  const options = { cwd: root, encoding: 'utf8', env: { ...env, PATH } } as const;
  const { status, stdout, stderr } = spawnSync(command, args, options);
  return { code: status, output: stdout + stderr };
}

const newRemote = (...args: string[]) =>
  inCopy(process.execPath, 'tooling/src/tasks/new-remote.ts', ...args, '--no-install');

const evaluate = (code: string) => inCopy(process.execPath, '--input-type=module', '--eval', code);

/** Everything that scaffolding could have changed. */
async function snapshot(): Promise<string> {
  const folders = (await readdir(root)).sort().join(' ');
  const files = ['tsconfig.json', 'shared/src/contract/screens.ts'];
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  return [folders, ...texts].join('\n');
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'taller-copy-'));
  await copyWorkspace(root);
}, SLOW_MS);

afterAll(() => rm(root, { recursive: true, force: true }));

test.each([
  ['garantias', '«garantias» no sirve como nombre: debe empezar con mfe-'],
  ['mfe-Garantías', '«mfe-Garantías» no sirve como nombre'],
  ['mfe-../fuera', '«mfe-../fuera» no sirve como nombre'],
  ['mfe-', '«mfe-» no sirve como nombre'],
  ['mfe-orders', 'El remoto mfe-orders ya existe.'],
  ['mfe-inventario', 'La dirección /inventario ya es de otra pantalla'],
  ['mfe-reports-2 mfe-x', '«mfe-reports-2 mfe-x» no sirve como nombre'],
])('new-remote refuses %s and changes nothing', async (name, message) => {
  const before = await snapshot();
  const { code, output } = newRemote(name);
  expect(code).toBe(1);
  expect(output).toContain(message);
  expect(output).toContain('No se cambió nada.');
  expect(await snapshot()).toBe(before);
});

test('new-remote puts everything back when it fails half-way', async () => {
  const before = await snapshot();
  // Without the formatter, which runs after the files were written.
  const { code, output } = inCopyWith('', process.execPath, 'tooling/src/tasks/new-remote.ts', NAME);
  expect(code).toBe(1);
  expect(output).toContain('oxfmt');
  expect(output).toContain('No se cambió nada.');
  expect(await snapshot()).toBe(before);
});

test(
  'new-remote makes a remote that passes the checks and its test, builds, and appears in routes and registry',
  async () => {
    const made = newRemote(NAME);
    expect(made.output).toContain(`✓ ${NAME} está listo en la dirección /garantias-extra, para el personal.`);
    expect(made.code).toBe(0);
    await linkModules(inRoot('mfe-inventory/node_modules'), join(root, NAME, 'node_modules'), root);

    for (const [tool, ...args] of [
      ['tsc', '-b'],
      ['oxlint', '--deny-warnings', NAME, 'shared/src/contract', 'shell/src/routing'],
      ['oxfmt', '--check', '.'],
      ['knip', '--no-config-hints'],
      ['vitest', 'run', NAME],
    ] as const) {
      const { code, output } = inCopy(tool, ...args);
      expect(code, `${tool}: ${output}`).toBe(0);
    }

    const routes = evaluate(`
      const { ROLES } = await import('./shared/src/access/roles.ts');
      const { isOpenTo, ROUTES, targetOf } = await import('./shell/src/routing/route-table.ts');
      const route = ROUTES.find(({ path }) => path === '/garantias-extra');
      const access = ROLES.filter((role) => isOpenTo(route, role));
      console.log(JSON.stringify({ title: route.title, frame: route.frame, access, target: targetOf(route) }));`);
    expect(JSON.parse(routes.output)).toEqual({
      title: 'Garantias extra',
      frame: 'desk',
      access: ['admin', 'technician', 'receptionist'],
      target: { kind: 'remote', remote: NAME, module: 'routes' },
    });

    const built = evaluate(`
      const { REMOTE_NAMES } = await import('./shared/src/contract/remote-names.ts');
      const { buildPackage } = await import('./tooling/src/build/build-package.ts');
      const { readRemote } = await import('./tooling/src/build/descriptors.ts');
      const { folder } = await buildPackage('${NAME}');
      console.log(JSON.stringify({ names: REMOTE_NAMES, remote: await readRemote(folder) }));`);
    // The site is assembled from the builds of these names, and the registry from their descriptors.
    const { names, remote } = JSON.parse(built.output) as { names: string[]; remote: object };
    expect(names).toContain(NAME);
    expect(remote).toMatchObject({
      name: NAME,
      contract: 1,
      modules: { routes: { js: expect.arrayContaining([expect.stringMatching(/^routes-/)]) } },
    });

    expect(newRemote(NAME).output).toContain(`El remoto ${NAME} ya existe.`);
  },
  SLOW_MS,
);
