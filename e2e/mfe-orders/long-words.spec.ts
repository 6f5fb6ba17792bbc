import { sidewaysOverflow } from '../support/axe.ts';
import { withDatabase } from '../support/database.ts';
import { ACCOUNTS, expect, test } from '../support/fixtures.ts';
import { asNumber, newOrder } from '../support/orders.ts';

const WORD = 'W'.repeat(200);

test('UI-01 UI-02 a word that is longer than a line widens neither an order’s screens nor its dialogs', async ({
  openAs,
  shop,
}) => {
  const label = WORD.slice(0, 60);
  const order = await newOrder(shop, {
    customer_name: WORD,
    equipment_brand: 'Moto',
    equipment_model: WORD,
    technical_work: WORD,
  });
  const named = (name: string) =>
    withDatabase(shop, async (sql) => {
      const [person] = await sql<{ id: string; name: string }[]>`
        update profiles as now set full_name = ${name} from profiles as before
        where now.email = ${ACCOUNTS.technician2} and before.id = now.id returning now.id, before.full_name as name`;
      return person;
    });
  await withDatabase(shop, async (sql) => {
    await sql`update setting_sections set value = jsonb_set(value, '{waits,0,label}', to_jsonb(${label}::text))
      where section = 'desk'`;
    await sql`insert into order_waits (order_id, reason, label, stops_clock, note, started_at)
      values (${order.id}, 'part', ${label}, true, ${WORD}, now())`;
  });
  const before = await named(WORD.slice(0, 100));
  try {
    await withDatabase(
      shop,
      (sql) => sql`update service_orders set technician_id = ${before?.id ?? null} where id = ${order.id}`,
    );
    const page = await openAs('admin', `/dashboard/orders/view/${order.id}`, {
      viewport: { width: 390, height: 800 },
    });
    await expect(page.getByText(`Espera ${label}`)).toBeVisible();
    expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: `Más acciones de la orden ${asNumber(order)}` }).click();
    await page.getByRole('menuitem', { name: 'Cambiar la espera…' }).click();
    const field = page.getByRole('dialog').getByLabel('Qué espera');
    await expect(field).toBeVisible();
    expect(
      await field.evaluate((element) => element.getBoundingClientRect().right - innerWidth),
    ).toBeLessThan(0);
    await page.goto(`/print-select/${order.id}`);
    await expect(page.getByText(WORD)).toBeVisible();
    expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/print-technical/${order.id}`);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    const beyond = () =>
      title.evaluate((element) => {
        const paper = element.closest('header')?.getBoundingClientRect().right ?? 0;
        return element.getBoundingClientRect().right - paper;
      });
    expect(await beyond()).toBeLessThanOrEqual(0.5);
  } finally {
    if (before) await named(before.name);
  }
});

test('UI-01 a word that is longer than a line does not widen the customer’s own order', async ({
  openAs,
  shop,
}) => {
  const [customer] = await withDatabase(
    shop,
    (sql) => sql<{ rut: string; phone: string }[]>`
      select rut, phone from profiles where email = ${ACCOUNTS.customer}`,
  );
  const order = await newOrder(shop, {
    customer_rut: customer?.rut,
    customer_phone: customer?.phone,
    equipment_model: WORD,
  });
  const page = await openAs('customer', `/dashboard/orders/view/${order.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(WORD);
  expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0);
});
