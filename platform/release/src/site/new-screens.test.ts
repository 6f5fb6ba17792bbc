import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DeclaredScreen } from '@taller/shared/contract/declared-screen.ts';
import { ownScreens } from '@taller/shared/contract/opened-modules.ts';
import type { Registry } from '@taller/shared/contract/registry.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';
import type { RemoteDescriptor } from '#src/build/descriptors.ts';
import { deploySite } from './deploy-site.ts';
import { admitRemote } from './external-remotes.ts';
import { publishPreview, promotePreview } from './publish-preview.ts';
import { publishRemote, rollBackRemote } from './publish.ts';
import { publishShell } from './publish-shell.ts';
import { fakeRemote, fakeShell, fakeSite } from './testing/fake-builds.ts';

const NAME = 'mfe-inventory';
const STOCK = { path: SCREENS.dashboardInventory.path };
const NEW: DeclaredScreen = {
  path: '/dashboard/garantias',
  title: 'Garantías',
  module: 'warranties',
  frame: 'dashboard',
  tab: 'Garantías',
  roles: ['admin', 'technician'],
};

let root: string;
let site: string;
const opened: string[] = [];
const options = () => ({
  site,
  open: async ({ parts }: { parts: readonly { path: string }[] }) => {
    opened.push(...parts.map(({ path }) => path));
  },
});
const opens = { [NAME]: ['routes'] };
const shell = {
  paths: Object.values(SCREENS).map(({ path }) => path),
  shows: { [NAME]: [{ module: 'routes', path: STOCK.path, role: 'admin' as const }] },
};
const registry = () => readFileSync(join(site, 'remotes.json'), 'utf8');
const brought = () => (JSON.parse(registry()) as Registry).remotes.find(({ name }) => name === NAME)?.screens;

beforeEach(async () => {
  opened.length = 0;
  root = mkdtempSync(join(tmpdir(), 'taller-screens-'));
  site = join(root, 'site');
  await deploySite(await fakeSite(root, 'v1', opens, shell), { outDir: site });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function built(
  build: string,
  own: RemoteDescriptor['own'] = [STOCK, NEW],
  modules = ['routes', 'warranties'],
) {
  return (await fakeRemote(root, { name: NAME, build, said: { own }, modules })).folder;
}

test('SHELL-92 a build brings a screen that the deployed shell does not know, which is opened before', async () => {
  await publishRemote(NAME, await built('v2'), options());
  expect(brought()).toEqual([NEW]);
  expect(opened).toEqual([STOCK.path, NEW.path]);
  await rollBackRemote(NAME, options());
  expect(brought()).toBeUndefined();
});

test('SHELL-92 a shell that knows the screen has it in its own list', async () => {
  await publishRemote(NAME, await built('v2'), options());
  const { folder } = await fakeShell(root, 'v2', opens, { ...shell, paths: [...shell.paths, NEW.path] });
  await publishShell(folder, { site });
  expect(brought()).toBeUndefined();
});

test.each([
  ['is public, so that the site has to be rendered with it', { path: '/garantias' }],
  ['has an address that another screen takes', { ...NEW, path: '/dashboard/ajustes/garantias' }],
])('SHELL-92 a build with a new screen that %s is refused, and the site is unchanged', async (_, screen) => {
  const before = registry();
  const folder = await built('v2', [STOCK, screen]);
  const words =
    `${NAME} no se publicó: el sitio no conoce su pantalla ${screen.path}, y quien la abre no llega a ella. ` +
    'Publica una vez el sitio completo con build:site; desde entonces este remoto se publica solo.';
  await expect(publishRemote(NAME, folder, options())).rejects.toThrow(words);
  await expect(publishPreview(NAME, folder, options())).rejects.toThrow(words);
  expect(registry()).toBe(before);
});

test('SHELL-92 SHELL-77 no other remote, external or not, takes the address of a screen that a remote has brought', async () => {
  await publishRemote(NAME, await built('v2'), options());
  const key = join(root, 'team.pem');
  writeFileSync(key, generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }));
  for (const prefix of ['/dashboard/garantias', '/dashboard'])
    await expect(admitRemote('mfe-otro', { prefix, roles: ['admin'], key }, options())).rejects.toThrow(
      `La dirección ${prefix} ya es de otra pantalla del sitio: /dashboard`,
    );
  const said = { own: [NEW] };
  const { folder } = await fakeRemote(root, {
    name: 'mfe-orders',
    build: 'v2',
    said,
    modules: ['warranties'],
  });
  const words =
    `mfe-orders no se publicó: la dirección de su pantalla /dashboard/garantias ya es de ${NAME}, que trae /dashboard/garantias. ` +
    `Publica antes ${NAME} sin ella, o una vez el sitio completo con build:site.`;
  await expect(publishRemote('mfe-orders', folder, options())).rejects.toThrow(words);
  await expect(publishPreview('mfe-orders', folder, options())).rejects.toThrow(words);
  expect(brought()).toEqual([NEW]);
});

test('SHELL-92 a remote that nobody knows brings no screens', async () => {
  const { folder } = await fakeRemote(root, {
    name: 'mfe-otro',
    build: 'v1',
    said: { own: [NEW] },
    modules: ['warranties'],
  });
  await expect(publishRemote('mfe-otro', folder, options())).rejects.toThrow(
    'mfe-otro no se publicó: no es un remoto de este código ni de este sitio.',
  );
});

test('SHELL-92 a build without the module of its new screen is refused', async () => {
  await expect(publishRemote(NAME, await built('v2', [NEW], ['routes']), options())).rejects.toThrow(
    `A esta versión de ${NAME} le falta lo que el sitio abre: warranties.`,
  );
});

test('SHELL-92 a preview says that its new screen comes when it is published for everybody', async () => {
  const lines: string[] = [];
  const preview = await publishPreview(NAME, await built('v2'), { site, log: (line) => lines.push(line) });
  expect(lines).toEqual([
    '  su pantalla nueva /dashboard/garantias se abre cuando la versión se publica para todos',
  ]);
  expect(brought()).toBeUndefined();
  await promotePreview(NAME, preview.build, options());
  expect(brought()).toEqual([NEW]);
});

test('SHELL-92 a build lists its screens with what a registry needs, and public ones with their address alone', () => {
  expect(ownScreens('mfe-public')[0]).toEqual({ path: '/' });
  expect(ownScreens(NAME)[0]).toEqual({
    path: '/dashboard/inventario',
    title: 'Inventario',
    module: undefined,
    frame: 'dashboard',
    tab: 'Inventario',
    tabGroup: 'Bodega',
    header: undefined,
    roles: ['admin', 'technician', 'receptionist'],
  });
});
