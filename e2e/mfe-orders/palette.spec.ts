import { axeFindings, sidewaysOverflow } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { newOrder } from '../support/orders.ts';

test('UI-06 UI-08 UI-19 Ctrl+K finds an order by its number and a screen by its name; signing out forgets both @exhaustive', async ({
  openAs,
  shop,
}) => {
  const { order_number: number, id } = await newOrder(shop);
  const page = await openAs('receptionist', '/dashboard');
  const field = page.getByRole('combobox', { name: 'Buscar', exact: true });
  await expect(page.getByRole('button', { name: 'Buscar órdenes, pantallas y acciones' })).toBeVisible();
  // Keys pressed while the palette loads go to its field, not to the desk, where 'n' would open a new order.
  let letThrough = () => {};
  const held = new Promise<void>((done) => (letThrough = done));
  await page.route(/\/palette-.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('n Citasx');
  await page.keyboard.press('Backspace');
  letThrough();
  await expect(field).toHaveValue('n Citas');
  await expect(field).toBeFocused();
  await field.fill('Citas');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/citas');
  await page.goBack();

  // Back closes it, as what lies over a screen closes on a phone (UI-19).
  await page.getByRole('link', { name: 'Citas', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/citas');
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.evaluate(() => history.back());
  await expect(field).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard/citas');
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type(String(number));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/dashboard/orders/view/${id}`);

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toContainText(
    String(number),
  );
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toBe(0);
  await field.fill('nueva orden');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Nueva orden' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await field.fill('cerrar sesion');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  // The session ends once the home page is there.
  await expect
    .poll(() => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('recent'))))
    .toEqual([]);
});
