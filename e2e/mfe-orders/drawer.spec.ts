/** A day of a cash drawer (PAY-20 to PAY-26). */
import { sidewaysOverflow } from '../support/axe.ts';
import { countRows } from '../support/database.ts';
import { addTill, removeTestDrawers, TEST_TILL } from '../support/drawers.ts';
import { expect, test } from '../support/fixtures.ts';
import { toastOf } from '../support/cut-network.ts';
import { newOrder } from '../support/orders.ts';
import { readPdf } from '../support/pdf.ts';

test.afterEach(({ shop }) => removeTestDrawers(shop));

test('PAY-26 UI-60 a drawer is opened, takes cash, is counted with a difference, reopened, and has its sheet', async ({
  openAs,
  shop,
}) => {
  await addTill(shop);
  const order = await newOrder(shop, { quote: 30_000, total_amount: 30_000 });
  const page = await openAs('admin', '/dashboard/caja', { viewport: { width: 390, height: 800 } });
  await page.getByRole('button', { name: 'Abrir caja', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('$1.000', { exact: true }).fill('10');
  await expect(dialog.getByRole('status')).toContainText('$10.000');
  await dialog.getByRole('button', { name: 'Abrir caja' }).click();
  await expect(toastOf(page, 'Caja abierta')).toBeVisible();

  await page.goto(`/dashboard/orders/view/${order.id}`);
  await page.getByRole('button', { name: 'Registrar pago' }).click();
  await dialog.getByLabel('Medio de pago').selectOption('Efectivo');
  await dialog.getByRole('button', { name: 'Registrar pago' }).click();
  await expect(toastOf(page, 'Pago de $30.000 registrado')).toBeVisible();

  await page.goto('/dashboard/caja');
  const card = page.getByRole('region', { name: TEST_TILL });
  await card.getByRole('button', { name: 'Retirar' }).click();
  await dialog.getByLabel('Monto').fill('90.000');
  await dialog.getByLabel('Motivo').fill('Al banco');
  await dialog.getByRole('button', { name: 'Retirar' }).click();
  await expect(dialog.getByText('no hay tanto efectivo: no se retiró nada.')).toBeVisible();
  await dialog.getByLabel('Monto').fill('15.000');
  await dialog.getByRole('button', { name: 'Retirar' }).click();
  await expect(toastOf(page, 'Movimiento registrado')).toBeVisible();

  await card.getByRole('button', { name: 'Contar y cerrar' }).click();
  await dialog.getByLabel('$20.000', { exact: true }).fill('1');
  await dialog.getByLabel('$1.000', { exact: true }).fill('4');
  await dialog.getByRole('button', { name: 'Revisar conteo' }).click();
  await expect(dialog.getByText('Contaste $24.000 y debería haber $25.000.')).toBeVisible();
  await expect(dialog.getByText('Faltan $1.000.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cerrar caja' }).click();
  await expect(dialog.getByText('Escribe el motivo, o cuenta otra vez.')).toBeVisible();
  await expect(dialog.getByLabel('Motivo de la diferencia')).toBeFocused();
  await dialog.getByLabel('Motivo de la diferencia').fill('Vuelto mal dado');
  await dialog.getByRole('button', { name: 'Cerrar caja' }).click();
  await expect(toastOf(page, 'Caja cerrada')).toBeVisible();
  await expect(page.getByText('Vuelto mal dado')).toBeVisible();

  await page
    .getByRole('button', { name: new RegExp(`^Reabrir ${TEST_TILL}`) })
    .first()
    .click();
  await dialog.getByLabel('Motivo').fill('Apareció el billete');
  await dialog.getByRole('button', { name: 'Reabrir' }).click();
  await expect(toastOf(page, 'Caja abierta otra vez')).toBeVisible();
  await expect
    .poll(() =>
      countRows(shop, (sql) => sql`private.drawers where till = ${TEST_TILL} and closed_at is null`),
    )
    .toBe(1);

  const href = await card.getByRole('link', { name: 'Hoja' }).getAttribute('href');
  await page.goto(href ?? '');
  await expect(page.getByRole('heading', { name: `Hoja de caja · ${TEST_TILL}` })).toBeVisible();
  await expect(page.getByText('Cerró con $24.000 · debería haber $25.000 · Vuelto mal dado')).toBeVisible();
  await expect(page.getByText('Reabrió · Apareció el billete')).toBeVisible();

  // UI-60: on this phone a page of text, on paper the same A4 page.
  const text = page.getByText('Fondo al abrir', { exact: true });
  expect((await text.boundingBox())?.height).toBeGreaterThan(15);
  expect(await sidewaysOverflow(page)).toBe(0);
  expect(readPdf(await page.pdf({ preferCSSPageSize: true }))).toEqual({
    count: 1,
    sizes: [[210, 297]],
  });
});
