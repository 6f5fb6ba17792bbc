import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deploySite } from '#src/site/deploy-site.ts';
import { fakeSite } from '#src/site/testing/fake-builds.ts';
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

const task = (name: string, ...args: string[]) =>
  inCopy(process.execPath, `platform/release/src/tasks/${name}.ts`, ...args, '--no-install');
const newRemote = (...args: string[]) => task('new-remote', ...args);
const removeRemote = (...args: string[]) => task('remove-remote', ...args);
const unsaved = () => inCopy('git', 'status', '--porcelain').output;

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
  const who = ['-c', 'user.name=x', '-c', 'user.email=x@taller.test'];
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...who, 'commit', '-qm', 'x'],
  ])
    inCopy('git', ...args);
}, SLOW_MS);

afterAll(() => rm(root, { recursive: true, force: true }));

test.each([
  ['garantias', '«garantias» no sirve como nombre: debe empezar con mfe-'],
  ['mfe-Garantías', '«mfe-Garantías» no sirve como nombre'],
  ['mfe-../fuera', '«mfe-../fuera» no sirve como nombre'],
  ['mfe-', '«mfe-» no sirve como nombre'],
  ['mfe-orders', 'El remoto mfe-orders ya existe.'],
  ['mfe-inventario', 'La dirección /dashboard/inventario ya es de otra pantalla'],
  ['mfe-reports-2 mfe-x', '«mfe-reports-2 mfe-x» no sirve como nombre'],
])('new-remote refuses %s and changes nothing', { tags: ['exhaustive'] }, async (name, message) => {
  const before = await snapshot();
  const { code, output } = newRemote(name);
  expect(code).toBe(1);
  expect(output).toContain(message);
  expect(output).toContain('No se cambió nada.');
  expect(await snapshot()).toBe(before);
});

test.each([
  [['--roles', 'admin,dueña'], '--roles no puede ser «dueña». Elige entre: admin, technician'],
  [['--menu', 'abajo'], '--menu no puede ser «abajo». Elige entre: panel, header, none.'],
  [['--menu', 'none', '--group', 'Bodega'], '--group es de una pestaña'],
  [['--roles', 'customer'], 'Los clientes no tienen pestañas en su panel'],
  [['--roles', 'customer', '--menu', 'none', '--list'], '--list es para el personal'],
  [['--menu', 'header', '--title', ' '], '--title debe tener entre 1 y 40 letras'],
  [['--pestaña'], "Unknown option '--pestaña'"],
])('SHELL-46 new-remote refuses %s and changes nothing', { tags: ['exhaustive'] }, (args, message) => {
  const { code, output } = newRemote('mfe-otro', ...args);
  expect(code).toBe(1);
  expect(output).toContain(message);
  expect(output).toContain('No se cambió nada.');
  expect(unsaved()).toBe('');
});

test('SHELL-46 a remote for everybody has its link in the header and its own permission', () => {
  const made = newRemote(
    'mfe-otro',
    '--title',
    '¿Dónde está?',
    '--roles',
    'customer,technician',
    '--menu',
    'header',
  );
  expect(made.output).toContain('«¿Dónde está?» en la dirección /otro, arriba, para technician, customer.');
  const links = evaluate(`
    const { headerLinks } = await import('./shell/src/layout/header-links.ts');
    const { ROLES } = await import('./shared/src/access/roles.ts');
    console.log(ROLES.filter((role) => headerLinks(role).some(({ label, href }) => label === '¿Dónde está?' && href === '/otro')).join());`);
  expect(links.output.trim()).toBe('technician,customer');
  // The page has no staff frame, which would provide margins.
  expect(inCopy('cat', 'mfe-otro/src/features/otro/otro.module.css').output).toContain(
    'margin-inline: auto;',
  );
  expect(removeRemote('mfe-otro', '--discard').code).toBe(0);
  expect(unsaved()).toBe('');
});

test(
  'SHELL-94 --list scaffolds a searchable list: function, grant, access, query, screen and tests',
  { timeout: SLOW_MS },
  async () => {
    const made = newRemote('mfe-turnos', '--list', '--roles', 'receptionist,admin');
    expect(made.output).toContain('npm run db:diff -- mfe_turnos && npm run gen:types');
    const textOf = (file: string) => readFile(join(root, file), 'utf8');
    const schema = await textOf('supabase/schemas/39_turnos.sql');
    expect(schema).toContain("perform private.require('turnos');");
    expect(schema).toContain('grant execute on function public.list_turnos to authenticated;');
    expect(await textOf('supabase/test/functions-access.test.ts')).toContain(
      "    ['list_turnos', ['admin', 'receptionist'], {}],\n",
    );
    expect(await textOf('platform/server/src/access-log/function-results.ts')).toContain('\n  list_turnos\n');
    expect(await textOf('shared/src/orders/keys.ts')).toContain(
      "  turnos: (search: string) => [...orderKeys.lists(), 'turnos', search] as const,\n",
    );
    await linkModules(inRoot('mfe-inventory/node_modules'), join(root, 'mfe-turnos/node_modules'), root);
    for (const [tool, ...args] of [
      ['vitest', 'run', 'mfe-turnos'],
      ['oxfmt', '--check', '.'],
      ['oxlint', '--deny-warnings', 'mfe-turnos', 'shared/src/orders', 'supabase/test/turnos.test.ts'],
    ] as const) {
      const { code, output } = inCopy(tool, ...args);
      expect(code, `${tool}: ${output}`).toBe(0);
    }
    const removed = removeRemote('mfe-turnos', '--discard');
    for (const file of [
      'shared/src/orders/turnos-queries.ts',
      'supabase/schemas/39_turnos.sql',
      'supabase/test/turnos.test.ts',
    ])
      expect(removed.output).toContain(`    ${file}\n`);
    inCopy('git', 'checkout', '-q', '.');
    inCopy('git', 'clean', '-fdq', 'shared', 'supabase');
    expect(unsaved()).toBe('');
  },
);

test('new-remote puts everything back when it fails half-way', { tags: ['exhaustive'] }, async () => {
  const before = await snapshot();
  // The formatter runs after the files are written, so it is left out here.
  const { code, output } = inCopyWith('', process.execPath, 'platform/release/src/tasks/new-remote.ts', NAME);
  expect(code).toBe(1);
  expect(output).toContain('oxfmt');
  expect(output).toContain('No se cambió nada.');
  expect(await snapshot()).toBe(before);
});

test(
  'SHELL-46 SHELL-47 a new remote passes the checks and its test, builds, is in routes, tabs and registry, and is removed whole',
  { tags: ['exhaustive'], timeout: SLOW_MS },
  async () => {
    const choices = ['--title', 'Garantías extra', '--roles', 'admin,technician', '--group', 'Bodega'];
    const made = newRemote(NAME, ...choices);
    expect(made.output).toContain(
      `✓ ${NAME} está listo: «Garantías extra» en la dirección /dashboard/garantias-extra, en las pestañas del panel`,
    );
    expect(made.code).toBe(0);
    await linkModules(inRoot('mfe-inventory/node_modules'), join(root, NAME, 'node_modules'), root);

    for (const [tool, ...args] of [
      ['tsc', '-b', '--singleThreaded'],
      ['oxlint', '--deny-warnings', NAME, 'shared/src/contract', 'shared/src/access', 'shell/src/routing'],
      ['oxfmt', '--check', '.'],
      ['knip', '--no-config-hints'],
      ['vitest', 'run', NAME, 'permissions.test'],
    ] as const) {
      const { code, output } = inCopy(tool, ...args);
      expect(code, `${tool}: ${output}`).toBe(0);
    }

    const routes = evaluate(`
      const { ROLES } = await import('./shared/src/access/roles.ts');
      const { isOpenTo } = await import('./shared/src/contract/screen-access.ts');
      const { ROUTES, targetOf } = await import('./shell/src/routing/route-table.ts');
      const route = ROUTES.find(({ path }) => path === '/dashboard/garantias-extra');
      const access = ROLES.filter((role) => isOpenTo(route, role));
      console.log(JSON.stringify({ ...route, access, target: targetOf(route) }));`);
    expect(JSON.parse(routes.output)).toEqual({
      path: '/dashboard/garantias-extra',
      title: 'Garantías extra',
      permission: 'garantias-extra',
      remote: NAME,
      frame: 'dashboard',
      tab: 'Garantías extra',
      tabGroup: 'Bodega',
      access: ['admin', 'technician'],
      target: { kind: 'remote', remote: NAME, module: 'routes' },
    });

    const built = evaluate(`
      const { REMOTE_NAMES } = await import('./shared/src/contract/remote-names.ts');
      const { buildPackage } = await import('./platform/release/src/build/build-package.ts');
      const { readRemote } = await import('./platform/release/src/build/descriptors.ts');
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

    // SHELL-41: sources as git names them; its new entries in the lists are not committed.
    const git = (...args: string[]) => inCopy('git', ...args).output.trim();
    expect(remote).toHaveProperty('source', {
      commit: git('rev-parse', 'HEAD'),
      branch: git('branch', '--show-current'),
      isChanged: true,
    });

    expect(newRemote(NAME).output).toContain(`El remoto ${NAME} ya existe.`);
    await refusesTypeError(NAME);

    // SHELL-47: a removal keeps uncommitted files unless asked to discard them; then the workspace is as before.
    const refused = removeRemote(NAME);
    expect(refused.output).toContain(`archivos de ${NAME} como están ahora, y se perderían`);
    expect(refused.output).toContain('No se cambió nada.');
    const removed = removeRemote(NAME, '--discard');
    expect(removed.output).toContain('/dashboard/garantias-extra no existe; las pestañas abiertas siguen');
    expect(removed.output).not.toContain('a mano:\n    shared');
    expect(removed.code).toBe(0);
    expect(unsaved()).toBe('');
  },
);

/** Adds code to sources of the workspace's copy. @returns a disposable that restores them. */
async function withCode(code: string, ...files: string[]) {
  const sources = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  const write = (more: string) =>
    Promise.all(files.map((file, at) => writeFile(join(root, file), `${sources[at]}${more}`)));
  await write(code);
  return { [Symbol.asyncDispose]: async () => void (await write('')) };
}

/**
 * SHELL-40: a type error in a bundled file is reported before anything is built, with the package of the file, and the
 * site is unchanged. A type error in another team's test does not matter.
 */
async function refusesTypeError(name: string): Promise<void> {
  const site = join(root, '.cache/site');
  await deploySite(await fakeSite(join(root, '.cache'), 'v1'), { outDir: site });
  const registry = await readFile(join(site, 'remotes.json'), 'utf8');
  const wrong = "\nexport const broken: number = 'text';\n";
  const routes = `${name}/src/remote/routes.tsx`;
  const bundled = 'shared/src/contract/remote-module.ts';
  await using _ = await withCode(wrong, routes, bundled, 'shared/src/values/dates.test.ts');
  const refused = inCopy(
    process.execPath,
    'platform/release/src/tasks/publish-remote.ts',
    name,
    '--site',
    site,
  );
  expect(refused.code).toBe(1);
  expect(refused.output).toMatch(
    new RegExp(
      `^\\n✗ ${name} no se publicó: sus tipos no calzan; corrígelos y publica de nuevo\\.\\n(?:.*\\n)*${routes}.*TS2322`,
    ),
  );
  expect(refused.output).toMatch(
    /\nshared\/src\/contract\/remote-module\.ts.*TS2322.* \(es de shared, que .* lleva\)/,
  );
  expect(refused.output).not.toContain('dates.test.ts');
  expect(await readFile(join(site, 'remotes.json'), 'utf8')).toBe(registry);
}

// Last, since the removal also deletes the installed packages.
test(
  'SHELL-47 removing a remote removes its browser tests, budgets and layers, and names the references that remain',
  { tags: ['exhaustive'] },
  () => {
    const gone = removeRemote('mfe-customer');
    expect(gone.output).toContain('✓ mfe-customer ya no está');
    expect(gone.output).toContain('shared/src/forms/every-form.test.ts');
    expect(gone.output).toContain('/perfil');
    expect(gone.output).not.toContain('    mfe-customer/');
    const changed = unsaved();
    for (const file of [
      'budgets.json',
      'ARCHITECTURE.md',
      'platform/release/src/layers/layers.ts',
      'tsconfig.json',
    ])
      expect(changed).toContain(` M ${file}`);
    expect(changed).toContain(' D e2e/mfe-customer/');
    expect(
      inCopy(
        'git',
        'grep',
        '-l',
        'mfe-customer',
        '--',
        'budgets.json',
        'platform/release/src/layers/layers.ts',
      ).output,
    ).toBe('');
    inCopy('git', 'checkout', '-q', '.');
  },
);
