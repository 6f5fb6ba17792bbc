import type { Browser, Page } from '@playwright/test';
import type { RunningServer } from '@taller/server/start-server.ts';
import {
  expect,
  openWith,
  testInNewContext as test,
  TOKEN_KEY,
  tokensOf,
  type Account,
} from '../support/fixtures.ts';
import { remotesIn, takenOver, watchRequests } from '../support/requests.ts';
import { EXHAUSTIVE, exhaustiveAfterFirst } from '../support/tiers.ts';

/**
 * Touches links to these paths, one after the other. When this resolves, prefetches caused by the touches have started.
 */
async function touchLinks(page: Page, addresses: readonly string[]): Promise<void> {
  await page.evaluate(async (hrefs) => {
    for (const href of hrefs) {
      const link = document.createElement('a');
      link.href = href;
      link.textContent = href;
      document.querySelector('main')?.append(link);
      link.dispatchEvent(new Event('touchstart', { bubbles: true }));
      // The page prefetches in a timer of its own, which the next touch would cancel.
      await new Promise((resolve) => setTimeout(resolve));
      link.remove();
    }
  }, addresses);
}

/** A page of a context of its own: kept pages save data, so nothing is fetched ahead for them. */
async function openAlone(browser: Browser, shop: RunningServer, account: Account, path: string) {
  const page = await openWith(browser, shop, { [TOKEN_KEY]: await tokensOf(shop, account) });
  await page.goto(path);
  return page;
}

/** Waits until the page listens for prefetch triggers. */
const listens = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/prefetch-')),
  );

/** Paths that an account may not see, one that it may, and the remotes that may be requested for it. */
const FORBIDDEN: [account: Account, addresses: string[], allowed: string, remotes: string[]][] = [
  [
    'customer',
    [
      '/informes',
      '/dashboard/informes',
      '/activity-logs',
      '/inventario',
      '/dashboard/usuarios',
      '/print-select/1',
      '/orders/1',
    ],
    '/dashboard',
    ['mfe-customer'],
  ],
  [
    'technician',
    ['/informes', '/dashboard/informes', '/dashboard/logs'],
    '/inventario',
    ['mfe-inventory', 'mfe-orders'],
  ],
];

for (const [account, addresses, allowed, remotes] of FORBIDDEN) {
  test(
    `SHELL-05 the browser of a ${account} fetches nothing ahead that the role may not see`,
    { tag: EXHAUSTIVE },
    async ({ browser, shop }) => {
      const page = await openAlone(browser, shop, account, '/gracias/aprobado');
      await expect(page.getByRole('button', { name: 'Cerrar Sesión' })).toBeVisible();
      await listens(page);
      const requested = watchRequests(page);
      await touchLinks(page, [...addresses, allowed]);
      // The last link, which is allowed, was prefetched; the earlier ones were not.
      const ofAllowed = remotes[0] ?? '';
      await expect
        .poll(() =>
          requested.some((path) => path.includes(`/remotes/${ofAllowed}/`) && /-page-[\w-]+\.js$/.test(path)),
        )
        .toBe(true);
      expect(remotesIn(requested).filter((name) => !remotes.includes(name))).toEqual([]);
      expect(requested.filter((path) => path.includes('mfe-reports'))).toEqual([]);
      await page.context().close();
    },
  );
}

test('SHELL-05 signed out, links to protected pages fetch nothing ahead', async ({ page }) => {
  await page.goto('/gracias/aprobado');
  await listens(page);
  const requested = watchRequests(page);
  await touchLinks(page, ['/dashboard', '/informes', '/inventario', '/perfil', '/auth']);
  await expect.poll(() => requested.some((path) => path.includes('/assets/auth-chunk-'))).toBe(true);
  // The page's own remote may still be loading what the page shows later.
  expect(remotesIn(requested).filter((name) => name !== 'mfe-public')).toEqual([]);
});

test('PUB-06 a link’s code is fetched on hover, and that of the likely next page when the browser is idle', async ({
  browser,
  shop,
}) => {
  const page = await openAlone(browser, shop, 'technician', '/servicios');
  const requested = watchRequests(page);
  await page.reload();
  const fetched = (pattern: RegExp) => requested.some((path) => pattern.test(path));
  await expect.poll(() => fetched(/\/mfe-orders\/.*\/order-desk-page-[\w-]+\.js$/)).toBe(true);
  await expect.poll(() => fetched(/\/mfe-inventory\/.*\/inventory-page-[\w-]+\.js$/)).toBe(true);
  expect(fetched(/\/mfe-customer\//)).toBe(false);
  await page.getByRole('banner').getByRole('link', { name: 'Mi Perfil' }).hover();
  await expect.poll(() => fetched(/\/mfe-customer\/.*\/profile-page-[\w-]+\.js$/)).toBe(true);
  expect(requested.filter((path) => path.includes('mfe-reports'))).toEqual([]);
  await page.context().close();
});

for (const [index, [account, remotes]] of (
  [
    ['receptionist', ['mfe-public', 'mfe-orders', 'mfe-inventory']],
    ['customer', ['mfe-public', 'mfe-customer']],
  ] as const
).entries())
  test(
    `PUB-06 SHELL-05 at rest the browser of a ${account} fetches nothing that the role may not see`,
    { tag: exhaustiveAfterFirst(index) },
    async ({ browser, shop }) => {
      const page = await openAlone(browser, shop, account, '/servicios');
      const requested = watchRequests(page);
      await page.reload();
      await expect.poll(() => remotesIn(requested)).toEqual(expect.arrayContaining([...remotes]));
      expect(remotesIn(requested).filter((name) => !(remotes as readonly string[]).includes(name))).toEqual(
        [],
      );
      await page.context().close();
    },
  );

test('PUB-06 nothing is fetched ahead before the page reacts @exhaustive', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/remotes/mfe-public/**/landing-page-*.js', async (route) => {
    await held;
    await route.continue();
  });
  const requested = watchRequests(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => requested.some((path) => path.includes('/landing-page-'))).toBe(true);
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))),
  );
  expect(requested.filter((path) => /\/prefetch-|\/screens\//.test(path))).toEqual([]);
  release();
  await takenOver(page);
  await expect.poll(() => requested.some((path) => path.includes('/services-page-'))).toBe(true);
});

test('PUB-06 nothing is prefetched for users who save data @exhaustive', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  );
  await page.goto('/gracias/aprobado');
  await listens(page);
  // Everything of the screen itself has arrived.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const requested = watchRequests(page);
  await touchLinks(page, ['/auth', '/servicios']);
  // The start-up probe runs when the page is idle, independent of touches.
  expect(requested.filter((path) => path !== '/rest/v1/profiles')).toEqual([]);
  await page.evaluate(() => Object.assign(Reflect.get(navigator, 'connection'), { saveData: false }));
  await touchLinks(page, ['/servicios']);
  await expect.poll(() => requested.some((path) => path.includes('/services-page-'))).toBe(true);
  // The link itself still works.
  await page.getByRole('link', { name: 'Iniciar Sesión' }).click();
  await expect(page).toHaveURL('/auth');
  await expect.poll(() => requested.some((path) => path.includes('/assets/auth-chunk-'))).toBe(true);
});
