import { expect, test } from '../support/fixtures.ts';
import { pauseClock } from '../support/pause-clock.ts';
import { exhaustiveAfterFirst } from '../support/tiers.ts';
import { takenOver, watchErrors } from '../support/requests.ts';

test('SHELL-08 one React and one session on both sides of the boundary', async ({ openAs }) => {
  const page = await openAs('customer', '/auth');
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response.text().catch(() => ''));
  });
  const errors = watchErrors(page);
  await page.goto('/perfil');
  await expect(page.getByRole('heading', { name: 'Mi Perfil' }).first()).toBeVisible();
  // The remote's own link uses the shell's router: the page is not reloaded.
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
  // The clock is frozen between the steps: on a slow machine the 4 s would pass by themselves.
  await page.clock.install();
  await pauseClock(page);
  await page.evaluate(async () => {
    // The module that every remote gets for '@taller/shared/runtime'.
    const cache = (
      globalThis as unknown as {
        __mf_module_cache__: { share: Record<string, { toast: { error: (text: string) => void } }> };
      }
    ).__mf_module_cache__;
    cache.share['default:@taller/shared/runtime']?.toast.error('Error al guardar las notas.');
  });
  const toast = page.getByRole('status').filter({ hasText: 'Error al guardar las notas.' });
  await expect(toast).toBeVisible();
  await page.clock.runFor(3_900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toBeHidden();
});

for (const [index, [role, path, when, shown]] of (
  [
    ['technician', '/dashboard', 'before its first screen', 'main [data-order-link]'],
    ['customer', '/orders/view/000001', 'with a later screen', 'main h1'],
  ] as const
).entries()) {
  test(
    `SHELL-89 a missing singleton that a remote needs ${when} is reported in its place, and loads with Reintentar`,
    { tag: exhaustiveAfterFirst(index) },
    async ({ openAs }) => {
      const page = await openAs(role, '/auth');
      await page.route('**/assets/query-*.js', (route) => route.abort());
      await page.goto(path);
      const again = page.getByRole('main').getByRole('button', { name: 'Reintentar' });
      await expect(again).toBeVisible();
      await expect(page.getByText('No llegó del servidor: revisa tu conexión')).toBeVisible();
      await page.unroute('**/assets/query-*.js');
      await again.click();
      await expect(page.locator(shown).first()).toBeVisible();
      await expect(again).toBeHidden();
    },
  );
}
