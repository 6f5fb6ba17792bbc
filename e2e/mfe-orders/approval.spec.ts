import { statusOf, withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { asNumber, columnsOf, newOrder, rowOf, statusSelect } from '../support/orders.ts';

test('ORD-91 an approval by phone is recorded from the order’s menu, and listed among the decisions as such', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, {
    status: 'quoted',
    quote: 45_990,
    total_amount: 45_990,
    technical_work: 'Cambio de pantalla',
    customer_name: 'Marta Rojas',
  });
  const page = await openAs('receptionist', `/dashboard/orders/view/${order.id}`);
  await page.getByRole('button', { name: `Más acciones de la orden ${asNumber(order)}` }).click();
  await page.getByRole('menuitem', { name: 'Anotar aprobación' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('$45.990');
  await expect(dialog).toContainText('Cambio de pantalla');
  await dialog.getByRole('button', { name: 'Anotar aprobación' }).click();
  await expect(dialog).toContainText('Elige si fue por teléfono o en el local.');
  await dialog.getByLabel('Por teléfono').check();
  await expect(dialog.getByLabel('Quién aprobó')).toHaveValue('Marta Rojas');
  await dialog.getByRole('button', { name: 'Anotar aprobación' }).click();
  await expect(page.getByText('Aprobación anotada')).toBeVisible();
  await expect(
    page.getByText(/^Marta Rojas aprobó el presupuesto de \$45\.990 por teléfono\. Lo anotó .+\.$/),
  ).toBeVisible();
  await expect.poll(() => statusOf(shop, order.id)).toBe('approved');
});

test('ORD-93 a technician sends an open quote again, corrects it and copies its link', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, {
    status: 'quoted',
    quote: 45_990,
    total_amount: 45_990,
    technical_work: 'Cambio de pantalla',
  });
  const page = await openAs('technician', '/dashboard');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const menu = async (item: string) => {
    await rowOf(page, order)
      .getByRole('button', { name: `Más acciones de la orden ${asNumber(order)}` })
      .click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const sent = () =>
    withDatabase(shop, async (sql) =>
      (
        await sql<{ amount: string }[]>`select params[3] as amount from whatsapp_messages
          where order_id = ${order.id} and event = 'quoted' order by occurrence`
      ).map(({ amount }) => amount),
    );
  await menu('Corregir o enviar de nuevo');
  await page.getByRole('button', { name: 'Enviar presupuesto' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => sent()).toEqual(['$45.990']);
  await menu('Corregir o enviar de nuevo');
  await page.getByLabel('Monto del presupuesto').fill('39.990');
  await page.getByRole('button', { name: 'Enviar presupuesto' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => sent()).toEqual(['$45.990', '$39.990']);
  await menu('Copiar enlace del presupuesto');
  await expect(page.getByText('Enlace del presupuesto copiado')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    new RegExp(`/decision-presupuesto/${order.id}-[0-9a-f]{20}$`),
  );
});

test('ORD-92 a rejected device goes back without warranty, for nothing or for the review, and the advance is named @exhaustive', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, {
    status: 'rejected',
    quote: 45_990,
    total_amount: 45_990,
    advance_payment: 10_000,
  });
  const page = await openAs('receptionist', `/dashboard/orders/view/${order.id}`);
  await expect(page.getByText('A devolver')).toBeVisible();
  await statusSelect(page, order).selectOption('delivered');
  const dialog = page.getByRole('dialog', { name: /^Devolver sin reparar/ });
  await expect(dialog).toContainText('Devuélvele $10.000');
  await expect(dialog.getByLabel('Días de garantía')).toHaveCount(0);
  await dialog.getByLabel('Cobro por la revisión').fill('8.000');
  await expect(dialog).toContainText('Devuélvele $2.000');
  await dialog.getByRole('button', { name: 'Devolver equipo' }).click();
  await expect(page.getByText('Orden entregada')).toBeVisible();
  await expect
    .poll(() => columnsOf(shop, order.id))
    .toMatchObject({ status: 'delivered', total_amount: '8000' });
  await page.getByRole('button', { name: 'Devolver', exact: true }).click();
  const refund = page.getByRole('dialog', { name: /^Devolver dinero/ });
  await expect(refund.getByLabel('Monto')).toHaveValue('2.000');
  await refund.getByLabel('Medio de pago').selectOption('Efectivo');
  await refund.getByLabel('Motivo').fill('No se reparó');
  await refund.getByRole('button', { name: 'Devolver' }).click();
  await expect(page.getByText('Devolución de $2.000 registrada')).toBeVisible();
  await expect
    .poll(() => columnsOf(shop, order.id))
    .toMatchObject({ advance_payment: '8000', final_payment: '0' });
});

test('ORD-92 PAY-03 a payment that was registered by mistake is corrected, with a reason, and stays in the list', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, {
    status: 'delivered',
    warranty_days: 30,
    quote: 45_990,
    total_amount: 45_990,
    final_payment: 45_990,
  });
  const page = await openAs('receptionist', `/dashboard/orders/view/${order.id}`);
  await page.getByRole('button', { name: 'Corregir Sin medio de pago $45.990' }).click();
  const dialog = page.getByRole('dialog', { name: /^Corregir un pago/ });
  await dialog.getByLabel('Motivo').fill('Era de otra orden');
  await dialog.getByRole('button', { name: 'Corregir' }).click();
  await expect(page.getByText('Pago corregido')).toBeVisible();
  const list = page.getByRole('list', { name: 'Pagos' });
  await expect(list.getByRole('listitem')).toHaveText([
    /Corregido.*\$45\.990/,
    /Era de otra orden.*\$45\.990/,
  ]);
  await expect.poll(() => columnsOf(shop, order.id)).toMatchObject({ final_payment: '0' });
});
