/**
 * INV-01: products are imported from a file once, existing ones are reported beforehand; the export has the same
 * format.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeFindings, sidewaysOverflow } from '../support/axe.ts';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { choose, chooseMore, PATH, rows, search } from '../support/inventory.ts';

const IMPORT = '/dashboard/inventario/importar';

async function give(page: Page, name: string, text: string): Promise<void> {
  await page
    .getByLabel('Archivo CSV con productos')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
}

const review = (page: Page) => page.getByRole('button', { name: 'Revisar sin importar' }).click();

/** The number under a label of the dry run. */
const figure = (page: Page, label: string) =>
  page
    .locator('div', { has: page.getByText(label, { exact: true }) })
    .last()
    .getByRole('definition');

const HEADER = 'SKU;Producto;Marca;Categoría;Stock;Stock crítico;Precio;Distribuidor';
const FILE = [
  HEADER,
  'A-1;Galaxy Prueba;Samsung;Pantalla;10;2;44.990;FullMobile',
  'A-2;Nórdico Prueba;Apple;Cristal Ártico;3;;89.990;Importadora Austral',
  'A-3;Negativo;Apple;Cristal Ártico;-3;;89.990;FullMobile',
  'A-4;;Apple;Cristal Ártico;3;;x;FullMobile',
  'A-5;NORDICO  prueba;apple;cristal artico;2;;1;importadora  austral',
  '',
].join('\r\n');

test('INV-01 a file goes in: new names, duplicates with a choice, problems to correct, once only, and the history tells', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('receptionist', PATH);
  await chooseMore(page, 'Importar CSV');
  await expect(page.getByRole('heading', { name: 'Importar inventario' })).toBeVisible();
  await give(page, 'proveedor.csv', FILE);
  await expect(page.getByLabel('Modelo', { exact: true })).toHaveValue('1');
  await expect(page.getByLabel('Stock mínimo', { exact: true })).toHaveValue('5');
  await expect(page.getByLabel('Cristal Ártico')).toHaveValue('Cristal Ártico');
  await expect(page.getByLabel('Cristal Ártico').locator('option').first()).toHaveText(
    'Crear «Cristal Ártico»',
  );
  await review(page);
  await expect(figure(page, 'Listas para importar')).toHaveText('2');
  await expect(figure(page, 'Se omiten')).toHaveText('1');
  await expect(figure(page, 'Con problemas')).toHaveText('2');
  await expect(page.getByText('Cantidad «-3»: debe ser un número entero de 0 a 1.000.000.')).toBeVisible();
  await expect(page.getByText('Todos los campos son obligatorios. Falta: modelo.')).toBeVisible();
  await expect(page.getByText('1 fila es de un producto que ya existe')).toBeVisible();
  await page.getByLabel('Qué hacer con ellas').selectOption({ label: 'Sumar su cantidad al stock' });
  await expect(figure(page, 'Listas para importar')).toHaveText('3');
  await page.getByRole('button', { name: 'Importar 3 productos' }).click();
  await expect(page.getByRole('heading', { name: '3 productos importados' })).toBeVisible();

  // The corrected file of skipped rows: only those are imported.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar filas con problemas' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('proveedor - filas con problemas.csv');
  const refused = await readFile(await download.path(), 'utf8');
  await page.getByRole('button', { name: 'Importar otro archivo' }).click();
  await give(page, 'corregidas.csv', refused.replace(`;"'-3";`, ';3;'));
  await review(page);
  await expect(figure(page, 'Listas para importar')).toHaveText('1');
  await page.getByRole('button', { name: 'Importar 1 producto' }).click();
  await expect(page.getByRole('heading', { name: '1 producto importado' })).toBeVisible();

  // The first file again, with another name and commas as separator.
  await page.getByRole('button', { name: 'Importar otro archivo' }).click();
  await give(page, 'otra vez.csv', FILE.replaceAll(';', ','));
  await review(page);
  await expect(figure(page, 'Ya importadas antes')).toHaveText('3');
  await expect(page.getByText('No hay productos nuevos que importar.')).toBeVisible();

  await page.goto(PATH);
  await search(page, 'nordico prueba');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).getByRole('cell').nth(2)).toHaveText('5');
  await expect(rows(page)).toContainText('$89.990');
  await choose(page, 'Apple Nórdico Prueba', 'Historial');
  const history = page.getByRole('dialog', { name: 'Historial' });
  await expect(history.getByRole('row').nth(1)).toContainText('Importado de proveedor.csv');
  await expect(history.getByRole('row').nth(1)).toContainText('+2');
  await expect(history.getByRole('row').nth(2)).toContainText('+3');
  const [sums] = await withDatabase(
    shop,
    (sql) => sql`
      select i.quantity, (select sum(m.delta)::int from inventory_movements m where m.item_id = i.id) as moved
      from inventory i where i.model = 'Nórdico Prueba'`,
  );
  expect(sums).toEqual({ quantity: 5, moved: 5 });
});

test('INV-01 an exported file can be imported: it adds nothing to the same stock, and restores it after a loss @exhaustive', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('admin', `${PATH}?buscar=vuelta`);
  await withDatabase(
    shop,
    (sql) => sql`
      insert into inventory (brand, model, quantity, cost_price, min_stock, component_type_id, supplier_id)
      select 'Vuelta', model, 4, 1990, 3, (select id from component_types limit 1), (select id from suppliers limit 1)
      from unnest(array['=1+1; "cita"', '''@doble', 'Ñandú', 'Ñandú']) as model`,
  );
  await page.reload();
  await expect(rows(page)).toHaveCount(4);
  const exported = async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), chooseMore(page, 'Exportar CSV')]);
    return readFile(await file.path(), 'utf8');
  };
  /** Omits the time at which it was added. */
  const facts = (csv: string) => csv.split('\r\n').map((line) => line.slice(0, line.lastIndexOf(';')));
  const before = await exported();

  await page.goto(IMPORT);
  await give(page, 'respaldo.csv', before);
  await review(page);
  await expect(figure(page, 'Se omiten')).toHaveText('4');
  await expect(page.getByText('No hay productos nuevos que importar.')).toBeVisible();

  await withDatabase(shop, (sql) => sql`delete from inventory where brand = 'Vuelta'`);
  await page.getByRole('button', { name: 'Revisar de nuevo' }).click();
  await page.getByRole('button', { name: 'Importar 4 productos' }).click();
  await expect(page.getByRole('heading', { name: '4 productos importados' })).toBeVisible();
  await page.goto(`${PATH}?buscar=vuelta`);
  await expect(rows(page)).toHaveCount(4);
  expect(facts(await exported())).toEqual(facts(before));
});

test('INV-01 axe finds nothing in the import, which fits a phone @exhaustive', async ({ openAs }) => {
  const page = await openAs('technician', IMPORT);
  await give(page, 'proveedor.csv', FILE.replaceAll('Prueba', 'Accesible'));
  await review(page);
  await expect(figure(page, 'Con problemas')).toHaveText('2');
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toBe(0);
});

test('INV-01 customers cannot access the import @exhaustive', async ({ openAs }) => {
  const page = await openAs('customer', IMPORT);
  await expect(page.getByText('Acceso no autorizado.')).toBeVisible();
});
