import type { Page } from '@playwright/test';
import { paths } from '@taller/shared/contract/paths.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { expect, test } from '../support/fixtures.ts';
import { newOrder } from '../support/orders.ts';

/** Types as fast as a scanner does, which the test's own keys do not on a busy machine. */
const scan = (page: Page, code: string) =>
  page.evaluate((text) => {
    const target = document.activeElement ?? document.body;
    for (const key of [...text.split(''), 'Enter'])
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }, code);

test('REC-99 a scan opens order, device and product from any screen, and says what is unknown', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { imei: '356938035643809' });
  const page = await openAs('receptionist', paths.dashboardAppointments.getHref());
  await expect(page.getByRole('button', { name: 'Buscar órdenes, pantallas y acciones' })).toBeVisible();
  const label = (number: number) => `${new URL(page.url()).origin}/orders/view/${formatOrderNumber(number)}`;
  await scan(page, label(order.order_number));
  await expect(page).toHaveURL(paths.orderView.getHref(order.id));
  await scan(page, '356938035643809');
  await expect(page).toHaveURL(paths.devicePassport.getHref('356938035643809'));
  await scan(page, 'INV-000001');
  await expect(page).toHaveURL(`${paths.dashboardInventory.getHref()}?buscar=INV-000001`);

  const field = page.getByRole('combobox', { name: 'Buscar', exact: true });
  const said = page.getByRole('dialog').getByRole('status');
  await scan(page, label(999_999_999));
  await expect(field).toHaveValue(label(999_999_999));
  await expect(said).toContainText('Nada coincide');
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await scan(page, 'https://otra-tienda.test/orders/view/000001');
  await expect(said).toContainText('de otro sitio');
});

test('REC-99 a scan in a text field stays there', async ({ openAs }) => {
  const page = await openAs('receptionist', '/dashboard');
  const search = page.getByRole('searchbox').first();
  await search.focus();
  await scan(page, '356938035643809');
  // The keys were the field's: the palette has none of them.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Buscar', exact: true })).toHaveValue('');
});
