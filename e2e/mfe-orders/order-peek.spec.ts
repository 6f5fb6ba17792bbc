import type { Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { withDatabase, type DemoOrder } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { asNumber, newOrder, partsOutside, rowOf } from '../support/orders.ts';
import { layoutFaults, settled } from '../support/screen-faults.ts';

const WIDE = { viewport: { width: 1280, height: 900 } };
/** A point on the name in a row, which the row's link covers. */
const BESIDE_WORDS = { x: 200, y: 30 };
const beside = (page: Page) => page.getByRole('region', { name: 'Orden al lado de la lista' });
const linkOf = (page: Page, order: DemoOrder) =>
  page.getByRole('link', { name: `#${asNumber(order)}`, exact: true });

test('ORD-85 ORD-86 the keyboard alone opens an order beside the list and moves it along, and every access is logged', async ({
  openAs,
  shop,
}) => {
  // The newest is the first of the list.
  const passed = await newOrder(shop, { customer_name: 'Sofía Pasada' });
  const second = await newOrder(shop, { customer_name: 'Bruno Segundo', status: 'completed', quote: 30_000 });
  const first = await newOrder(shop, { customer_name: 'Ana Primera' });
  const page = await openAs('receptionist', '/dashboard', WIDE);
  const panel = beside(page);
  const pressRow = async (order: DemoOrder) => {
    // The number of the order must not come under the pointer while the list takes the panel's place.
    await settled(page);
    await rowOf(page, order).click({ position: BESIDE_WORDS });
  };
  await linkOf(page, first).focus();
  await page.keyboard.press('Space');
  await expect(panel).toContainText('Ana Primera');
  await expect(linkOf(page, first)).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`ver=${first.id}`));

  // Through to the third and back, faster than anybody reads.
  await page.evaluate(() => {
    const press = (key: string) =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      );
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) press(key);
  });
  await expect(panel).toContainText('Bruno Segundo');
  await expect(linkOf(page, second)).toBeFocused();
  await expect(panel).not.toContainText('Ana Primera');
  const looks = await withDatabase(
    shop,
    (sql) => sql`select order_id from private.looks
      where kind = 'order' and order_id in (${first.id}, ${second.id}, ${passed.id})
      group by order_id order by min(id)`,
  );
  expect(looks.map(({ order_id }) => order_id)).toEqual([first.id, second.id]);

  // There and back, and a change by somebody else while it is open.
  await page.keyboard.press('F6');
  await expect(panel).toBeFocused();
  await expect(panel.getByRole('button', { name: 'Entregar' })).toBeVisible();
  await withDatabase(
    shop,
    (sql) =>
      sql`update service_orders set status = 'delivered', delivered_at = now(), warranty_days = 5 where id = ${second.id}`,
  );
  await expect(panel.getByRole('button', { name: 'Entregar' })).toHaveCount(0);
  await expect(panel.getByRole('button', { name: /^Cambiar el precio/ })).toHaveCount(0);
  await page.keyboard.press('F6');
  await expect(linkOf(page, second)).toBeFocused();

  // A reload keeps it; Escape in it closes it to its row; Enter opens the whole order, and Back returns to the desk.
  await page.reload();
  await expect(panel).toContainText('Bruno Segundo');
  await panel.focus();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(linkOf(page, second)).toBeFocused();
  await pressRow(first);
  await expect(panel).toContainText('Ana Primera');
  await page.goBack();
  await expect(panel).toHaveCount(0);
  await linkOf(page, first).focus();
  await page.keyboard.press('Space');
  await expect(panel).toContainText('Ana Primera');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Orden ${asNumber(first)}` })).toBeVisible();
  await page.goBack();
  await expect(panel).toContainText('Ana Primera');
  await withDatabase(shop, (sql) => sql`delete from service_orders where id = ${first.id}`);
  await expect(panel).toContainText(/La orden \d{6} fue eliminada/);

  // Narrower, a press on the row opens the whole order.
  await page.setViewportSize({ width: 1100, height: 900 });
  await expect(panel).toHaveCount(0);
  await pressRow(second);
  await expect(page.getByRole('heading', { name: `Orden ${asNumber(second)}` })).toBeVisible();
});

test('ORD-87 UI-01 beside an open order nothing of the rows or of the order is cut, covered or too small @exhaustive', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, {
    customer_name: 'Maximiliano Alejandro Fernández-Undurraga',
    status: 'quoted',
    quote: 1_234_990,
    total_amount: 1_234_990,
    advance_payment: 100_000,
    notes: 'Sin prisa. '.repeat(120),
  });
  const page = await openAs('admin', `/dashboard?ver=${order.id}`, WIDE);
  await expect(beside(page)).toContainText('Maximiliano');
  const found: string[] = [];
  const look = async (width: number, rows: number) => {
    await page.setViewportSize({ width, height: 900 });
    await settled(page);
    found.push(...(await layoutFaults(page)).map((fault) => `${width} ${rows}: ${fault}`));
    const row = rowOf(page, order).first();
    expect(await row.evaluate((element) => element.getBoundingClientRect().height)).toBe(rows);
    expect([width, await partsOutside(row)]).toEqual([width, []]);
  };
  for (const width of [1180, 1200, 1280, 1440, 1920]) await look(width, 88);
  await page.getByRole('checkbox', { name: 'Compacta' }).check();
  for (const width of [1280, 1440]) await look(width, 56);
  expect(found).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
});

test('UI-23 placeholders of an order beside the list keep a distance from its frame', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { customer_name: 'Rosa Lenta' });
  const page = await openAs('receptionist', '/dashboard', WIDE);
  // The order is never answered: the panel stays as it is while it is read.
  await page.route(new RegExp(`/rest/v1/service_orders.*id=eq\\.${order.id}`), () => {});
  await linkOf(page, order).focus();
  await page.keyboard.press('Space');
  const waiting = beside(page).getByText(/^Cargando/);
  await expect(waiting).toBeVisible();
  // The panel's own waiting takes the place of its code's in between.
  const inset = async () => {
    const [frame, text] = await Promise.all([beside(page).boundingBox(), waiting.boundingBox()]);
    return frame && text ? text.x - frame.x : null;
  };
  await expect.poll(inset).toBeGreaterThanOrEqual(12);
});
