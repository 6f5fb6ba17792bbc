import type { Route } from '@playwright/test';
import { expect, openWith, test, TOKEN_KEY, tokensOf, USER_KEY } from '../support/fixtures.ts';
import { exhaustiveAfterFirst } from '../support/tiers.ts';

const CURRENT_USER = ['createdAt', 'email', 'fullName', 'id', 'phone', 'role', 'rut'];

test('SHELL-06 the browser keeps the current user, and the session survives a reload', async ({ openAs }) => {
  const page = await openAs('customer', '/dashboard');
  await expect(page.getByRole('heading', { name: 'Mi Panel', level: 1 })).toBeVisible();
  const stored = await page.evaluate((key) => localStorage.getItem(key), USER_KEY);
  expect(Object.keys(JSON.parse(stored ?? '{}') as object).sort()).toEqual(CURRENT_USER);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Mi Panel', level: 1 })).toBeVisible();
});

test('SHELL-06 an incomplete stored user is signed out, then sent to /auth, without a loop', async ({
  browser,
  shop,
}) => {
  const tokens = await tokensOf(shop, 'customer');
  const page = await openWith(browser, shop, {
    [TOKEN_KEY]: tokens,
    [USER_KEY]: { id: 'x', email: 'x@y.cl' },
  });
  const visited: string[] = [];
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url());
    if (visited.at(-1) !== pathname) visited.push(pathname);
  });
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/auth');
  await expect(page.getByLabel('Correo electrónico')).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect(visited).toEqual(['/dashboard', '/auth']);
  await page.context().close();
});

test('SHELL-06 a profile that cannot be read signs out, then leads to /auth', async ({ browser, shop }) => {
  const page = await openWith(browser, shop, { [TOKEN_KEY]: await tokensOf(shop, 'customer') });
  // The profile is unavailable: the lookup returns no row.
  await page.route('**/rest/v1/profiles?select=id%2C*', (route) => route.fulfill({ json: [] }));
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/auth');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await page.context().close();
});

test('SHELL-06 a profile lookup that fails with 500 leads to /auth, and back with the answer @exhaustive', async ({
  browser,
  shop,
}) => {
  const page = await openWith(browser, shop, { [TOKEN_KEY]: await tokensOf(shop, 'customer') });
  let failing = true;
  await page.route('**/rest/v1/profiles?select=id%2C*', (route) =>
    failing ? route.fulfill({ status: 500, json: { message: 'no' } }) : route.continue(),
  );
  await page.goto('/perfil');
  await expect(page).toHaveURL('/auth');
  await expect(page.getByRole('alert')).toHaveText(
    'El servidor no pudo responder. Espera un momento e intenta de nuevo. Tu sesión sigue abierta: volverás a entrar en cuanto responda.',
  );
  expect(await page.evaluate((key) => localStorage.getItem(key) !== null, TOKEN_KEY)).toBe(true);
  failing = false;
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page).toHaveURL('/perfil');
  await page.context().close();
});

test('SHELL-07 signing out in one tab signs out the others', async ({ openAs }) => {
  const first = await openAs('customer', '/servicios');
  const second = await first.context().newPage();
  await second.goto('/dashboard');
  await expect(second.getByRole('heading', { name: 'Mi Panel', level: 1 })).toBeVisible();
  await first.getByRole('button', { name: 'Cerrar Sesión' }).click();
  await expect(first).toHaveURL('/');
  await expect(second).toHaveURL('/auth');
});

for (const [index, [name, answer]] of (
  [
    ['cannot be reached', (route: Route) => route.abort()],
    ['does not answer', () => undefined],
  ] as const
).entries()) {
  test(
    `SHELL-06 signing out works when the server ${name}, also for somebody who leaves at once`,
    { tag: exhaustiveAfterFirst(index) },
    async ({ openAs }) => {
      const page = await openAs('technician', '/dashboard');
      await expect(page.getByRole('heading', { name: 'Panel de Técnico' })).toBeVisible();
      await page.route('**/auth/v1/logout*', answer);
      const asked = page.waitForRequest('**/auth/v1/logout?scope=local');
      await page.getByRole('button', { name: 'Cerrar Sesión' }).first().click();
      expect((await asked).headers().authorization).toMatch(/^Bearer \S{20,}/);
      await page.goto('/dashboard');
      await expect(page).toHaveURL('/auth');
      const left = () => Object.keys(localStorage).filter((key) => /^taller\.(?:auth|user)/.test(key));
      expect(await page.evaluate(left)).toEqual([]);
    },
  );
}

test('SHELL-06 the press that signs out leaves nothing in the browser, however soon the page goes @exhaustive', async ({
  openAs,
}) => {
  const page = await openAs('technician', '/dashboard');
  await expect(page.getByRole('heading', { name: 'Panel de Técnico' })).toBeVisible();
  const left = await page
    .getByRole('button', { name: 'Cerrar Sesión' })
    .first()
    .evaluate((button: HTMLElement) => {
      button.click();
      return Object.keys(localStorage).filter((key) => /^taller\.(?:auth|user)/.test(key));
    });
  expect(left).toEqual([]);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Iniciar Sesión' })).toBeVisible();
});

test('SHELL-07 a session about to expire is refreshed; while the server is away it tries again, waiting longer each time @exhaustive', async ({
  browser,
  shop,
}) => {
  const tokens = await tokensOf(shop, 'technician');
  const soon = { ...tokens, expires_in: 60, expires_at: Math.floor(Date.now() / 1000) + 60 };
  const page = await openWith(browser, shop, { [TOKEN_KEY]: soon });
  const times: number[] = [];
  await page.route('**/auth/v1/token?grant_type=refresh_token', async (route) => {
    times.push(Date.now());
    await (times.length <= 3 ? route.abort() : route.continue());
  });
  await page.goto('/activity-logs');
  await expect(page.getByRole('heading', { name: 'Registro de Actividades' })).toBeVisible();
  await expect
    .poll(() =>
      page
        .evaluate((key) => localStorage.getItem(key), TOKEN_KEY)
        .then((text) => text?.includes(String(tokens.refresh_token))),
    )
    .toBe(false);
  // Lower limits, since a busy machine only waits longer.
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
  expect(gaps[0]).toBeGreaterThanOrEqual(200);
  expect(gaps[1]).toBeGreaterThanOrEqual(400);
  expect(gaps[2]).toBeGreaterThanOrEqual(800);
  await page.context().close();
});

test('SHELL-13 a server that cannot be reached is announced, and the site notices when it is back', async ({
  page,
}) => {
  await page.route('**/rest/v1/profiles*', (route) => route.abort());
  await page.goto('/servicios');
  const banner = page.getByText('Sin conexión con el servidor. Reintentando...');
  await expect(banner).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.unroute('**/rest/v1/profiles*');
  await expect(banner).toBeHidden();
});
