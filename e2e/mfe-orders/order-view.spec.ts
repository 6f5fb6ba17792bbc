import type { RunningServer } from '@taller/server/start-server.ts';
import { withDatabase, type DemoOrder } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { asNumber, newOrder } from '../support/orders.ts';
import { settled } from '../support/screen-faults.ts';

/** The customer's answer through the link of the quote, on what its page shows. */
async function decide(
  shop: RunningServer,
  { id }: DemoOrder,
  decision: 'approved' | 'rejected',
): Promise<void> {
  await withDatabase(
    shop,
    (sql) =>
      sql`update service_orders set status = 'quoted', quote = 45990, total_amount = 45990 where id = ${id}`,
  );
  const post = (path: string, body: unknown) =>
    fetch(`${shop.url}${path}`, {
      method: 'POST',
      headers: { apikey: shop.keys.publishable, 'content-type': 'application/json', 'user-agent': 'Firefox' },
      body: JSON.stringify(body),
    });
  const page = await post('/rest/v1/rpc/get_quote', { p_order_id: id });
  const [{ total_amount, version }] = (await page.json()) as [{ total_amount: number; version: string }];
  const answer = { orderId: id, decision, total_amount, version };
  expect((await post('/functions/v1/update-quote-status', answer)).ok).toBe(true);
}

test('ORD-12 UI-01 the customer’s decisions with their icons, written by the server; no panel where there are none @exhaustive', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop);
  const page = await openAs('technician', `/dashboard/orders/view/${order.id}`);
  const history = page.getByRole('region', { name: 'Historial', exact: true });
  await expect(history).toContainText('Orden creada');
  // Used parts that come later would push the history down (UI-01): it waits for them, but not for a second attempt.
  let answer: 'later' | 'never' = 'later';
  let letThrough = () => {};
  const held = new Promise<void>((done) => (letThrough = done));
  await page.route('**/rest/v1/rpc/order_parts', async (route) => {
    if (answer === 'never') return route.fulfill({ status: 503, json: {} });
    await held;
    return route.continue();
  });
  const asked = page.waitForResponse(/order_events/);
  await page.reload();
  await asked;
  await expect(page.getByText('Orden creada')).toBeHidden();
  letThrough();
  await expect(history).toContainText('Orden creada');
  answer = 'never';
  await page.reload();
  await expect(history).toContainText('Orden creada');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const decisions = page.getByRole('region', { name: 'Decisiones del cliente' });
  await expect(decisions).toHaveCount(0);
  await decide(shop, order, 'rejected');
  await decide(shop, order, 'approved');
  await page.reload();
  const entries = decisions.getByRole('listitem');
  await expect(entries).toHaveCount(2);
  const approval = entries.filter({ has: page.getByRole('img', { name: 'Aprobación' }) });
  const rejection = entries.filter({ has: page.getByRole('img', { name: 'Rechazo' }) });
  await expect(approval).toContainText('El cliente aprobó el presupuesto de $45.990.');
  await expect(rejection).toContainText('El cliente rechazó el presupuesto de $45.990.');
  await expect(page.getByText('Aprobado el')).toBeVisible();
  await expect(decisions).not.toContainText('Con el enlace');
  const asAdmin = await openAs('admin', `/dashboard/orders/view/${order.id}`);
  await expect(asAdmin.getByText('Con el enlace, sin cuenta · red 127.0.0.0/24 · Firefox')).toHaveCount(2);
});

test('ORD-12 other orders of the same device or customer lead on, and nobody else’s are there', async ({
  openAs,
  shop,
}) => {
  // A serial number with characters that are separators in the API's filter syntax.
  const serial = 'SN(1),imei.eq.x-2';
  const order = await newOrder(shop, { customer_rut: '17890123-4', imei: serial });
  const sameDevice = await newOrder(shop, { customer_rut: '9876543-3', imei: serial });
  const sameCustomer = await newOrder(shop, { customer_rut: '17890123-4', equipment_model: 'Galaxy A05' });
  const other = await newOrder(shop, { customer_rut: '9876543-3' });
  const page = await openAs('receptionist', `/dashboard/orders/view/${order.id}`);
  const related = page.getByRole('region', { name: 'Otras órdenes' });
  const entry = (of: DemoOrder) => related.getByRole('listitem').filter({ hasText: `#${asNumber(of)}` });
  await expect(entry(sameDevice)).toContainText('Mismo equipo');
  await expect(entry(sameCustomer)).toContainText('Mismo cliente');
  await expect(related.getByRole('listitem')).toHaveCount(2);
  await expect(entry(other)).toHaveCount(0);
  await entry(sameCustomer).getByRole('link').click();
  await expect(page.getByRole('heading', { name: `Orden ${asNumber(sameCustomer)}` })).toBeVisible();
});

test('ORD-12 a placeholder RUT makes nobody the same customer, and no long name widens the page', async ({
  openAs,
  shop,
}) => {
  const nobody = { customer_rut: '11111111-1', customer_name: 'W'.repeat(200) };
  const order = await newOrder(shop, { ...nobody, imei: 'SN-PLACEHOLDER' });
  await newOrder(shop, { customer_rut: '11111111-1' });
  await newOrder(shop, { imei: 'SN-PLACEHOLDER', equipment_model: 'W'.repeat(200) });
  const page = await openAs('receptionist', `/dashboard/orders/view/${order.id}`);
  await page.setViewportSize({ width: 390, height: 800 });
  await settled(page, 'resized');
  const related = page.getByRole('region', { name: 'Otras órdenes' }).getByRole('listitem');
  await expect(related).toHaveCount(1);
  await expect(related).toContainText('Mismo equipo');
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await wider()).toBeLessThanOrEqual(0);
});

test('ORD-05 the pattern lock is 240 px wide and high @exhaustive', async ({ openAs }) => {
  const page = await openAs('receptionist', '/dashboard?nueva=1');
  await page.getByLabel('Tipo de clave').selectOption('pattern');
  const size = await page.locator('canvas').boundingBox();
  expect([size?.width, size?.height]).toEqual([240, 240]);
});
