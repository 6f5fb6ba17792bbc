/** The terms on an order's sheet are those that it was first printed with. */
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { newOrder } from '../support/orders.ts';
import { recordPrinting, sheets } from '../support/printing.ts';

test.afterEach(async ({ shop }) => {
  await withDatabase(shop, (sql) => sql`delete from private.printed_terms`);
});

test('CFG-27 an order printed before a change keeps its terms, one printed after it in a tab opened before has the new ones', async ({
  openAs,
  shop,
}) => {
  // Orders of its own: other tests print theirs, which then keep the terms of that moment.
  const orders = [await newOrder(shop), await newOrder(shop)];
  const [first, second] = orders.map(({ id }) => `/print/${id}?type=client&copies=1`);
  // This tab keeps the facts that its page was served with.
  const desk = await openAs('receptionist', '/robots.txt');
  const calls = await recordPrinting(desk.context());
  await desk.goto(first ?? '');
  const terms = sheets(desk).locator('ol > li');
  await expect(terms.first()).toContainText('40 días');
  const version = sheets(desk).getByText(/^Condiciones versión \d+, del \d\d-\d\d-20\d\d$/);
  const old = await version.innerText();
  await expect.poll(() => calls.map(({ what }) => what)).toEqual(['print', 'close']);

  const office = await openAs('admin', '/dashboard/ajustes/terms');
  await office.getByLabel('Condición', { exact: true }).first().fill('Solo se atiende con esta hoja.');
  await office.getByRole('button', { name: 'Guardar' }).click();
  await expect(office.getByText('Ajustes guardados.', { exact: true })).toBeVisible();

  /** Goes to another sheet in the same page: no document is loaded, so its facts are still the earlier ones. */
  const turnTo = (address = '') =>
    desk.evaluate((href) => {
      history.pushState(null, '', href);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address);
  await turnTo(second);
  await expect(terms.first()).toHaveText('Solo se atiende con esta hoja.');
  await expect(version).not.toHaveText(old);
  await expect.poll(() => calls.length).toBe(4);
  await turnTo(first);
  await expect(terms.first()).toContainText('40 días');
  await expect(version).toHaveText(old);
  await expect.poll(() => calls.length).toBe(6);
  calls.length = 0;
  await desk.reload();
  await expect(terms.first()).toContainText('40 días');
  await expect.poll(() => calls.map(({ what }) => what)).toEqual(['print', 'close']);
  expect(calls[0]?.text).toContain(old);
});

test('CFG-27 a sheet whose terms cannot be read is not printed, and is printed after another try @exhaustive', async ({
  openAs,
  shop,
}) => {
  const [order] = await withDatabase(shop, (sql) => sql`select id from service_orders limit 1`);
  const page = await openAs('technician', '/robots.txt');
  const calls = await recordPrinting(page.context());
  await page.route('**/rpc/print_terms', (route) => route.abort());
  await page.goto(`/print/${order?.id as string}?type=client&copies=1`);
  const again = page.getByRole('button', { name: 'Reintentar' });
  await expect(again).toBeVisible();
  expect(calls).toEqual([]);
  await page.unroute('**/rpc/print_terms');
  await again.click();
  await expect(sheets(page)).toContainText(/Condiciones versión \d+, del/);
  await expect.poll(() => calls.length).toBe(2);
});
