import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DeclaredScreen } from '@taller/shared/contract/declared-screen.ts';
import type { Registry } from '@taller/shared/contract/registry.ts';
import { isRemoteName } from '#src/workspace/remote-name.ts';
import { deploySite } from './deploy-site.ts';
import { admitRemote, dismissRemote } from './external-remotes.ts';
import { publishPreview } from './publish-preview.ts';
import { publishShell } from './publish-shell.ts';
import { publishRemote, rollBackRemote } from './publish.ts';
import { signBuild } from './signature.ts';
import { readSiteBuilds } from './site-control.ts';
import { fakeRemote, fakeShell, fakeSite } from './testing/fake-builds.ts';
import { distrustKey } from './trusted-keys.ts';

const NAME = 'mfe-garantias';
const SCREEN: DeclaredScreen = {
  path: '/dashboard/garantias',
  title: 'Garantías',
  frame: 'dashboard',
  tab: 'Garantías',
  roles: ['admin'],
};

let root: string;
let site: string;
let team: { secret: string; open: string };
const at = (day: number) => ({ site, now: new Date(Date.UTC(2026, 10, 1 + day, 12)) });

function newKey(name: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const [secret, open] = [join(root, `${name}.pem`), join(root, `${name}.pub`)];
  writeFileSync(secret, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(open, publicKey.export({ type: 'spki', format: 'pem' }));
  return { secret, open };
}

async function build(
  version: string,
  screens: unknown = [SCREEN],
  key = team.secret,
  modules = ['routes'],
): Promise<string> {
  const said = { screens: screens as DeclaredScreen[] };
  const { folder } = await fakeRemote(root, { name: NAME, build: version, said, modules });
  if (key !== '') await signBuild(folder, key);
  return folder;
}

const admit = (prefix = '/dashboard/garantias', name: typeof NAME | 'mfe-otro' = NAME) =>
  admitRemote(name, { prefix, roles: ['admin', 'technician'], key: team.open }, at(0));

const entry = () =>
  (JSON.parse(readFileSync(join(site, 'remotes.json'), 'utf8')) as Registry).remotes.find(
    ({ name }) => name === NAME,
  );

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-external-remotes-'));
  site = join(root, 'site');
  team = newKey('team');
  await deploySite(await fakeSite(root, 'v1'), { outDir: site, now: at(0).now });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('SHELL-77 an admitted remote brings its screens in the registry, and goes back like any other', async () => {
  await admit();
  await publishRemote(NAME, await build('v1'), at(1));
  expect(entry()).toMatchObject({ build: 'v1', screens: [SCREEN] });
  const second = { ...SCREEN, path: '/dashboard/garantias/:id', title: 'Garantía', tab: undefined };
  await publishRemote(NAME, await build('v2', [SCREEN, second]), at(2));
  expect(entry()?.screens).toHaveLength(2);
  await rollBackRemote(NAME, at(2));
  expect(entry()).toMatchObject({ build: 'v1', screens: [SCREEN] });
});

test('SHELL-80 a preview of an external remote opens one of its screens', async () => {
  await admit();
  const order = { ...SCREEN, path: '/dashboard/garantias/:id', tab: undefined };
  await publishRemote(NAME, await build('v1', [order, SCREEN]), at(1));
  const later = { ...SCREEN, path: '/dashboard/garantias/nuevas', tab: undefined };
  const { link, token } = await publishPreview(NAME, await build('v2', [later, SCREEN]), at(2));
  expect(new URL(link, 'https://taller.example').pathname).toBe(SCREEN.path);
  const [preview] = (await readSiteBuilds(site, at(2).now))?.previews ?? [];
  expect(preview?.path).toBe(`${SCREEN.path}#vista-previa=${token}`);
});

test('SHELL-77 a preview has to have the screens that the site has', async () => {
  const { folder } = await fakeShell(root, 's2', undefined, { shows: {} });
  await publishShell(folder, at(0));
  await admit();
  const list = { ...SCREEN, module: 'list' };
  await publishRemote(NAME, await build('v1', [list], team.secret, ['list']), at(1));
  await expect(
    publishPreview(NAME, await build('v2', [SCREEN], team.secret, ['routes']), at(2)),
  ).rejects.toThrow(`A esta versión de ${NAME} le falta lo que el sitio abre: list.`);
});

test('SHELL-77 a shell opens the screens of an external remote that its admission still covers', async () => {
  await admit();
  const all = { ...SCREEN, path: '/dashboard/garantias/todas', tab: undefined };
  await publishRemote(NAME, await build('v1', [SCREEN, all]), at(1));
  await admitRemote(NAME, { prefix: all.path, roles: ['admin'], key: team.open }, at(1));
  const opened = new Map<string, string[]>();
  const open = async ({ name, parts }: { name: string; parts: readonly { path: string }[] }) => {
    opened.set(
      name,
      parts.map(({ path }) => path),
    );
  };
  const { folder } = await fakeShell(root, 's2', undefined, { shows: {} });
  await publishShell(folder, { ...at(2), open });
  expect(opened.get(NAME)).toEqual([all.path]);
});

test('SHELL-77 building a site again keeps its external remotes, their keys and their builds', async () => {
  await admit();
  await publishRemote(NAME, await build('v1'), at(1));
  await deploySite(await fakeSite(root, 'v2'), { outDir: site, now: at(2).now });
  expect(entry()?.build).toBe('v1');
  await expect(publishRemote(NAME, await build('v2', [SCREEN], ''), at(3))).rejects.toThrow(
    `este sitio acepta solo versiones firmadas de ${NAME}, y esta no lo está.`,
  );
});

test('SHELL-77 a remote that was not admitted, or not with these screens, is refused, and the site is unchanged', async () => {
  await expect(publishRemote(NAME, await build('v1'), at(1))).rejects.toThrow(
    `${NAME} trae sus propias pantallas y este sitio no lo ha admitido.`,
  );
  await admit();
  const outside = { ...SCREEN, path: '/dashboard/garantiasotras' };
  await expect(publishRemote(NAME, await build('v1', [outside]), at(1))).rejects.toThrow(
    'su pantalla /dashboard/garantiasotras no está bajo /dashboard/garantias, la dirección con que se admitió.',
  );
  const forAll = { ...SCREEN, roles: ['admin', 'customer'] };
  await expect(publishRemote(NAME, await build('v1', [forAll]), at(1))).rejects.toThrow(
    'su pantalla /dashboard/garantias se abre a customer y se admitió solo para admin, technician.',
  );
  const missing = { ...SCREEN, module: 'lista' };
  await expect(publishRemote(NAME, await build('v1', [missing]), at(1))).rejects.toThrow(
    `A esta versión de ${NAME} le falta lo que el sitio abre: lista.`,
  );
  expect(entry()).toBeUndefined();
});

test('SHELL-77 an admission that became narrower holds for the build that runs', async () => {
  await admit();
  const wide = { ...SCREEN, path: '/dashboard/garantias/todas', roles: ['admin', 'technician'] };
  await publishRemote(NAME, await build('v1', [SCREEN, wide]), at(1));
  await admitRemote(
    NAME,
    { prefix: '/dashboard/garantias/todas', roles: ['technician'], key: team.open },
    at(1),
  );
  expect(entry()?.screens).toEqual([{ ...wide, roles: ['technician'] }]);
});

test('SHELL-77 a remote of the workspace takes the name of an external remote only after that is dismissed', async () => {
  await admit();
  await publishRemote(NAME, await build('v1'), at(1));
  const release = join(site, '.release/release.json');
  writeFileSync(release, readFileSync(release, 'utf8').replaceAll(`"${NAME}"`, '"mfe-orders"'));
  const deploy = async () => deploySite(await fakeSite(root, 'v2'), { outDir: site, now: at(2).now });
  await expect(deploy()).rejects.toThrow('este sitio acepta solo versiones firmadas de mfe-orders');
  await dismissRemote('mfe-orders', at(2));
  await deploy();
  const own = (JSON.parse(readFileSync(join(site, 'remotes.json'), 'utf8')) as Registry).remotes.find(
    ({ name }) => name === 'mfe-orders',
  );
  expect(own).toMatchObject({ build: 'v2' });
  expect(own).not.toHaveProperty('screens');
});

test('SHELL-77 screens with fields that are wrong are refused', async () => {
  await admit();
  const screens = [{ ...SCREEN, path: '/dashboard/garantias/../ajustes' }];
  await expect(publishRemote(NAME, await build('v1', screens), at(1))).rejects.toThrow(
    `Las pantallas de ${NAME} no sirven: screens.0.path`,
  );
});

describe('SHELL-77 admission of a remote', () => {
  test.each([
    ['/dashboard', 'ya es de otra pantalla del sitio: /dashboard.'],
    ['/orders/nuevas', 'ya es de otra pantalla del sitio: /orders/:id.'],
    ['/dashboard/ajustes/garantias', 'ya es de otra pantalla del sitio: /dashboard/ajustes/:section.'],
    ['/rest/v1', '/rest/v1 no sirve.'],
    ['/', '/ no sirve.'],
    ['garantias', 'garantias no sirve.'],
    ['/Garantías', '/Garantías no sirve.'],
    ['/a/../b', '/a/../b no sirve.'],
  ])('refuses the address %s', async (prefix, words) => {
    await expect(admit(prefix)).rejects.toThrow(words);
  });

  test('refuses the name of a remote of the site, and the address of another external remote', async () => {
    const own = admitRemote('mfe-orders', { prefix: '/x', roles: ['admin'], key: team.open }, at(0));
    await expect(own).rejects.toThrow('mfe-orders es un remoto de este sitio');
    await admit();
    await expect(admit('/dashboard/garantias/otras', 'mfe-otro')).rejects.toThrow(
      `La dirección /dashboard/garantias/otras ya es de ${NAME}, admitido con /dashboard/garantias.`,
    );
  });

  test('refuses a shell or a build that takes an address which another screen has had since', async () => {
    await admit();
    await publishRemote(NAME, await build('v1'), at(1));
    const { folder } = await fakeShell(root, 'v2', undefined, { paths: ['/dashboard/:section'] });
    await expect(publishShell(folder, at(2))).rejects.toThrow(
      `  ${NAME}: su dirección /dashboard/garantias es de otra pantalla del shell\n`,
    );
    expect(entry()?.build).toBe('v1');
    // A publication of the whole site may contain such a shell: the external remote keeps running, and its team is
    // informed.
    const others = (await fakeSite(root, 'v2')).filter(({ name }) => name !== 'shell');
    await deploySite([await fakeShell(root, 'v2', undefined, { paths: [SCREEN.path] }), ...others], {
      outDir: site,
      now: at(2).now,
    });
    await expect(publishRemote(NAME, await build('v2'), at(3))).rejects.toThrow(
      `${NAME} no se publicó: la dirección /dashboard/garantias ya es de otra pantalla del sitio.`,
    );
    expect(entry()?.build).toBe('v1');
  });

  test('an external remote keeps its last key; dismissing it removes its screens', async () => {
    await admit();
    await publishRemote(NAME, await build('v1'), at(1));
    await expect(distrustKey(NAME, team.open, at(1))).rejects.toThrow('no se acepta sin firma');
    await dismissRemote(NAME, at(1));
    expect(entry()).toBeUndefined();
    await expect(dismissRemote(NAME, at(1))).rejects.toThrow(`${NAME} no está admitido en este sitio.`);
    await expect(publishRemote(NAME, await build('v2'), at(1))).rejects.toThrow('no lo ha admitido');
  });

  test('its first publication is for all, and one of the plain output of a bundler says what it lacks', async () => {
    await admit();
    await expect(publishPreview(NAME, await build('v1'), at(1))).rejects.toThrow(
      `${NAME} todavía no está en este sitio: publícalo una vez para todos.`,
    );
    await expect(publishRemote(NAME, root, at(1))).rejects.toThrow(
      'no es una versión construida: le falta .build/descriptor.json.',
    );
  });
});

test('SHELL-77 no remote has a name that Estado does not take', () => {
  expect(isRemoteName(`mfe-${'g'.repeat(39)}`)).toBe(true);
  expect(isRemoteName(`mfe-${'g'.repeat(40)}`)).toBe(false);
});

/** A signed build with a modified descriptor. */
async function altered(change: (said: Record<string, unknown>) => void): Promise<string> {
  const folder = await build('v1');
  const file = join(folder, '.build/descriptor.json');
  const said = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  change(said);
  writeFileSync(file, JSON.stringify(said));
  await signBuild(folder, team.secret);
  return folder;
}

const ofMany = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`m${at}`, { js: [], css: [] }]));
const outside = ['../../mfe-orders/v1/remoteEntry-v1.js'];
test.each([
  ['build', { build: '../../v1' }],
  ['build', { build: 'x'.repeat(41) }],
  ['build', { build: 'V1-next' }],
  ['entry', { entry: '../../mfe-orders/v1/remoteEntry-v1.js' }],
  ['entry', { entry: 'https://otro.example/remoteEntry-v1.js' }],
  ['entry', { entry: '.build/server.cjs' }],
  ['entryJs.0', { entryJs: outside }],
  ['entryJs', { entryJs: null }],
  ['modules.routes.js.0', { modules: { routes: { js: outside, css: [] } } }],
  ['modules.routes', { modules: { routes: null } }],
  ['modules', { modules: ofMany }],
  ['runtime', { runtime: '1' }],
  ['runtime', { runtime: null }],
  ['integrity', { integrity: null }],
  ['duplicates', { duplicates: {} }],
  ['source.commit', { source: { commit: 5 } }],
  ['packages.react', { packages: { react: 19 } }],
])('SHELL-77 a signed build whose %s names nothing of its own is refused: %j', async (field, said) => {
  await admit();
  const folder = await altered((descriptor) => Object.assign(descriptor, said));
  await expect(publishRemote(NAME, folder, at(1))).rejects.toThrow(
    `no es una versión que sirva: .build/descriptor.json: ${field}: `,
  );
  expect(entry()).toBeUndefined();
});

test('SHELL-77 a signed build with a link is refused: it is another file when what it leads to changes', async () => {
  await admit();
  const folder = await build('v1');
  writeFileSync(join(root, 'other.txt'), 'as signed');
  symlinkSync('../other.txt', join(folder, 'read-me.txt'));
  await signBuild(folder, team.secret);
  for (const publish of [publishRemote, publishPreview])
    await expect(publish(NAME, folder, at(1))).rejects.toThrow('read-me.txt es un enlace u otra cosa');
  expect(entry()).toBeUndefined();
});
