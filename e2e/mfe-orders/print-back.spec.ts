import { expect, test } from '../support/fixtures.ts';
import { newOrder, rowOf, asNumber } from '../support/orders.ts';

test("ORD-13 'Volver' of the choice of sheets leads to the page before, whichever it was @exhaustive", async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { status: 'quoted' });
  const heading = (name: string) => expect(page.getByRole('heading', { name })).toBeVisible();
  const print = () => page.getByRole('link', { name: 'Imprimir', exact: true });
  // From the list as it was filtered.
  const page = await openAs('receptionist', '/dashboard?vista=esperan-al-cliente');
  await rowOf(page, order)
    .getByRole('button', { name: /^Más acciones/ })
    .click();
  await page.getByRole('menuitem', { name: 'Imprimir' }).click();
  await heading('Imprimir orden');
  await page.getByRole('button', { name: 'Volver' }).click();
  await expect(page).toHaveURL('/dashboard?vista=esperan-al-cliente');

  // From the order's page, and from there to the list again.
  await rowOf(page, order)
    .getByRole('link', { name: `#${asNumber(order)}` })
    .click();
  await print().click();
  await heading('Imprimir orden');
  // Its first page since it was loaded, with pages before it.
  await page.reload();
  await heading('Imprimir orden');
  await page.getByRole('button', { name: 'Volver' }).click();
  await expect(page).toHaveURL(`/dashboard/orders/view/${order.id}`);
  await page.goBack();
  await expect(page).toHaveURL('/dashboard?vista=esperan-al-cliente');

  // A new tab has no earlier page: the button leads to the order.
  const alone = await page.context().newPage();
  await alone.goto(`/print-select/${order.id}`);
  await alone.getByRole('button', { name: 'Volver' }).click();
  await expect(alone).toHaveURL(`/dashboard/orders/view/${order.id}`);
  await alone.close();
});
