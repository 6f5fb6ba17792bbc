import { expect, test, type Account } from './support/fixtures.ts';
import { takenOver, watchErrors } from './support/requests.ts';

/** A screen of each remote: who sees it, where, and its heading. */
const SCREENS: [remote: string, account: Account | null, path: string, heading: string | RegExp][] = [
  ['mfe-public', null, '/gracias/aprobado', /gracias/i],
  ['mfe-customer', 'customer', '/perfil', 'Mi Perfil'],
  ['mfe-orders', 'admin', '/dashboard/usuarios', 'Usuarios'],
  ['mfe-inventory', 'technician', '/inventario', 'Inventario de Productos'],
  ['mfe-reports', 'receptionist', '/activity-logs', 'Registro de Actividades'],
];

for (const [remote, account, path, heading] of SCREENS) {
  test(`SHELL-08 ${remote} down: an error with Reintentar in its place only, and back again`, async ({
    page: fresh,
    openAs,
  }) => {
    const page = account ? await openAs(account, '/auth') : fresh;
    await page.route(`**/remotes/${remote}/**`, (route) => route.abort());
    await page.goto(path);
    await expect(page.getByText('No pudimos mostrar esta parte del sitio.')).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await page.unroute(`**/remotes/${remote}/**`);
    await page.getByRole('main').getByRole('button', { name: 'Reintentar' }).last().click();
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await expect(page.getByText('No pudimos mostrar esta parte del sitio.')).toBeHidden();
  });
}

test('SHELL-08 a remote that never answers counts as down after ten seconds, and can be tried again', async ({
  openAs,
}) => {
  const page = await openAs('technician', '/auth');
  await page.route('**/remotes/mfe-inventory/**', () => undefined);
  await page.goto('/inventario');
  await expect(page.getByText('Cargando...').first()).toBeVisible();
  await expect(page.getByText('No pudimos mostrar esta parte del sitio.')).toBeVisible({ timeout: 15_000 });
  await page.unroute('**/remotes/mfe-inventory/**');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByRole('heading', { name: 'Inventario de Productos' })).toBeVisible();
});

test('SHELL-08 a remote of another contract is refused', async ({ openAs }) => {
  const page = await openAs('technician', '/auth');
  const errors = watchErrors(page);
  await page.route('**/remotes/mfe-inventory/**/routes-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text())
        .replace(/contract:1\b/, 'contract:0')
        .replace(/contract:\w+,/, 'contract:0,'),
    });
  });
  await page.goto('/inventario');
  await expect(page.getByText('No pudimos mostrar esta parte del sitio.')).toBeVisible();
  expect(errors.join('\n')).toContain('keeps contract 0, the shell 1');
});

test('SHELL-08 one React and one session on both sides of the boundary', async ({ openAs }) => {
  const page = await openAs('customer', '/auth');
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response.text().catch(() => ''));
  });
  const errors = watchErrors(page);
  await page.goto('/perfil');
  await expect(page.getByRole('heading', { name: 'Mi Perfil' }).first()).toBeVisible();
  // The remote's own link is the shell's router: the page is not loaded anew.
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole('link', { name: 'Mi Panel' }).first().click();
  await expect(page.getByRole('heading', { name: 'Mi Panel', level: 1 })).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  const code = await Promise.all(scripts);
  const defining = (mark: RegExp) => code.filter((text) => mark.test(text)).length;
  expect(defining(/__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=/)).toBe(1);
  expect(defining(/taller\.auth/)).toBe(1);
  expect(errors).toEqual([]);
});

test('SHELL-09 a toast lasts 4 s, is announced, and comes from any remote to the one toaster', async ({
  page,
}) => {
  await page.goto('/servicios');
  await takenOver(page);
  // The clock stands still between the steps: on a slow machine the 4 s would pass by themselves.
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.evaluate(async () => {
    // What every remote gets for '@taller/shared/runtime'.
    const cache = (
      globalThis as unknown as {
        __mf_module_cache__: { share: Record<string, { toast: { error: (text: string) => void } }> };
      }
    ).__mf_module_cache__;
    cache.share['@taller/shared/runtime']?.toast.error('Error al guardar las notas.');
  });
  const toast = page.getByRole('status').filter({ hasText: 'Error al guardar las notas.' });
  await expect(toast).toBeVisible();
  await page.clock.runFor(3_900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toBeHidden();
});
