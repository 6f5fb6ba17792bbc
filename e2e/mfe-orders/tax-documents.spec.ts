import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { newOrder } from '../support/orders.ts';

test('TAX-01 TAX-08 PAY-15 a payment is taken with its boleta, and its receipt is read by the link without a session', async ({
  openAs,
  browser,
  shop,
}) => {
  const order = await newOrder(shop, { status: 'completed' });
  const folio = String(order.order_number) + '77';
  const page = await openAs('receptionist', `/dashboard/orders/view/${order.id}`);
  const payment = page.getByRole('region', { name: 'Pago', exact: true });
  await payment.getByRole('button', { name: 'Registrar pago' }).click();
  const dialog = page.getByRole('dialog', { name: /^Registrar pago/ });
  await dialog.getByLabel('Monto').fill('11900');
  await dialog.getByLabel('Medio de pago').selectOption('Efectivo');
  await dialog.getByLabel('Documento').selectOption('Boleta');
  await dialog.getByLabel('Folio').fill(folio);
  await dialog.getByRole('button', { name: 'Registrar pago' }).click();
  await expect(payment.getByRole('list', { name: 'Pagos' })).toContainText(`Boleta N° ${folio}`);

  const link = await withDatabase(shop, async (sql) => {
    const [row] = await sql`select '/comprobante/' || private.receipt_link(s.order_id, s.payment_id) as path
      from private.payment_shares s where s.order_id = ${order.id}`;
    return String(row?.path);
  });
  const visitor = await browser.newPage();
  await visitor.goto(shop.url + link);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Comprobante de pago');
  await expect(visitor.getByRole('main')).toContainText('$11.900 (neto $10.000, IVA $1.900)');
  await visitor.close();
});
