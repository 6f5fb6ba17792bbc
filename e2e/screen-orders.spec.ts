import { axeFindings, sidewaysOverflow } from './support/axe.ts';
import { withDatabase } from './support/database.ts';
import { expect, test } from './support/fixtures.ts';

test('INV-04 screen orders: their rules, newest first, and into the inventory once', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('receptionist', '/pedido-pantallas');
  await expect(page.getByRole('heading', { name: 'Pedido de Pantallas' })).toBeVisible();
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Agregar Pedido' }) });
  const add = form.getByRole('button', { name: 'Agregar Pedido' });
  const invalid = form.getByText('Todos los campos son obligatorios y deben ser válidos.');
  await add.click();
  // The date is filled in beforehand.
  await expect(invalid).toHaveCount(5);
  expect(await form.getByLabel('Proveedor').locator('option').allTextContents()).toEqual([
    'Selecciona un proveedor',
    'FullMobile',
    'Stark Comunicaciones',
  ]);
  await form.getByLabel('Modelo').fill('Pantalla Redmi 99');
  await form.getByLabel('Número de orden').fill('FM-77');
  await form.getByLabel('Proveedor').selectOption('Stark Comunicaciones');
  for (const wrong of ['0', '-3', '2,5', 'x']) {
    await form.getByLabel('Precio de costo').fill(wrong);
    await form.getByLabel('Cantidad').fill(wrong);
    await expect(invalid).toHaveCount(2);
  }
  await form.getByLabel('Precio de costo').fill('21.500');
  await form.getByLabel('Cantidad').fill('4');
  await add.click();
  const list = page.getByRole('table', { name: 'Pedido de Pantallas' });
  await expect(list.getByRole('row').nth(1)).toContainText('Pantalla Redmi 99');
  await page.getByLabel('Buscar por modelo').fill('redmi 99');
  await expect(list.getByRole('row')).toHaveCount(2);

  await page.getByRole('button', { name: 'Recibir Pantalla Redmi 99' }).click();
  const dialog = page.getByRole('dialog', { name: 'Recibir en el inventario' });
  const receive = dialog.getByRole('button', { name: 'Recibir' });
  await receive.click();
  await expect(dialog.getByText('Elige el producto al que se suman las piezas.')).toBeVisible();
  await dialog.getByLabel('Destino').selectOption({ label: 'Crear un producto nuevo' });
  await receive.click();
  await expect(dialog.getByText('Todos los campos son obligatorios.').first()).toBeVisible();
  await dialog.getByLabel('Marca').fill('Xiaomi');
  await dialog.getByLabel('Precio Cliente').fill('39.990');
  await dialog.getByLabel('Tipo').selectOption({ index: 1 });
  await dialog.getByLabel('Proveedor').selectOption({ index: 1 });
  await receive.click();
  await expect(dialog).toBeHidden();
  await expect(list.getByRole('row').nth(1)).toContainText('Recibido');
  await expect(page.getByRole('button', { name: 'Recibir Pantalla Redmi 99' })).toHaveCount(0);
  const [item] = await withDatabase(
    shop,
    (sql) =>
      sql`select brand, quantity, cost_price::integer from inventory where model = 'Pantalla Redmi 99'`,
  );
  expect(item).toEqual({ brand: 'Xiaomi', quantity: 4, cost_price: 39_990 });
});

test('INV-05 the log is newest first, with names, Desconocido for who is gone, and filters', async ({
  openAs,
  shop,
}) => {
  await withDatabase(
    shop,
    (sql) => sql`
      insert into activity_logs (user_id, action_type, product_id, brand, model, quantity_affected, cost_price_affected, created_at)
      values (gen_random_uuid(), 'delete', gen_random_uuid(), 'Nokia', '3310', 2, 1990, now() + interval '1 minute')`,
  );
  const page = await openAs('receptionist', '/activity-logs');
  const log = page.getByRole('table', { name: 'Registro de Actividades' });
  await expect(log.getByRole('row').nth(1)).toContainText('Desconocido');
  await expect(log.getByRole('row').nth(1)).toContainText('Nokia 3310');
  await page.getByLabel('Acción').selectOption({ label: 'Edición' });
  await expect(log.getByRole('row').nth(1)).toContainText('Edición');
  await expect(log).not.toContainText('Nokia 3310');
  await expect(page).toHaveURL(/accion=edit/);
});

test('INV-01 customers get nothing of it', async ({ openAs }) => {
  for (const path of ['/inventario', '/dashboard/inventario', '/pedido-pantallas', '/activity-logs']) {
    const page = await openAs('customer', path);
    await expect(page.getByText('Acceso no autorizado.')).toBeVisible();
  }
});

for (const [path, heading] of [
  ['/dashboard/inventario', 'Inventario de Productos'],
  ['/pedido-pantallas', 'Pedido de Pantallas'],
  ['/activity-logs', 'Registro de Actividades'],
] as const) {
  test(`INV-01 ${heading}: nothing for axe to find, nothing wider than a phone`, async ({ openAs }) => {
    const page = await openAs('admin', path);
    await expect(page.getByRole('table').first()).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    expect(await sidewaysOverflow(page)).toBe(0);
  });
}
