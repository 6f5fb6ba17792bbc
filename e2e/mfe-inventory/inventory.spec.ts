import { axeFindings } from '../support/axe.ts';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  addForm,
  addItem,
  choose,
  chooseMore,
  find,
  openAddForm,
  PATH,
  rows,
  search,
  table,
} from '../support/inventory.ts';

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
  // A scanner acts as a keyboard: it replaces the search text and presses Enter.
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

test('INV-01 a column sorts up, then down; the address keeps it; the type filters @exhaustive', async ({
  openAs,
}) => {
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
    // Descending is the default and not part of the URL.
    await expect(page).toHaveURL(new RegExp(`orden=${column}$`));
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

test('INV-01 labels carry the code and nothing else is printed', async ({ openAs }) => {
  const page = await openAs('technician', PATH);
  await addItem(page, { model: 'Etiqueta Larga' });
  await find(page, 'Etiqueta Larga');
  await choose(page, 'Samsung Etiqueta Larga', 'Imprimir etiquetas');
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

test('INV-01 the exported file has the items that the search finds', async ({ openAs }) => {
  const page = await openAs('receptionist', PATH);
  await addItem(page, { brand: 'Exportada', model: '=1+1; "cita"' });
  await search(page, 'exportada');
  await expect(rows(page)).toHaveCount(1);
  const download = page.waitForEvent('download');
  await chooseMore(page, 'Exportar CSV');
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^inventario-\d{4}-\d\d-\d\d\.csv$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString('utf8').split('\r\n');
  expect(lines[0]).toBe(
    '\uFEFFCódigo;Marca;Modelo;Tipo;Proveedor;Cantidad;Precio Cliente;Stock mínimo;Lugar;Agregado',
  );
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/^INV-\d{6};Exportada;"'=1\+1; ""cita""";.*;5;44990;0;;/);
});

for (const name of ['Editar producto', 'Dar de baja', 'Historial', 'Imprimir etiquetas'] as const) {
  test(`INV-01 the dialog ${name}: nothing for axe to find @exhaustive`, async ({ openAs }) => {
    const page = await openAs('admin', PATH);
    if (name === 'Dar de baja')
      await page
        .getByRole('button', { name: /^Dar de baja / })
        .first()
        .click();
    else await choose(page, /^Más acciones de /, name);
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  });
}

test('INV-01 a count that is capped says so; a page behind the last one leads back @exhaustive', async ({
  openAs,
  shop,
}) => {
  await withDatabase(
    shop,
    (sql) => sql`
      insert into inventory (brand, model, quantity, cost_price, component_type_id, supplier_id)
      select 'Tope', 'Contado ' || n, n, n * 1000, (select id from component_types limit 1), (select id from suppliers limit 1)
      from generate_series(1, 1020) as n`,
  );
  const page = await openAs('technician', `${PATH}?buscar=contado&pagina=41`);
  await expect(page.getByText('1.001–1.020 de más de 1.000')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Página siguiente' })).toBeDisabled();
  await page.goto(`${PATH}?buscar=contado&pagina=40`);
  await expect(page.getByText('976–1.000 de más de 1.000')).toBeVisible();
  await page.goto(`${PATH}?buscar=contado&pagina=999`);
  await page.getByRole('button', { name: 'Ir a la primera página' }).click();
  await expect(page.getByText('1–25 de más de 1.000')).toBeVisible();
  await withDatabase(shop, (sql) => sql`delete from inventory where brand = 'Tope'`);
});

test('INV-20 INV-23 the list comes first: the add form waits behind its button, and closing it keeps what was typed', async ({
  openAs,
}) => {
  const page = await openAs('receptionist', PATH);
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    // A window of another size has other rows, whose place is known once they are drawn.
    await expect
      .poll(async () => (await rows(page).first().boundingBox())?.y ?? Infinity)
      .toBeLessThanOrEqual(280);
    await expect(addForm(page)).toHaveCount(0);
    const form = await openAddForm(page);
    const brand = form.getByLabel('Marca');
    await expect(brand).toBeFocused();
    await brand.fill('Sin guardar');
    await page.getByRole('button', { name: 'Cerrar el formulario' }).click();
    await expect(addForm(page)).toHaveCount(0);
    await openAddForm(page);
    await expect(brand).toHaveValue('Sin guardar');
    await page.getByRole('button', { name: 'Cerrar el formulario' }).click();
  }
});

test('INV-23 UI-20 on a phone filters and sorting are in a sheet, and what is on can be removed beside it', async ({
  openAs,
}) => {
  const page = await openAs('receptionist', PATH, { viewport: { width: 390, height: 844 } });
  await addItem(page, { model: 'Hoja Cara' });
  await addItem(page, { model: 'Hoja Escasa', quantity: '1' });
  await search(page, 'hoja');
  await expect(rows(page)).toHaveCount(2);
  const sheet = page.getByRole('dialog', { name: 'Filtros' });
  await page.getByRole('button', { name: 'Filtros' }).click();
  await sheet.getByLabel('Ordenar por').selectOption({ label: 'Cantidad, de menor a mayor' });
  // check() wants the tick at once, and it follows the address.
  await sheet.getByLabel('Solo por comprar').click();
  await expect(sheet.getByLabel('Solo por comprar')).toBeChecked();
  await sheet.getByRole('button', { name: 'Ver productos' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText('No hay productos con estos filtros.')).toBeVisible();
  await page.getByRole('button', { name: 'Quitar Solo por comprar' }).click();
  await expect(rows(page).first()).toContainText('Hoja Escasa');
  await expect(page).toHaveURL(/orden=quantity&sentido=asc/);
});

test('INV-01 a list that does not load says so and is tried again @exhaustive', async ({ openAs }) => {
  const page = await openAs('technician', '/activity-logs');
  await page.route('**/rpc/list_inventory', (route) =>
    route.fulfill({ status: 500, json: { message: 'no' } }),
  );
  await page.goto(PATH);
  await expect(page.getByText('No se pudo cargar el inventario.')).toBeVisible();
  await page.unroute('**/rpc/list_inventory');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(rows(page).first()).toBeVisible();
});
