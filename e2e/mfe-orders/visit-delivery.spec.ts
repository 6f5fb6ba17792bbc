import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { columnsOf, newOrder } from '../support/orders.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

test('REC-08 REC-09 on a phone the devices of a visit are collected together, with one signature and one payment', async ({
  openAs,
  shop,
}) => {
  const visit = { customer_name: 'Rosa Lagos', customer_rut: '14.233.851-0', status: 'completed' };
  const first = await newOrder(shop, { ...visit, equipment_model: 'A15', advance_payment: 10_000 });
  const second = await newOrder(shop, { ...visit, equipment_model: 'A25' });
  const third = await newOrder(shop, { ...visit, status: 'in_progress' });
  await withDatabase(shop, async (sql) => {
    const ids = [first, second, third].map(({ id }) => id);
    await sql`insert into private.visit_orders (order_id, visit) select id, 70 from unnest(${ids}::uuid[]) as id`;
    await sql`update setting_sections set value = value || '{"signatures": {"reception": false, "delivery": true}}'
      where section = 'desk'`;
  });
  const page = await openAs('receptionist', `/dashboard/orders/view/${third.id}`, PHONE);
  await page.getByRole('button', { name: 'Entregar juntos 2 equipos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Entregar los equipos de la visita' });
  await expect(dialog).toContainText('Saldo por cobrar: $50.000');
  await expect(dialog).toContainText('No van en esta entrega');
  const box = await dialog.boundingBox();
  expect(box && box.x + box.width).toBeLessThanOrEqual(390);

  await dialog.getByRole('button', { name: 'Firmar aquí' }).click();
  const signing = page.getByRole('dialog', { name: 'Firmar la entrega' });
  await expect(signing).toContainText('A15');
  await expect(signing).toContainText('A25');
  await signing.getByLabel('Firmar con el nombre escrito').check();
  await signing.getByRole('button', { name: 'Firmar', exact: true }).click();
  await expect(signing).toBeHidden();
  await expect(dialog.getByText('Falta la firma de quien retira.')).toBeHidden();

  for (const field of await dialog.getByLabel(/^Días de garantía/).all()) await field.fill('90');
  await dialog.getByRole('radio', { name: 'Transferencia' }).check();
  // Somebody changes one of them meanwhile: nothing is delivered, and what was typed stays.
  await withDatabase(
    shop,
    (sql) => sql`update service_orders set notes = 'Llamar antes' where id = ${second.id}`,
  );
  await dialog.getByRole('button', { name: 'Entregar 2 equipos' }).click();
  await expect(dialog.getByText(/cambió mientras entregabas/)).toBeVisible();
  await expect.poll(() => columnsOf(shop, first.id)).toMatchObject({ status: 'completed' });
  await expect(dialog.getByRole('radio', { name: 'Transferencia' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Entregar 2 equipos' }).click();
  await expect(page.getByText('2 equipos entregados')).toBeVisible();
  await expect(dialog).toBeHidden();
  const paid = { status: 'delivered', warranty_days: 90 };
  await expect.poll(() => columnsOf(shop, first.id)).toMatchObject({ ...paid, final_payment: '20000' });
  await expect.poll(() => columnsOf(shop, second.id)).toMatchObject({ ...paid, final_payment: '30000' });
  const payments = await withDatabase(
    shop,
    (sql) => sql`select distinct s.payment_id from private.payment_shares s
      where s.part = 'final' and s.order_id in ${sql([first.id, second.id])}`,
  );
  expect(payments).toHaveLength(1);
  await expect(page.getByRole('button', { name: /^Entregar juntos/ })).toHaveCount(0);
});

test('REC-03 REC-82 the view names the devices of a visit once, and shows the photos before the signature that seals them', async ({
  openAs,
  shop,
}) => {
  const person = { customer_name: 'Rosa Lagos', customer_rut: '15.116.307-4' };
  const [earlier, first, second] = [
    await newOrder(shop, { ...person, equipment_model: 'A05' }),
    await newOrder(shop, { ...person, equipment_model: 'A15' }),
    await newOrder(shop, { ...person, equipment_model: 'A25' }),
  ];
  await withDatabase(shop, (sql) => {
    const ids = [first.id, second.id];
    return sql`insert into private.visit_orders (order_id, visit) select id, 71 from unnest(${ids}::uuid[]) as id`;
  });
  const page = await openAs('receptionist', `/dashboard/orders/view/${first.id}`, PHONE);
  const linkTo = ({ id }: { id: string }) => page.getByRole('main').locator(`a[href$="/view/${id}"]`);
  await expect(linkTo(earlier)).toHaveCount(1);
  await expect(linkTo(second)).toHaveCount(1);
  const top = async (name: string) =>
    (await page.getByRole('heading', { name, exact: true, level: 2 }).boundingBox())?.y;
  expect(await top('Fotos')).toBeLessThan(Number(await top('Firmas')));
});
