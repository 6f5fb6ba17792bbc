import { readQr } from '../support/camera.ts';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { orderWith, recordPrinting, sheets } from '../support/printing.ts';

test('ORD-13 the client’s sheet: terms numbered, six by default; the balance only when the advance is above 0; texts from outside as text; a QR of the public status page; an unknown order prints nothing', async ({
  openAs,
  shop,
}) => {
  const nasty = "<img src=x onerror=alert(1)> \u202Eesrever 🔧 '; drop table service_orders; --";
  const { id, number } = await orderWith(shop, { advance_payment: 0, work_description: nasty });
  const page = await openAs('admin', '/robots.txt', { deviceScaleFactor: 3 });
  const calls = await recordPrinting(page.context());
  await page.goto(`/print/${id}?type=client&copies=1`);
  const terms = sheets(page).locator('ol > li');
  await expect(terms).toHaveCount(6);
  await expect(terms.first()).toContainText('40 días');
  expect(await terms.first().evaluate((item) => getComputedStyle(item).listStyleType)).toBe('decimal');

  await expect(sheets(page)).toContainText('Total');
  await expect(sheets(page)).not.toContainText('Saldo');
  await expect(sheets(page)).not.toContainText('Abono');

  await expect(sheets(page)).toContainText('<img src=x onerror=alert(1)>');
  await expect(sheets(page).locator('img[src]')).toHaveCount(0);

  const address = `${shop.url}/orders/view/${number}`;
  const code = page.getByRole('img', { name: address });
  await expect(code).toBeVisible();
  expect(await readQr(page, await code.screenshot())).toBe(address);
  await expect.poll(() => calls.length).toBe(2);

  await orderWith(shop, { advance_payment: 20_000 });
  await page.reload();
  await expect(sheets(page)).toContainText(/Abono\s*\$20\.000/);
  await expect(sheets(page)).toContainText(/Saldo\s*\$25\.990/);
  await expect.poll(() => calls.length).toBe(4);

  for (const unknown of ['no-es-un-id', '00000000-0000-4000-8000-000000000000']) {
    await page.goto(`/print/${unknown}?type=client&copies=1`);
    await expect(page.getByText('Orden no encontrada')).toBeVisible();
  }
  expect(calls).toHaveLength(4);

  await page.goto(`/orders/view/${number}`);
  await expect(page.getByText(number)).toBeVisible();
});

test('ORD-13 the technical sheet draws the pattern, and the look at the code is in the order’s timeline once', async ({
  openAs,
  shop,
}) => {
  const { id } = await orderWith(shop, { device: { type: 'pattern', code: '1-5-9-6-3' } });
  await withDatabase(
    shop,
    (sql) => sql`delete from order_events where order_id = ${id} and kind = 'code_viewed'`,
  );
  const page = await openAs('technician', '/robots.txt');
  const calls = await recordPrinting(page.context());
  await page.goto(`/print-technical/${id}`);
  await expect.poll(() => calls.map(({ what }) => what)).toEqual(['print', 'close']);
  const drawing = page.getByRole('img', { name: 'Patrón de desbloqueo: parte en 1 → 5 → 9 → 6 → 3' });
  await expect(drawing.locator('text')).toHaveText(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  await expect(drawing.locator('line')).toHaveCount(4);
  expect(calls[0]?.text).toContain('1 → 5 → 9 → 6 → 3');
  const looks = await withDatabase(
    shop,
    (sql) => sql`select actor_role from order_events where order_id = ${id} and kind = 'code_viewed'`,
  );
  expect(looks.map(({ actor_role }) => actor_role as string)).toEqual(['technician']);
});

test('ORD-13 a PIN is printed as it is; without a code the sheet says so and nothing is logged', async ({
  openAs,
  shop,
}) => {
  const { id } = await orderWith(shop, { device: { type: 'pin', code: '007401' } });
  const page = await openAs('admin', '/robots.txt');
  await recordPrinting(page.context());
  await page.goto(`/print-technical/${id}`);
  await expect(sheets(page)).toContainText('007401');
  await orderWith(shop, { device: null });
  await withDatabase(
    shop,
    (sql) => sql`delete from order_events where order_id = ${id} and kind = 'code_viewed'`,
  );
  await page.reload();
  await expect(sheets(page)).toContainText('El cliente no dejó clave.');
  await expect(sheets(page)).not.toContainText('007401');
  const looks = await withDatabase(
    shop,
    (sql) => sql`select id from order_events where order_id = ${id} and kind = 'code_viewed'`,
  );
  expect(looks).toHaveLength(0);
});
