import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import { ACCOUNTS, expect, PASSWORD, testInNewContext as test } from '../support/fixtures.ts';
import { watchErrors } from '../support/requests.ts';

test.use({ serviceWorkers: 'allow' });

const BANNER = 'Sin conexión a internet. Lo que ves puede no estar al día.';

/** URLs of everything in the site's caches. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
    }
    return found;
  });

/** Waits until a page could start offline. */
const waitUntilCached = (page: Page, name: string) =>
  expect.poll(() => kept(page)).toContain(`/current/${name}`);

async function signIn(page: Page, account: keyof typeof ACCOUNTS): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Correo electrónico').fill(ACCOUNTS[account]);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await page.waitForURL('**/dashboard');
}

const ready = async (context: BrowserContext) =>
  (context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))).url();

test('SHELL-08 after one visit the landing starts without a network, says so, and is itself again with it', async ({
  page,
  context,
}) => {
  const errors = watchErrors(page);
  await page.goto('/');
  expect(new URL(await ready(context)).pathname).toBe('/service-worker.js');
  await waitUntilCached(page, 'index');
  expect(errors).toEqual([]);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(BANNER)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(BANNER)).toBeHidden();
});

test('SHELL-08 SHELL-13 UI-04 the desk starts without a network: signed in, with a notice of missing data, and recovers with the network', async ({
  page,
  context,
}) => {
  await signIn(page, 'technician');
  await expect(page.getByRole('link', { name: /^#?00/ }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: /^#?00/ }).first()).toBeVisible();
  await waitUntilCached(page, 'dashboard');
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(BANNER)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cerrar Sesión' }).first()).toBeVisible();
  const retry = page.getByRole('main').getByRole('button', { name: 'Reintentar' }).first();
  await expect(retry).toBeVisible();
  await expect(page.getByText('No se pudieron cargar las órdenes.')).toBeVisible();
  // The banner says why, and nothing says it again.
  await expect(page.getByText(/no hay conexión|escribiste/i)).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^#?00/ })).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText(BANNER)).toBeHidden();
  await expect(page.getByRole('link', { name: /^#?00/ }).first()).toBeVisible();
});

test('SHELL-08 a page never visited starts without a network from another one that is kept; without any it says so @exhaustive', async ({
  page,
  context,
}) => {
  await page.goto('/auth');
  await ready(context);
  await waitUntilCached(page, 'auth');
  await context.setOffline(true);
  await page.goto('/forgot-password');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByText(BANNER)).toBeVisible();
  await page.evaluate(() => caches.delete('taller-pages-1'));
  await page.goto('/servicios');
  await expect(page.getByRole('heading', { name: 'Sin conexión a internet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Reintentar' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Reintentar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sin conexión a internet' })).toHaveCount(0);
});

test('SHELL-08 SHELL-05 only the site’s files are cached: no answer of the API, no secret address, no code of another role', async ({
  page,
  context,
}) => {
  await signIn(page, 'receptionist');
  await ready(context);
  await expect(page.getByRole('link', { name: /^#?00/ }).first()).toBeVisible();
  await page.goto('/decision-presupuesto/3b9f8a8e-7d6b-4c51-9a34-1f2f7d0c9b11');
  await waitUntilCached(page, 'decision-presupuesto');
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /^#?00/ }).first()).toBeVisible();
  await waitUntilCached(page, 'dashboard');
  const addresses = await kept(page);
  const expected =
    /^\/(?:(?:current|newest)\/[a-z0-9-]+|config\.json|(?:assets|remotes)\/.+-[\w-]{8,}\.\w+|remotes\/[\w-]+\/\w+\/(?:integrity|screens\/[\w-]+)\.json)$/;
  expect(addresses.filter((address) => !expected.test(address))).toEqual([]);
  expect(addresses.join('\n')).not.toContain('3b9f8a8e');
  expect(addresses.filter((address) => address.includes('mfe-reports'))).toEqual([]);
  const texts = await page.evaluate(async () => {
    const cache = await caches.open('taller-pages-1');
    const keys = await cache.keys();
    return Promise.all(keys.map(async (key) => (await cache.match(key))?.text() ?? ''));
  });
  for (const text of texts) expect(text).not.toMatch(/006\d{3}|@taller\.test|Ñanculeo/);
});

test('SHELL-06 SHELL-08 the next person on the same device sees nothing of the one before, with or without a network @exhaustive', async ({
  page,
  context,
}) => {
  await signIn(page, 'admin');
  await expect(page.getByRole('link', { name: /^#?00/ }).first()).toBeVisible();
  await ready(context);
  await page.reload();
  await waitUntilCached(page, 'dashboard');
  await page.getByRole('button', { name: 'Cerrar Sesión' }).first().click();
  await page.waitForURL(/\/(?:auth)?$/);
  await signIn(page, 'customer');
  await expect(page.getByRole('heading', { name: 'Mi Panel' })).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(BANNER)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Mi Panel' })).toBeVisible();
  await expect(page.getByText('Panel de Admin')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^#?00/ })).toHaveCount(0);
});

test('SHELL-08 a build that was published arrives with the next navigation; the kept one stays whole until all of the new one is here', async ({
  page,
  context,
  shop,
}) => {
  // A host that proxies everything, and then serves the page of a newer build with a missing file.
  let published = false;
  const newer =
    '<meta name="newer" content="1"><link rel="modulepreload" crossorigin href="/assets/nunca-Ab12Cd34.js"></head>';
  const host = createServer((request, response) => {
    const answer = async () => {
      const from = await fetch(`${shop.url}${request.url}`);
      const body = Buffer.from(await from.arrayBuffer());
      const type = from.headers.get('content-type') ?? '';
      response.writeHead(from.status, { 'content-type': type, 'cache-control': 'no-cache' });
      const edited = published && request.url === '/';
      response.end(edited ? body.toString().replace('</head>', newer) : body);
    };
    answer().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/`);
  await ready(context);
  await waitUntilCached(page, 'index');
  published = true;
  await page.reload();
  await expect(page.locator('meta[name="newer"]')).toHaveCount(1);
  await expect.poll(() => kept(page)).toContain('/newest/index');
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('meta[name="newer"]')).toHaveCount(0);
  host.closeAllConnections();
  await new Promise((resolve) => host.close(resolve));
});

test('SHELL-08 "serviceWorker": false in config.json takes the worker and all that it kept away', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await ready(context);
  await waitUntilCached(page, 'index');
  await context.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), serviceWorker: false } });
  });
  await page.reload();
  const left = () =>
    page.evaluate(async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      caches: (await caches.keys()).filter((name) => name !== 'taller-config-1'),
    }));
  await expect.poll(left).toEqual({ workers: 0, caches: [] });
});
