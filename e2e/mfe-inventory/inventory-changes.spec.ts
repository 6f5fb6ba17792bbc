/** Types, suppliers, write-offs and edits: INV-02, INV-03, and their entries in history and log. */
import { orderIn, withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { addForm, addItem, choose, find, openAddForm, PATH, rows } from '../support/inventory.ts';

test('INV-02 a type or a supplier has a name that is not there yet, case and accents ignored', async ({
  openAs,
}) => {
  const page = await openAs('receptionist', PATH);
  await openAddForm(page);
  for (const [button, name, again] of [
    ['Agregar tipo', 'Botón Lateral', 'BOTON LATERAL'],
    ['Agregar proveedor', 'Repuestos Ñuñoa', 'repuestos nunoa'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog', { name: button });
    await dialog.getByRole('button', { name: 'Agregar' }).click();
    await expect(dialog.getByText('El nombre es obligatorio.')).toBeVisible();
    await dialog.getByLabel('Nombre').fill(name);
    await dialog.getByRole('button', { name: 'Agregar' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: button }).click();
    await dialog.getByLabel('Nombre').fill(again);
    await dialog.getByRole('button', { name: 'Agregar' }).click();
    await expect(dialog.getByText('Ya existe uno con ese nombre.')).toBeVisible();
    await expect(dialog.getByLabel('Nombre')).toHaveValue(again);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('button', { name: 'Cerrar sin guardar' }).click();
    await expect(addForm(page).locator('option', { hasText: name })).toHaveCount(1);
  }
});

test('INV-03 a write-off needs a quantity in stock and an order, and appears in history and log; the last piece removes the product', async ({
  openAs,
  shop,
}) => {
  const order = await orderIn(shop, 'in_progress');
  const page = await openAs('technician', PATH);
  await addItem(page, { model: 'Pantalla Baja', quantity: '3' });
  await find(page, 'Pantalla Baja');
  await page.getByRole('button', { name: 'Dar de baja Samsung Pantalla Baja' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dar de baja' });
  const submit = dialog.getByRole('button', { name: 'Dar de baja' });
  const required = dialog.getByText('La cantidad y el número de orden son obligatorios.');
  await submit.click();
  await expect(required).toHaveCount(1);
  for (const quantity of ['0', '-1', '4', '1,5', 'x', '']) {
    await dialog.getByLabel('Cantidad').fill(quantity);
    await expect(required).toHaveCount(1);
    await expect(dialog.getByText('Escribe una cantidad entre 1 y 3.')).toBeVisible();
  }
  await dialog.getByLabel('Cantidad').fill('1');
  await dialog.getByLabel('Número de orden de servicio').fill('9876543');
  await submit.click();
  await expect(dialog.getByText('No existe una orden con ese número.')).toBeVisible();
  await dialog.getByLabel('Número de orden de servicio').fill(String(order.order_number));
  await submit.click();
  await expect(dialog).toBeHidden();
  await expect(rows(page).getByRole('cell').nth(2)).toHaveText('2');

  const number = String(order.order_number).padStart(6, '0');
  await choose(page, 'Samsung Pantalla Baja', 'Historial');
  const history = page.getByRole('dialog', { name: 'Historial' });
  await expect(history.getByRole('row').nth(1)).toContainText(`Baja para la orden ${number}`);
  await expect(history.getByRole('row').nth(1)).toContainText('-1');
  await expect(history.getByRole('row').nth(2)).toContainText('Agregado');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Dar de baja Samsung Pantalla Baja' }).click();
  await dialog.getByLabel('Cantidad').fill('2');
  await expect(dialog.getByText('el producto se eliminará del inventario')).toBeVisible();
  await dialog.getByLabel('Número de orden de servicio').fill(number);
  await submit.click();
  await expect(page.getByText('No hay productos con estos filtros.')).toBeVisible();

  await page.goto('/activity-logs');
  const entry = page.getByRole('row').filter({ hasText: 'Samsung Pantalla Baja' });
  await expect(entry).toHaveCount(2);
  await entry.first().getByRole('link', { name: number }).click();
  const parts = page.getByRole('table', { name: 'Repuestos usados' });
  await expect(parts).toContainText('Samsung Pantalla Baja');
  await expect(parts.getByRole('columnheader')).toHaveText(['Repuesto', 'Cantidad']);

  const admin = await openAs('admin', `/dashboard/orders/view/${order.id}`);
  await expect(admin.getByRole('table', { name: 'Repuestos usados' }).getByRole('columnheader')).toHaveText([
    'Repuesto',
    'Cantidad',
    'Costo unitario',
    'Costo',
  ]);
  await expect(admin.getByText('Margen')).toBeVisible();
});

test('INV-03 an edit is saved; editing a product that a colleague removed meanwhile reports that it is gone', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('admin', PATH);
  await addItem(page, { model: 'Flex Edición' });
  await find(page, 'Flex Edición');
  const edit = async () => {
    await choose(page, 'Samsung Flex Edición', 'Editar producto');
    return page.getByRole('dialog', { name: 'Editar producto' });
  };
  const dialog = await edit();
  await dialog.getByLabel('Cantidad').fill('8');
  await dialog.getByLabel('Stock mínimo').fill('10');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toContainText('Faltan 2');
  // Its state comes from the URL, which is updated shortly after the click.
  await page.getByLabel('Solo por comprar').click();
  await expect(page.getByLabel('Solo por comprar')).toBeChecked();
  await expect(rows(page)).toHaveCount(1);

  await edit();
  await withDatabase(shop, (sql) => sql`update inventory set quantity = 7 where model = 'Flex Edición'`);
  await dialog.getByLabel('Cantidad').fill('20');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByText('Otra persona cambió este producto')).toBeVisible();
  await withDatabase(shop, (sql) => sql`delete from inventory where model = 'Flex Edición'`);
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByText('El producto ya no existe')).toBeVisible();
  await expect(dialog.getByLabel('Cantidad')).toHaveValue('20');
});

test('INV-03 a product that a colleague wrote off completely meanwhile is reported in the dialog, which keeps the input @exhaustive', async ({
  openAs,
  shop,
}) => {
  const order = await orderIn(shop, 'in_progress');
  const page = await openAs('receptionist', PATH);
  await addItem(page, { model: 'Pieza Ajena' });
  await find(page, 'Pieza Ajena');
  await page.getByRole('button', { name: 'Dar de baja Samsung Pieza Ajena' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dar de baja' });
  await dialog.getByLabel('Cantidad').fill('2');
  await dialog.getByLabel('Número de orden de servicio').fill(String(order.order_number));
  await withDatabase(shop, (sql) => sql`update inventory set quantity = 1 where model = 'Pieza Ajena'`);
  await dialog.getByRole('button', { name: 'Dar de baja' }).click();
  await expect(dialog.getByText('La cantidad supera el stock disponible (1).')).toBeVisible();
  await withDatabase(shop, (sql) => sql`delete from inventory where model = 'Pieza Ajena'`);
  await dialog.getByRole('button', { name: 'Dar de baja' }).click();
  await expect(dialog.getByText('El producto ya no existe: alguien lo eliminó o se agotó.')).toBeVisible();
  await expect(dialog.getByLabel('Número de orden de servicio')).toHaveValue(String(order.order_number));
});

test('INV-03 the history is read on a phone without scrolling sideways @exhaustive', async ({ openAs }) => {
  const page = await openAs('technician', PATH, { viewport: { width: 390, height: 844 } });
  await choose(page, /^Más acciones de /, 'Historial');
  const history = page.getByRole('dialog', { name: 'Historial' }).getByRole('table', { name: 'Historial' });
  await expect(history.getByRole('row').nth(1)).toContainText('Quedan');
  const { scrollWidth, clientWidth } = await history.evaluate((box) => ({
    scrollWidth: box.scrollWidth,
    clientWidth: box.clientWidth,
  }));
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});
