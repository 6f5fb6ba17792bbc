import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, openWith, test, TOKEN_KEY, tokensOf } from '../support/fixtures.ts';
import { remotesIn, takenOver, watchErrors, watchRequests } from '../support/requests.ts';
import {
  otherBuild,
  outcomeOf,
  publish,
  publishOn,
  runningBuild,
  serveRemotes,
  serveSite,
} from '../support/sites.ts';
import { exhaustiveAfterFirst } from '../support/tiers.ts';

const FAILED = 'No pudimos mostrar esta parte del sitio.';
/** Texts of the public remote, and those of an older build. */
const OLDER = {
  'Entra a tu cuenta': 'Entra a la cuenta',
  'Lo que reparamos todas': 'Lo que arreglamos todas',
};

/** Marks the document; a new document does not have the mark. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { sameDocument: true }));
const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window);

test('SHELL-08 an open tab goes on through a publication and takes the new version with its next step', async ({
  shop,
  page,
}) => {
  await using site = await serveSite(shop);
  const current = await runningBuild(site, 'mfe-public');
  await publish(site, 'mfe-public', '--build', await otherBuild(site, 'mfe-public', 'older0000001', OLDER));
  const errors = watchErrors(page);
  await page.clock.install();
  await page.goto(site.url);
  await takenOver(page);
  await expect(page.getByRole('link', { name: 'Entra a la cuenta' })).toBeVisible();
  await mark(page);

  expect(outcomeOf(await publish(site, 'mfe-public'))).toEqual([
    0,
    `✓ mfe-public ${current} publicado (antes: older0000001)`,
  ]);
  // The tab keeps running its build; its files still exist.
  await expect(page.getByRole('link', { name: 'Entra a la cuenta' })).toBeVisible();
  const status = await page.evaluate(async () => {
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')];
    const answers = await Promise.all(links.map(({ href }) => fetch(href, { cache: 'reload' })));
    return answers.map((answer) => answer.status);
  });
  expect(new Set(status)).toEqual(new Set([200]));

  await page.clock.fastForward(20_000);
  await page.getByRole('banner').getByRole('link', { name: 'Servicios' }).click();
  await expect(page.getByText('Lo que reparamos todas las semanas')).toBeVisible();
  expect(await isSameDocument(page)).toBe(false);
  // The new page then navigates without page loads again.
  await takenOver(page);
  await mark(page);
  await page.clock.fastForward(20_000);
  await page.getByRole('banner').getByRole('link', { name: 'Inicio' }).click();
  await expect(page.getByRole('link', { name: 'Entra a tu cuenta' })).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
  expect(errors).toEqual([]);
});

test('SHELL-08 back and forward, and a step that the code takes, arrive in the new version as well @exhaustive', async ({
  shop,
  page,
}) => {
  await using site = await serveSite(shop);
  const older = await otherBuild(site, 'mfe-public', 'older0000002', OLDER);
  await page.clock.install();
  await page.goto(site.url);
  await takenOver(page);
  await page.getByRole('banner').getByRole('link', { name: 'Servicios' }).click();
  await expect(page.getByText('Lo que reparamos todas las semanas')).toBeVisible();
  await mark(page);
  await publish(site, 'mfe-public', '--build', older);
  await page.clock.fastForward(20_000);
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Entra a la cuenta' })).toBeVisible();
  expect(await isSameDocument(page)).toBe(false);

  // The order lookup is a form: it navigates programmatically.
  await takenOver(page);
  await mark(page);
  await publish(site, 'mfe-public', '--rollback');
  await page.clock.fastForward(20_000);
  const lookup = page.getByRole('search').getByRole('textbox');
  const looked = page.waitForResponse('**/remotes.json');
  await lookup.click();
  await looked;
  await lookup.fill('999999');
  await lookup.press('Enter');
  await expect.poll(() => isSameDocument(page).catch(() => 'on its way')).toBe(false);
  await expect(page).toHaveURL(/\/orders\/view\/999999$/);
});

test('PUB-06 a publication renders the readable pages again with the deployed shell; a rollback restores the old ones @exhaustive', async ({
  shop,
  page,
}) => {
  await using site = await serveSite(shop);
  const errors = watchErrors(page);
  const shell = (html: string) => /src="(\/assets\/index-[^"]+)"/.exec(html)?.[1];
  const read = () => readFile(join(site.folder, 'index.html'), 'utf8');
  const before = await read();
  await publish(site, 'mfe-public', '--build', await otherBuild(site, 'mfe-public', 'older0000003', OLDER));
  await publish(site, 'mfe-orders', '--build', await otherBuild(site, 'mfe-orders', 'other0000003', {}));
  const after = await read();
  expect(after).toContain('Entra a la cuenta');
  expect(shell(after)).toBe(shell(before));
  await page.goto(site.url);
  await takenOver(page);
  const { output } = await publish(site, 'mfe-public', '--rollback');
  expect(output).toContain('(antes: older0000003)');
  expect(await read()).toContain('Entra a tu cuenta');
  // Only that remote.
  expect(await runningBuild(site, 'mfe-orders')).toBe('other0000003');
  await page.goto(site.url);
  await takenOver(page);
  await expect(page.getByRole('link', { name: 'Entra a tu cuenta' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('SHELL-08 two publications at once: no visitor meets a page that does not fit together @exhaustive', async ({
  shop,
}) => {
  await using site = await serveSite(shop);
  // The first publication converts the folder to a link; later ones are a single rename.
  await publish(site, 'mfe-reports', '--build', await otherBuild(site, 'mfe-reports', 'other0000004', {}));
  const builds = await Promise.all([
    otherBuild(site, 'mfe-public', 'older0000004', OLDER),
    otherBuild(site, 'mfe-orders', 'other0000005', {}),
  ]);
  let done = false;
  const visit = async () => {
    for (let visits = 1; ; visits += 1) {
      const html = await (await fetch(`${site.url}/servicios`)).text();
      const files = [...html.matchAll(/(?:href|src)="(\/(?:assets|remotes)\/[^"]+)"/g)].map(
        ([, file]) => file ?? '',
      );
      const answers = await Promise.all(files.map((file) => fetch(site.url + file)));
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      const isOlder = html.includes('/remotes/mfe-public/older0000004/');
      expect(html.includes('Lo que arreglamos todas')).toBe(isOlder);
      if (done) return visits;
    }
  };
  const visitor = visit();
  const results = await Promise.all([
    publish(site, 'mfe-public', '--build', builds[0]),
    publish(site, 'mfe-orders', '--build', builds[1]),
  ]);
  done = true;
  expect(await visitor).toBeGreaterThan(1);
  expect(results.map(({ code, output }) => (code ? output : code))).toEqual([0, 0]);
  expect([await runningBuild(site, 'mfe-public'), await runningBuild(site, 'mfe-orders')]).toEqual([
    'older0000004',
    'other0000005',
  ]);
});

test('SHELL-08 SHELL-89 a remote that was built for an older runtime runs on today’s shell, between others of today', async ({
  shop,
  browser,
}) => {
  await using site = await serveSite(shop);
  const old = join(import.meta.dirname, '../fixtures/old-remote/build');
  const { code, output } = await publish(site, 'mfe-inventory', '--build', old);
  expect([code, output]).toEqual([0, expect.stringContaining('✓ mfe-inventory')]);
  const tokens = await tokensOf(shop, 'technician');
  const page = await openWith(browser, { ...shop, url: site.url }, { [TOKEN_KEY]: tokens });
  const errors = watchErrors(page);
  const requests = watchRequests(page);
  const runtimes = () => requests.filter((path) => path.includes('/federation-runtime-')).length;
  await page.goto('/inventario?q=pantalla');
  await expect(page.getByRole('heading', { name: 'Remoto antiguo' })).toBeVisible();
  await expect(page.getByText('tecnico@taller.test · datos de la consulta · pantalla')).toBeVisible();
  await page.getByRole('button', { name: 'Clics: 0' }).click();
  await expect(page.getByRole('button', { name: 'Clics: 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Avisar' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Aviso del remoto antiguo' })).toBeVisible();
  await mark(page);
  await page.getByRole('link', { name: 'Al panel' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await isSameDocument(page)).toBe(true);
  const before = requests.length;
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(runtimes()).toBe(1);
  // Prefetched, as on a page that stays open for a while: what the old build lacks is not asked for.
  await expect(async () => {
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = '/inventario';
      document.querySelector('main')?.append(link);
      link.dispatchEvent(new Event('touchstart', { bubbles: true }));
      link.remove();
    });
    expect(requests.slice(before).some((path) => path.includes('/mfe-inventory/'))).toBe(true);
  }).toPass();
  const step = `history.pushState({}, '', '/inventario?q=pantalla'); dispatchEvent(new PopStateEvent('popstate'))`;
  await page.evaluate(step);
  await expect(page.getByText('tecnico@taller.test · datos de la consulta · pantalla')).toBeVisible();
  expect(runtimes()).toBe(2);
  expect(errors).toEqual([]);
  await page.context().close();
});

for (const [index, [needs, message]] of (
  [
    ['"contract":2', 'keeps contract 2, the shell 1: publish it again'],
    ['"runtime":"1.99"', 'needs runtime 1.99, the shell provides 1.'],
  ] as const
).entries()) {
  test(
    `SHELL-08 a registry entry with ${needs} is refused in its place, before its code is requested`,
    { tag: exhaustiveAfterFirst(index) },
    async ({ openAs }) => {
      const page = await openAs('technician', '/auth');
      const errors = watchErrors(page);
      const requests = watchRequests(page);
      const [field] = needs.split(':');
      const altered = (text: string) =>
        text.replace(/\{"name":"mfe-inventory".*?"modules"/, (entry) =>
          entry.replace(new RegExp(`${field}:[^,]+`), needs),
        );
      for (const url of ['**/inventario', '**/remotes.json']) {
        await page.route(url, async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, body: altered(await response.text()) });
        });
      }
      await page.goto('/inventario');
      await expect(page.getByText(FAILED)).toBeVisible();
      await expect(page.getByRole('main').getByRole('button', { name: 'Reintentar' })).toBeVisible();
      await expect(page.getByRole('banner')).toBeVisible();
      expect(errors.join('\n')).toContain(message);
      expect(remotesIn(requests)).not.toContain('mfe-inventory');
      // A request may still be under way.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  );
}

test('SHELL-08 a remote on another host: allowed by the policy, checked by its hashes, refused when it was changed @exhaustive', async ({
  shop,
  page,
}) => {
  await using host = await serveRemotes();
  await using site = await serveSite(shop, [host.url]);
  const { build } = await publishOn(host, site, 'mfe-public');
  const errors = watchErrors(page);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto(site.url);
  await takenOver(page);
  await page.getByRole('banner').getByRole('link', { name: 'Servicios' }).click();
  await expect(page.getByText('Lo que reparamos todas las semanas')).toBeVisible();
  expect(errors).toEqual([]);
  expect(
    loaded.filter((url) => url.startsWith(`${host.url}/remotes/mfe-public/${build}/`)).length,
  ).toBeGreaterThan(2);
  expect(loaded.filter((url) => url.startsWith(`${site.url}/remotes/`))).toEqual([]);

  // A file on that host is modified.
  const entry = loaded.find((url) => url.includes('/remoteEntry-')) ?? '';
  const file = join(host.folder, new URL(entry).pathname);
  const right = await readFile(file, 'utf8');
  await writeFile(file, `globalThis.changed = true;\n${right}`);
  const context = await page.context().browser()?.newContext();
  const visitor = await context?.newPage();
  if (!visitor) throw new Error('No browser');
  const complaints = watchErrors(visitor);
  await visitor.goto(`${site.url}/gracias/aprobado`);
  await expect(visitor.getByText(FAILED)).toBeVisible();
  expect(await visitor.evaluate(() => 'changed' in globalThis)).toBe(false);
  expect(complaints.join('\n')).toContain('is not what was published');
  await writeFile(file, right);
  await visitor.getByRole('main').getByRole('button', { name: 'Reintentar' }).click();
  await expect(visitor.getByRole('heading', { name: /gracias/i })).toBeVisible();
  await context?.close();
});

test('SHELL-08 a host that the policy does not name is not asked for anything @exhaustive', async ({
  shop,
  page,
}) => {
  await using host = await serveRemotes();
  await using site = await serveSite(shop);
  await publishOn(host, site, 'mfe-public');
  const answers: string[] = [];
  page.on('response', (response) => answers.push(response.url()));
  await page.goto(`${site.url}/gracias/aprobado`);
  await expect(page.getByText(FAILED)).toBeVisible();
  expect(answers.filter((url) => url.startsWith(host.url))).toEqual([]);
});
