import { expect, test } from '../support/fixtures.ts';
import { fillOrderForm } from '../support/orders.ts';
import { recordPrinting, sheets } from '../support/printing.ts';
import { withDatabase } from '../support/database.ts';

test('REC-28 REC-29 REC-30 REC-31 REC-120 REC-122 on a phone a device comes in with a list, and goes out with what differs marked', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('receptionist', '/dashboard');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Nueva orden' }).click();
  await fillOrderForm(page, { 'Nombre completo': 'Con Revisión' });
  await page.getByLabel('Modelo', { exact: true }).press('Alt+t');
  await expect(page.getByText('Funcionan: 12 · Fallan: 0 · No probados: 0')).toBeVisible();
  await page.getByRole('button', { name: 'Punto por punto' }).click();
  const resultOf = (point: string, result: string) =>
    page.getByRole('radiogroup', { name: point, exact: true }).getByText(result, { exact: true });
  await resultOf('Cámara trasera', 'Falla').click();
  await page
    .getByRole('group', { name: 'Accesorios que deja' })
    .getByRole('button', { name: 'Funda' })
    .click();
  await page.getByRole('button', { name: 'Crear orden' }).click();
  const created = page.getByRole('dialog').getByText(/^Orden \d{6} creada$/);
  await expect(created).toBeVisible();
  const [order] = await withDatabase(
    shop,
    (sql) => sql`select id from service_orders where customer_name = 'Con Revisión'`,
  );
  const id = String(order?.id);

  await page.getByRole('link', { name: 'Ver orden' }).click();
  const card = page.getByRole('region', { name: 'Revisión del equipo' });
  await expect(card.getByRole('row', { name: 'Cámara trasera Falla' })).toBeVisible();
  await expect(card.getByRole('row', { name: 'Accesorios Funda' })).toBeVisible();
  await card.getByRole('button', { name: 'Revisar al entregar' }).click();
  const dialog = page.getByRole('dialog', { name: /^Revisión al entregar/ });
  await dialog.getByRole('button', { name: 'Todo funciona' }).press('Enter');
  await resultOf('Pantalla', 'Falla').click();
  // The draft survives a reload.
  await page.reload();
  await expect(dialog.getByText('Funcionan: 11 · Fallan: 1 · No probados: 0')).toBeVisible();
  await dialog.getByRole('button', { name: 'Guardar revisión' }).click();
  await expect(card.getByRole('row', { name: 'Pantalla Funciona Ahora falla' })).toBeVisible();
  await expect(card.getByRole('row', { name: 'Cámara trasera Falla Ahora funciona' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await withDatabase(
    shop,
    (sql) => sql`update service_orders set status = 'delivered', warranty_days = 30 where id = ${id}`,
  );
  await page.reload();
  await expect(card.getByRole('row', { name: 'Pantalla Funciona Ahora falla' })).toBeVisible();
  await expect(card.getByRole('button')).toHaveCount(0);
  await recordPrinting(page.context());
  await page.goto(`/print/${id}?type=client&copies=1`);
  await expect(sheets(page)).toContainText(/Ahora falla\s*Pantalla/);
  await page.goto(`/print-technical/${id}`);
  await expect(sheets(page)).toContainText(/Accesorios\s*Funda/);
});
