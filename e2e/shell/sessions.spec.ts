import { withDatabase } from '../support/database.ts';
import { ACCOUNTS, expect, openWith, test, TOKEN_KEY, tokensOf } from '../support/fixtures.ts';

test('SEC-38 the profile lists the user’s sessions; a session that is ended there shows the reason', async ({
  browser,
  openAs,
  shop,
}) => {
  const page = await openAs('customer', '/perfil');
  const list = page.getByRole('region', { name: 'Dónde tienes la sesión abierta' });
  await expect(list.getByText('Este dispositivo')).toHaveCount(1);
  const before = await list.getByRole('listitem').count();

  const other = await openWith(browser, shop, { [TOKEN_KEY]: await tokensOf(shop, 'customer') });
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Mi Panel');
  await page.reload();
  await expect(list.getByRole('listitem')).toHaveCount(before + 1);

  await list.getByRole('button', { name: 'Cerrar las demás sesiones' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page.getByText('Las demás sesiones fueron cerradas.')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  // An open tab checks its profile every 30 s, and when it becomes visible.
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(other).toHaveURL('/auth');
  await other.context().close();
});

test('SEC-39 an unused session of the staff ends with a notice before', async ({ openAs, shop }) => {
  const set = (minutes: number) =>
    withDatabase(
      shop,
      (sql) => sql`update setting_sections set value = value || ${sql.json({ staff_idle_minutes: minutes })}
        where section = 'data'`,
    );
  await set(5);
  const page = await openAs('technician2', '/robots.txt');
  await page.clock.install();
  const told = page.waitForResponse('**/rest/v1/rpc/touch_session');
  await page.goto('/perfil');
  expect(await (await told).json()).toBe(5);
  await expect(page.getByText(ACCOUNTS.technician2)).toBeVisible();
  const notice = page.getByText('Tu sesión se cerrará en menos de un minuto por inactividad.');
  await page.clock.fastForward('04:10');
  await expect(notice).toBeVisible();
  await page.keyboard.press('Shift');
  await expect(notice).toBeHidden();
  await page.clock.fastForward('05:10');
  await expect(page).toHaveURL('/auth');
});
