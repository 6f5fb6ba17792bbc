import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '@taller/server/postgres/free-port.ts';
import { LOCAL_PATH } from '@taller/shared/contract/local-remote.ts';
import { copyWorkspace } from '@taller/release/testing/copy-workspace';
import {
  ACCOUNTS,
  expect,
  openWith,
  PASSWORD,
  test,
  testInNewContext,
  TOKEN_KEY,
  tokensOf,
} from '../support/fixtures.ts';
import { remotesIn, watchErrors, watchRequests } from '../support/requests.ts';
import { hearsEdits } from '../support/local-edits.ts';
import { otherBuild, publish, serveSite } from '../support/sites.ts';
import { EXHAUSTIVE } from '../support/tiers.ts';

/** A workspace of one's own, whose sources a test may change. */
async function ownWorkspace() {
  const folder = mkdtempSync(join(tmpdir(), 'taller-on-site-'));
  const root = join(folder, 'workspace');
  await copyWorkspace(root);
  return { root, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

interface Dev {
  /** The command's output so far. */
  output: () => string;
  /** The address to open. */
  url: string;
  child: ChildProcess;
}

/** `npm run dev REMOTE -- --site SITE` in a workspace. */
async function developOn(
  site: string,
  root: string,
  remote: string,
  port?: number,
): Promise<Dev & AsyncDisposable> {
  const env = { ...process.env, DEV_PORT: String(port ?? (await freePort())) };
  const task = join(root, 'platform/release/src/tasks/dev.ts');
  const child = spawn(process.execPath, [task, remote, '--site', site], { env, stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output += data.toString()));
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGINT');
    await exited;
  };
  try {
    await expect.poll(() => output).toContain('Ctrl-C para detener.');
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    child,
    output: () => output,
    url: /http:\/\/127\.0\.0\.1:\d+\/\S*$/m.exec(output)?.[0] ?? '',
    [Symbol.asyncDispose]: stop,
  };
}

/** An address of its own for a server, that can be taken away and brought back. */
async function breakable(url: string) {
  const { port } = new URL(url);
  const open = new Set<Socket>();
  const relay = createServer((socket) => {
    const other = connect(Number(port), '127.0.0.1');
    for (const [one, its] of [
      [socket, other],
      [other, socket],
    ] as const) {
      open.add(one);
      one.on('error', () => its.destroy()).on('close', () => its.destroy());
      one.pipe(its);
    }
  });
  const listen = (at: number) => once(relay.listen(at, '127.0.0.1'), 'listening');
  await listen(0);
  const own = (relay.address() as AddressInfo).port;
  const kill = async () => {
    const closed = once(relay, 'close');
    relay.close();
    for (const socket of open) socket.destroy();
    open.clear();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${own}`,
    kill,
    bringBack: () => listen(own),
    [Symbol.asyncDispose]: async () => {
      if (relay.listening) await kill();
    },
  };
}

/** Replaces a text in a source file. */
function edit(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

const mark = (page: Page) => page.evaluate(() => Object.assign(window, { sameDocument: true }));
const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window);

testInNewContext(
  'SHELL-70 a remote is edited in a site that runs: its data, its other remotes, and nobody else sees it',
  { tag: EXHAUSTIVE },
  async ({ shop, page, openAs }) => {
    test.setTimeout(240_000);
    await using site = await breakable(shop.url);
    using workspace = await ownWorkspace();
    await using dev = await developOn(site.url, workspace.root, 'mfe-orders');
    expect(dev.output()).toContain(`✓ mfe-orders en ${site.url}, con sus datos: ${dev.url}`);
    const requests = watchRequests(page);
    const errors = watchErrors(page);
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(socket.url()));

    // One signs in as at the site itself.
    await page.goto(dev.url);
    await page.getByLabel('Correo').fill(ACCOUNTS.receptionist);
    const password = page.getByLabel('Contraseña', { exact: true });
    await password.fill(PASSWORD);
    const hears = hearsEdits(page);
    await password.press('Enter');
    const action = page.getByRole('main').getByRole('button', { name: /^(Nueva orden|Orden de prueba)$/ });
    await expect(action).toHaveText('Nueva orden');
    await expect(page.getByRole('main')).toContainText(/#\d{4,}/);
    await hears;

    // Draws an edit in place: the same page, where it was scrolled to.
    await mark(page);
    await page.evaluate(() => scrollTo({ top: 150, behavior: 'instant' }));
    const texts = join(workspace.root, 'mfe-orders/src/features/orders/texts.ts');
    edit(texts, 'Nueva orden', 'Orden de prueba');
    await expect(action).toHaveText('Orden de prueba');
    expect(await isSameDocument(page)).toBe(true);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(150);
    // An edit in shared is drawn too, in this remote's parts of the page only.
    const button = join(workspace.root, 'shared/src/ui/button.module.css');
    writeFileSync(button, `${readFileSync(button, 'utf8')}\n.button { outline: 3px solid rgb(1, 2, 3); }\n`);
    await expect(action).toHaveCSS('outline-color', 'rgb(1, 2, 3)');
    await expect(page.getByRole('button', { name: 'Cerrar Sesión' })).not.toHaveCSS(
      'outline-color',
      'rgb(1, 2, 3)',
    );
    expect(await isSameDocument(page)).toBe(true);
    // Text being typed stays, and so does its dialog.
    await action.click();
    const name = page.getByRole('dialog').getByLabel('Nombre').first();
    await expect(name).toBeVisible();
    // Code that is still on its way when an edit arrives begins anew.
    await page.waitForLoadState('networkidle');
    await name.fill('Antes y después');
    edit(texts, 'Orden de prueba', 'Orden de muestra');
    await expect(page.locator('button', { hasText: 'Orden de muestra' })).toHaveCount(1);
    await expect(name).toHaveValue('Antes y después');
    await page.keyboard.press('Escape');
    edit(texts, 'Orden de muestra', 'Orden de prueba');
    await expect(action).toHaveText('Orden de prueba');
    // A fault is said in its place, and the next edit draws over it.
    const desk = join(workspace.root, 'mfe-orders/src/features/orders/desk/order-desk-page.tsx');
    const whole = readFileSync(desk, 'utf8');
    writeFileSync(
      desk,
      whole.replace(/export function OrderDeskPage\(\) \{/, "$&\n  if (location) throw new Error('adrede');"),
    );
    await expect(page.getByRole('alert')).toContainText('mfe-orders/routes falló. Corrígelo y guarda');
    await expect(page.getByRole('alert')).toContainText('adrede');
    writeFileSync(desk, whole);
    await expect(action).toHaveText('Orden de prueba');
    expect(await isSameDocument(page)).toBe(true);

    // The other remotes are those of the site, and its sockets pass through.
    await page.getByRole('banner').getByRole('link', { name: 'Inventario' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inventario de Productos');
    expect(remotesIn(requests)).toContain('mfe-inventory');
    expect(remotesIn(requests)).not.toContain('mfe-orders');
    const { host } = new URL(dev.url);
    expect(sockets.some((url) => url.startsWith(`ws://${host}/realtime/v1/websocket`))).toBe(true);
    expect(errors.filter((error) => !error.includes('adrede'))).toEqual([]);

    // The site's policy is the page's, and the site is what it was.
    const policyAt = async (url: string) => (await fetch(url)).headers.get('content-security-policy');
    expect(await policyAt(dev.url)).toBe(await policyAt(shop.url));
    const visitor = await openAs('receptionist', '/dashboard');
    await expect(visitor.getByRole('main').getByRole('button', { name: 'Nueva orden' })).toBeVisible();

    // The site goes away, which ends nothing, and comes back.
    await site.kill();
    await page.goto(dev.url);
    await expect(page.getByRole('heading', { name: 'El sitio no contesta' })).toBeVisible();
    await expect.poll(dev.output).toContain(`✗ ${site.url} no contesta (ECONN`);
    await site.bringBack();
    await expect(action).toHaveText('Orden de prueba');
    expect(dev.output()).toContain(`✓ ${site.url} contesta otra vez.`);

    dev.child.kill('SIGINT');
    await once(dev.child, 'exit');
    expect(dev.child.exitCode, dev.output()).toBe(0);
  },
);

testInNewContext(
  'SHELL-71 a prerendered page is that of the sources, also where the backend is elsewhere, and a preview changes nothing',
  { tag: EXHAUSTIVE },
  async ({ shop, browser, page }) => {
    test.setTimeout(240_000);
    await using site = await serveSite(shop);
    const changes = { 'Lo que reparamos todas': 'Lo que arreglamos todas' };
    const folder = await otherBuild(site, 'mfe-public', 'previewed071', changes);
    const preview = await publish(site, 'mfe-public', '--preview', '--build', folder);
    const mark = /#vista-previa=[\w-]{22}$/m.exec(preview.output)?.[0] ?? '';
    expect(preview.code).toBe(0);
    using workspace = await ownWorkspace();
    const texts = join(workspace.root, 'mfe-public/src/features/services/texts.ts');
    edit(texts, 'Lo que reparamos todas', 'Lo que probamos todas');
    await using dev = await developOn(site.url, workspace.root, 'mfe-public');
    const { origin } = new URL(dev.url);
    const errors = watchErrors(page);
    const requests = watchRequests(page);
    const hears = hearsEdits(page);
    // A syntax error is shown as a failure of its part, until the file can be parsed again.
    const routes = join(workspace.root, 'mfe-public/src/remote/routes.tsx');
    const whole = readFileSync(routes, 'utf8');
    const isServed = async () => (await fetch(new URL(`${LOCAL_PATH}src/remote/routes.tsx`, origin))).ok;
    expect(await isServed()).toBe(true);
    writeFileSync(routes, `${whole}\nexport const = 1;\n`);
    // A page misses edits made before its socket is connected, so wait until the server has noticed this one.
    await expect.poll(isServed).toBe(false);
    await page.goto(`${origin}/servicios`);
    await hears;
    await expect(page.getByText('No pudimos mostrar esta parte del sitio.')).toBeVisible();
    await expect.poll(dev.output).toContain('routes.tsx');
    errors.splice(0);
    writeFileSync(routes, whole);
    await expect(page.getByText('Lo que probamos todas')).toBeVisible();
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    edit(texts, 'Lo que probamos todas', 'Lo que pulimos todas');
    await expect(page.getByText('Lo que pulimos todas')).toBeVisible();
    expect(await isSameDocument(page)).toBe(true);
    expect(remotesIn(requests)).not.toContain('mfe-public');
    expect(errors).toEqual([]);

    // A page that was left open follows when the developer starts again.
    dev.child.kill('SIGINT');
    await once(dev.child, 'exit');
    edit(texts, 'Lo que pulimos todas', 'Lo que limpiamos todas');
    await using again = await developOn(site.url, workspace.root, 'mfe-public', Number(new URL(origin).port));
    expect(new URL(again.url).origin).toBe(origin);
    await expect(page.getByText('Lo que limpiamos todas')).toBeVisible();

    // The page asks the backend itself, and shows a part of the site that is not developed here.
    const tokens = await tokensOf(shop, 'technician');
    const member = await openWith(browser, { ...shop, url: origin }, { [TOKEN_KEY]: tokens });
    const stored = () => member.evaluate((key) => localStorage.getItem(key), TOKEN_KEY);
    // A session that another server of this address has left is not this site's.
    await member.goto('/servicios');
    await expect.poll(() => stored()).toBe(null);
    await member.evaluate(([key, value]) => localStorage.setItem(key, value), [
      TOKEN_KEY,
      JSON.stringify(tokens),
    ] as const);
    const asked = member.waitForResponse((answer) => answer.url().startsWith(`${shop.url}/rest/v1/`));
    await member.goto('/inventario');
    expect((await asked).status()).toBe(200);
    await expect(member.getByRole('row').nth(5)).toBeVisible();
    await member.context().close();

    // A preview of the remote, which the site has, does not take its place.
    await page.goto(`${origin}/servicios${mark}`);
    await expect(page.getByText('Esta vista previa se publicó, se cerró o venció')).toBeVisible();
    await expect(page.getByText('Lo que limpiamos todas')).toBeVisible();
    const visitor = await page.context().newPage();
    await visitor.goto(`${site.url}/servicios`);
    await expect(visitor.getByText('Lo que reparamos todas')).toBeVisible();
  },
);
