import { expect, test } from '../support/fixtures.ts';
import { columnsOf, newOrder, statusSelect } from '../support/orders.ts';
import { recordPrinting, sheets } from '../support/printing.ts';

test('ORD-30 ORD-32 PAY-08 the delivery asks how the balance was paid; view and sheet say so, and the sheet carries the days that were given', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { status: 'completed', advance_payment: 10_000 });
  const page = await openAs('receptionist', `/dashboard/orders/view/${order.id}`);
  await statusSelect(page, order).selectOption('delivered');
  await page.getByLabel('Días de garantía').fill('90');
  await page.getByRole('radio', { name: 'Débito' }).check();
  await page.getByRole('button', { name: 'Entregar' }).click();
  const payment = page.getByRole('region', { name: 'Pago', exact: true });
  await expect(payment).toContainText(/Pagado al entregar\s*\$20\.000/);
  await expect(payment).toContainText(/Saldo\s*Pagado/);
  await expect(payment.getByRole('button', { name: 'Registrar pago' })).toHaveCount(0);
  await expect(payment.getByRole('list', { name: 'Pagos' })).toContainText('Débito');
  await expect
    .poll(() => columnsOf(shop, order.id))
    .toMatchObject({ advance_payment: '10000', final_payment: '20000' });

  await recordPrinting(page.context());
  await page.goto(`/print/${order.id}?type=client&copies=1`);
  await expect(sheets(page)).toContainText(/Garantía\s*90 días, hasta el/);
  await expect(sheets(page)).toContainText(/Saldo\s*Pagado/);
  // The printed terms stay (ORD-13), so the sheet states which of the two applies.
  await expect(sheets(page)).toContainText(
    'La garantía del trabajo y la de los repuestos se indican al entregar',
  );
  await expect(sheets(page)).toContainText(
    'Este plazo es el de tu orden y reemplaza al de las condiciones del servicio.',
  );
});

test('ORD-30 an order delivered unpaid keeps its balance until the desk records the payment @exhaustive', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { status: 'completed' });
  const page = await openAs('receptionist', `/dashboard/orders/view/${order.id}`);
  await statusSelect(page, order).selectOption('delivered');
  await page.getByLabel('Días de garantía').fill('0');
  await page.getByRole('button', { name: 'Entregar' }).click();
  await expect(page.getByText('Elige cómo se pagó, o que queda pendiente.')).toBeVisible();
  await page.getByRole('radio', { name: 'Queda pendiente' }).check();
  await page.getByRole('button', { name: 'Entregar' }).click();
  const payment = page.getByRole('region', { name: 'Pago', exact: true });
  await expect(payment).toContainText(/Saldo\s*\$30\.000/);
  await payment.getByRole('button', { name: 'Registrar pago' }).click();
  const dialog = page.getByRole('dialog', { name: /^Registrar pago/ });
  await expect(dialog.getByLabel('Monto')).toHaveValue('30.000');
  await dialog.getByLabel('Medio de pago').selectOption('Efectivo');
  await dialog.getByRole('button', { name: 'Registrar pago' }).click();
  await expect(payment).toContainText(/Saldo\s*Pagado/);
  await expect.poll(() => columnsOf(shop, order.id)).toMatchObject({ final_payment: '30000' });
});
