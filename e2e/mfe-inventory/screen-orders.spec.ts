import { axeFindings, sidewaysOverflow } from '../support/axe.ts';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { settled } from '../support/screen-faults.ts';

test('INV-04 screen orders: their rules, newest first, and into the inventory once', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('receptionist', '/pedido-pantallas');
  await expect(page.getByRole('heading', { name: 'Pedido de Pantallas' })).toBeVisible();
  await page.getByRole('button', { name: 'Agregar Pedido' }).click();
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Agregar Pedido' }) });
  const add = form.getByRole('button', { name: 'Agregar Pedido' });
  const invalid = form.getByText('Todos los campos son obligatorios y deben ser válidos.');
  await add.click();
  // The date is prefilled.
  await expect(invalid).toHaveCount(1);
  for (const message of [
    'Escribe el modelo.',
    'Escribe el número de orden.',
    'Elige un proveedor.',
    'Escribe un precio mayor que 0, sin decimales.',
    'Escribe una cantidad entera mayor que 0.',
  ])
    await expect(form.getByText(message)).toBeVisible();
  // The two come first; the catalog's follow, and any other one.
  const suppliers = await form.getByLabel('Proveedor').locator('option').allTextContents();
  expect(suppliers.slice(0, 3)).toEqual(['Selecciona un proveedor', 'FullMobile', 'Stark Comunicaciones']);
  expect(suppliers.at(-1)).toBe('Otro proveedor…');
  await form.getByLabel('Modelo').fill('Pantalla Redmi 99');
  await form.getByLabel('Número de orden').fill('FM-77');
  await form.getByLabel('Proveedor').selectOption('Stark Comunicaciones');
  for (const wrong of ['0', '-3', '2,5', 'x']) {
    await form.getByLabel('Precio de costo').fill(wrong);
    await form.getByLabel('Cantidad').fill(wrong);
    await expect(form.locator('[aria-invalid=true]')).toHaveCount(2);
    await expect(invalid).toHaveCount(1);
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
  // Likely items are suggested, none is selected; brand, model, type and price of a new one are prefilled.
  await receive.click();
  await expect(dialog.getByText('Elige el producto al que se suman las piezas.')).toBeVisible();
  await dialog.getByLabel('Crear un producto nuevo').check();
  await expect(dialog.getByLabel('Modelo')).toHaveValue(/Redmi 99/);
  await expect(dialog.getByLabel('Precio Cliente')).toHaveValue('21.500');
  await expect(dialog.getByLabel('Tipo')).not.toHaveValue('');
  await dialog.getByLabel('Marca').fill('');
  await receive.click();
  await expect(dialog.getByText('Todos los campos son obligatorios.')).toHaveCount(1);
  await dialog.getByLabel('Marca').fill('Xiaomi');
  await dialog.getByLabel('Precio Cliente').fill('39.990');
  await receive.click();
  await expect(dialog).toBeHidden();
  await expect(list.getByRole('row').nth(1)).toContainText('Recibido');
  await expect(page.getByRole('button', { name: 'Recibir Pantalla Redmi 99' })).toHaveCount(0);
  const [item] = await withDatabase(
    shop,
    (sql) => sql`
      select i.brand, i.quantity, i.cost_price::integer, s.name as supplier from inventory i join suppliers s on s.id = i.supplier_id
      where i.model like '%Redmi 99%'`,
  );
  expect(item).toEqual({
    brand: 'Xiaomi',
    quantity: 4,
    cost_price: 39_990,
    supplier: 'Stark Comunicaciones',
  });
});

test('INV-04 the pieces of a screen order go to the item that it most likely is, offered first @exhaustive', async ({
  openAs,
  shop,
}) => {
  await withDatabase(
    shop,
    (sql) => sql`
      with item as (
        insert into inventory (brand, model, quantity, cost_price, component_type_id, supplier_id)
        select 'Zafiro', model, 1, 1000, (select id from component_types limit 1), (select id from suppliers limit 1)
        from unnest(array['Z55 Max incell', 'Z5', 'Z55 incell']) as model
      )
      insert into pedidos_pantallas (modelo, numero_orden, fecha_compra, precio_costo, cantidad, proveedor)
      values ('Pantalla zafiro z55 INCELL negra', 'FM-78', now(), 20000, 6, 'FullMobile')`,
  );
  const page = await openAs('technician', '/pedido-pantallas');
  await page.getByRole('button', { name: 'Recibir Pantalla zafiro z55 INCELL negra' }).click();
  const dialog = page.getByRole('dialog', { name: 'Recibir en el inventario' });
  const choices = dialog.getByRole('radio');
  await expect(choices.first()).toBeVisible();
  const names = await dialog.locator('label:has(input[type=radio])').allTextContents();
  expect(names[0]).toMatch(/^Zafiro Z55/);
  expect(names.at(-1)).toBe('Crear un producto nuevo');
  // A scanner's Enter searches and submits nothing.
  await dialog.getByLabel('Buscar otro producto').fill('zafiro z5');
  await dialog.getByLabel('Buscar otro producto').press('Enter');
  await expect(dialog.getByLabel(/^Zafiro Z5INV/)).toBeVisible();
  await expect(dialog.getByText('Elige el producto al que se suman las piezas.')).toHaveCount(0);
  await dialog.getByLabel('Buscar otro producto').fill('');
  // The returning list moves the button below it: wait for it.
  await expect(dialog.getByLabel(/^Zafiro Z5INV/)).toHaveCount(0);
  await dialog.getByLabel(/^Zafiro Z55 incell/).check();
  await dialog.getByRole('button', { name: 'Recibir' }).click();
  await expect(dialog).toBeHidden();
  const [item] = await withDatabase(
    shop,
    (sql) => sql`select quantity from inventory where model = 'Z55 incell'`,
  );
  expect(item).toEqual({ quantity: 7 });
});

test('INV-05 UI-20 the log lists newest entries first, with names or Desconocido, and filters, which are in a sheet on a phone', async ({
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
  await expect(log.getByRole('row').nth(1)).toContainText(
    'Desconocido eliminó Nokia 3310, que tenía 2 unidades',
  );
  await page.getByLabel('Acción').selectOption({ label: 'Edición' });
  await expect(log.getByRole('row').nth(1)).toContainText(' editó ');
  await expect(log).not.toContainText('Nokia 3310');
  await expect(page).toHaveURL(/accion=edit/);

  // On a phone the filters are behind a button, and what is on can be removed beside it.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Quitar Acción: Edición' }).click();
  await expect(log).toContainText('Nokia 3310');
  await expect.poll(async () => (await log.boundingBox())?.y ?? Infinity).toBeLessThanOrEqual(422);
  await page.getByRole('button', { name: 'Filtros', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Acción').selectOption({ label: 'Edición' });
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(log).toContainText('Nokia 3310');
});

test('INV-01 customers cannot open the screens of the inventory @exhaustive', async ({ openAs }) => {
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
  test(`INV-01 ${heading}: nothing for axe to find, nothing wider than a phone @exhaustive`, async ({
    openAs,
  }) => {
    const page = await openAs('admin', path);
    await expect(page.getByRole('table').first()).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    expect(await sidewaysOverflow(page)).toBe(0);
  });
}

test('UI-01 dates of reception are in one line each', async ({ openAs }) => {
  const page = await openAs('receptionist', '/dashboard/pedidos', { viewport: { width: 1280, height: 800 } });
  const dates = page.getByRole('table', { name: 'Pedido de Pantallas' }).locator('time');
  await expect(dates.first()).toBeVisible();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await settled(page, 'resized');
    const lines = await dates.evaluateAll((all) => all.map((date) => date.getClientRects().length));
    expect(new Set(lines)).toEqual(new Set([1]));
  }
});

for (const [path, name] of [
  ['/dashboard/pedidos', 'Agregar Pedido'],
  ['/dashboard/inventario', 'Agregar Producto'],
] as const) {
  test(`UI-01 ${name} leaves no field alone in a row`, async ({ openAs }) => {
    const page = await openAs('receptionist', path, { viewport: { width: 1280, height: 900 } });
    await page.getByRole('button', { name }).first().click();
    const labels = page.getByRole('region', { name }).locator('form label');
    await expect(labels.nth(5)).toBeVisible();
    for (const width of [1920, 1280, 1024, 768, 600]) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page, 'resized');
      const tops = await labels.evaluateAll((all) =>
        all.map((label) => Math.round(label.getBoundingClientRect().top)),
      );
      const rows = [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
      expect(new Set(rows).size, `rows of ${rows.join(', ')} at ${width} px`).toBe(1);
    }
  });
}
