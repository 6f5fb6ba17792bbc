import type { Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { orderIn, withDatabase } from './support/database.ts';
import { expect, test } from './support/fixtures.ts';

const PATH = '/dashboard/inventario';

const table = (page: Page) => page.getByRole('table', { name: 'Inventario de Productos' });
/** Rows of items: the first row is the header. */
const rows = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
const search = (page: Page, text: string) => page.getByLabel('Buscar por marca, modelo o código').fill(text);
const addForm = (page: Page) =>
  page.locator('form', { has: page.getByRole('button', { name: 'Agregar Producto' }) });

interface NewItem {
  brand?: string;
  model: string;
  quantity?: string;
}

async function addItem(page: Page, { brand = 'Samsung', model, quantity = '5' }: NewItem) {
  const form = addForm(page);
  await form.getByLabel('Marca').fill(brand);
  await form.getByLabel('Modelo').fill(model);
  await form.getByLabel('Cantidad').fill(quantity);
  await form.getByLabel('Precio Cliente').fill('44.990');
  await form.getByLabel('Tipo').selectOption({ index: 1 });
  await form.getByLabel('Proveedor').selectOption({ index: 1 });
  await form.getByRole('button', { name: 'Agregar Producto' }).click();
  await expect(page.getByText('Producto agregado.').first()).toBeVisible();
}

async function find(page: Page, model: string) {
  await search(page, model);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(model);
}

test('INV-01 every field of a new product is required: Todos los campos son obligatorios.', async ({
  openAs,
}) => {
  const page = await openAs('technician', PATH);
  await expect(page.getByRole('heading', { name: 'Inventario de Productos' })).toBeVisible();
  const form = addForm(page);
  await form.getByRole('button', { name: 'Agregar Producto' }).click();
  await expect(form.getByText('Todos los campos son obligatorios.')).toHaveCount(6);
  for (const wrong of ['-1', '1,5', 'muchas', '99999999999999']) {
    await form.getByLabel('Cantidad').fill(wrong);
    await form.getByLabel('Precio Cliente').fill(wrong);
    await expect(form.getByLabel('Cantidad')).toHaveAttribute('aria-invalid', 'true');
    await expect(form.getByLabel('Precio Cliente')).toHaveAttribute('aria-invalid', 'true');
  }
});

test('INV-01 a product that is added is found by brand, model and code, typed or scanned', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('receptionist', PATH);
  await addItem(page, { model: 'Módulo Escáner' });
  await search(page, 'modulo escaner');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Módulo Escáner');
  await expect(rows(page)).toContainText('$44.990');
  const code = await withDatabase(shop, async (sql) => {
    const [row] = await sql`select item_number from inventory where model = 'Módulo Escáner'`;
    return `INV-${String(row?.item_number).padStart(6, '0')}`;
  });
  const box = page.getByLabel('Buscar por marca, modelo o código');
  await box.fill('samsung');
  await box.press('Enter');
  await expect(rows(page).nth(1)).toBeVisible();
  // A scanner is a keyboard: it types over the search before and presses Enter.
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`buscar=${code}$`));
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(code);
});

test('INV-01 25 a page in a table of 600 px; rows of 72 px, on a phone 200', async ({ openAs, shop }) => {
  await withDatabase(
    shop,
    (sql) => sql`
      insert into inventory (brand, model, quantity, cost_price, component_type_id, supplier_id)
      select 'Relleno', 'Pieza ' || n, n, n * 1000, (select id from component_types limit 1), (select id from suppliers limit 1)
      from generate_series(1, 30) as n`,
  );
  const page = await openAs('admin', `${PATH}?buscar=relleno`);
  await expect(table(page)).toHaveAttribute('aria-rowcount', '26');
  const heights = async () => [
    (await table(page).boundingBox())?.height,
    (await rows(page).first().boundingBox())?.height,
  ];
  await expect.poll(heights).toEqual([600, 72]);
  await expect(page.getByText('1–25 de 30')).toBeVisible();
  await page.getByRole('button', { name: 'Página siguiente' }).click();
  await expect(rows(page)).toHaveCount(5);
  await expect(page).toHaveURL(/pagina=2/);
  await page.reload();
  await expect(rows(page)).toHaveCount(5);
  await page.goBack();
  await expect(page.getByText('1–25 de 30')).toBeVisible();
  await page.setViewportSize({ width: 767, height: 900 });
  await expect.poll(heights).toEqual([600, 200]);
});

test('INV-01 a column sorts up, then down; the address keeps it; the type filters', async ({ openAs }) => {
  const page = await openAs('technician', PATH);
  const first = rows(page).first();
  for (const [name, column] of [
    ['Marca', 'brand'],
    ['Cantidad', 'quantity'],
    ['Precio Cliente', 'cost_price'],
    ['Tipo', 'component_type'],
    ['Proveedor', 'supplier'],
    ['Modelo', 'model'],
  ] as const) {
    const header = table(page).getByRole('columnheader', { name });
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await expect(page).toHaveURL(new RegExp(`orden=${column}&sentido=asc`));
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await expect(page).toHaveURL(new RegExp(`orden=${column}&sentido=desc`));
  }
  await page.reload();
  await expect(table(page).getByRole('columnheader', { name: 'Modelo' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  const down = await first.textContent();
  await table(page).getByRole('columnheader', { name: 'Modelo' }).getByRole('button').click();
  await expect(first).not.toHaveText(down ?? '');
  const filter = page.getByLabel('Tipo').last();
  const type = await filter.locator('option').nth(1).textContent();
  await filter.selectOption({ index: 1 });
  await expect(page).toHaveURL(/tipo=/);
  await expect(rows(page).first().getByRole('cell').nth(4)).toHaveText(type ?? '');
});

test('INV-01 the log is a link away: /activity-logs', async ({ openAs }) => {
  const page = await openAs('technician', PATH);
  await page.getByRole('link', { name: 'Registro de Actividades' }).click();
  await expect(page).toHaveURL(/\/activity-logs$/);
  await expect(page.getByRole('heading', { name: 'Registro de Actividades' })).toBeVisible();
});

test('INV-02 a type or a supplier has a name that is not there yet, case and accents ignored', async ({
  openAs,
}) => {
  const page = await openAs('receptionist', PATH);
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
    await expect(addForm(page).locator('option', { hasText: name })).toHaveCount(1);
  }
});

test('INV-03 a write-off needs a quantity in stock and an order; history and log tell of it, and the last piece takes the product along', async ({
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
    await expect(required).toHaveCount(2);
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
  await page.getByRole('button', { name: 'Historial de Samsung Pantalla Baja' }).click();
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

test('INV-03 an edit is kept; a product that a colleague took meanwhile is said to be gone', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('admin', PATH);
  await addItem(page, { model: 'Flex Edición' });
  await find(page, 'Flex Edición');
  const edit = async () => {
    await page.getByRole('button', { name: 'Editar Samsung Flex Edición' }).click();
    return page.getByRole('dialog', { name: 'Editar producto' });
  };
  const dialog = await edit();
  await dialog.getByLabel('Cantidad').fill('8');
  await dialog.getByLabel('Stock mínimo').fill('10');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toContainText('Bajo el mínimo');
  // Its state is the address's, which follows a moment after the click.
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

test('INV-01 labels carry the code and nothing else is printed', async ({ openAs }) => {
  const page = await openAs('technician', PATH);
  await addItem(page, { model: 'Etiqueta Larga' });
  await find(page, 'Etiqueta Larga');
  await page.getByRole('button', { name: 'Etiqueta de Samsung Etiqueta Larga' }).click();
  const dialog = page.getByRole('dialog', { name: 'Imprimir etiquetas' });
  await dialog.getByLabel('Copias de cada una').fill('3');
  await expect(dialog.getByText('3 etiquetas')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('svg[aria-label^="INV-"]:visible')).toHaveCount(3);
  await expect(page.getByText('Samsung Etiqueta Larga').filter({ visible: true })).toHaveCount(3);
  await expect(page.getByRole('heading')).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
});

test('INV-01 the file holds what the search finds', async ({ openAs }) => {
  const page = await openAs('receptionist', PATH);
  await addItem(page, { brand: 'Exportada', model: '=1+1; "cita"' });
  await search(page, 'exportada');
  await expect(rows(page)).toHaveCount(1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^inventario-\d{4}-\d\d-\d\d\.csv$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString('utf8').split('\r\n');
  expect(lines[0]).toBe(
    '\uFEFFCódigo;Marca;Modelo;Tipo;Proveedor;Cantidad;Precio Cliente;Stock mínimo;Agregado',
  );
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/^INV-\d{6};Exportada;"'=1\+1; ""cita""";.*;5;44990;0;/);
});

test('INV-01 the dialogs of the inventory: nothing for axe to find', async ({ openAs }) => {
  const page = await openAs('admin', PATH);
  for (const name of [/^Editar /, /^Dar de baja /, /^Historial de /, /^Etiqueta de /]) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
