/**
 * ORD-16: a file of the old system is imported through the screen, completely and once, and can be stopped at any time.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { RunningServer } from '@taller/server/start-server.ts';
import postgres from 'postgres';
import { axeFindings } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';

const PATH = '/dashboard/importar';

/** The file as saved by Excel in Chile: semicolons, CRLF, Windows-1252. */
function windows1252(lines: readonly string[]): Buffer {
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'latin1');
}

const HEADER = 'N° Orden;Fecha Ingreso;Cliente;R.U.T.;Fono;Equipo;Marca;Falla;Situación;Valor;Abono';

/** Seven valid rows and four with impossible values; the texts are our own. */
const FILE = windows1252([
  HEADER,
  '8001;04-03-2016;Ximena Peña Órdenes;12.345.678-5;+56 9 1234 5678;Celular;Motorola;"No carga;\nse calienta";Retirado;$24.990;$10.000',
  '8002;05-03-2016;Iván Muñoz;123456785;(9) 87654321;Notebook;;Teclado con líquido;En reparación;89990;0',
  '8003;31-02-2016;Fecha Imposible;12345678-5;912345678;Celular;LG;No prende;Retirado;9.990;0',
  '8004;06-03-2016;;12345678-5;912345678;Tablet;Lenovo;Pantalla rota;Listo;39.990;0',
  '8005;06-03-2016;Rut Imposible;11222333-X;912345678;Tablet;Lenovo;Pantalla rota;Listo;39.990;0',
  '8006;07-03-2016;Sonia Ñanco;5126663-3;56912345678;PC escritorio;Dell;Lento;Listo;15.990;0',
  '8006;07-03-2016;Número Repetido;5126663-3;56912345678;PC escritorio;Dell;Lento;Listo;15.990;0',
  '8007;08-03-2016;Pedro Araya;5126663-3;912345678;Consola;Sony;No lee discos;Anulado;0;0',
  '8008;09-03-2016;Marta Güell;5126663-3;912345678;Notebook;HP;Bisagra;Bodega;20.000;0',
]);

async function give(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel('Archivo CSV con órdenes').setInputFiles({ name, mimeType: 'text/csv', buffer });
}

/** The number under a label of the dry run. */
const figure = (page: Page, label: string) =>
  page
    .locator('div', { has: page.getByText(label, { exact: true }) })
    .last()
    .getByRole('definition');

async function withSql<T>(shop: RunningServer, run: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(shop.adminUrl, { max: 1, onnotice: () => undefined });
  try {
    return await run(sql);
  } finally {
    await sql.end();
  }
}

const told = (shop: RunningServer) =>
  withSql(shop, async (sql) => {
    const [row] = await sql`select
      (select count(*)::int from public.whatsapp_messages) as messages,
      (select count(*)::int from public.notifications) as notifications`;
    return row;
  });

test('ORD-16 a file goes in: columns guessed, words given a meaning, dry run, problems to download and correct', async ({
  openAs,
  shop,
}) => {
  const before = await told(shop);
  const page = await openAs('admin', PATH);
  await give(page, 'sistema-antiguo.csv', FILE);

  await expect(page.getByText('9 filas')).toBeVisible();
  await expect(page.getByLabel('Codificación')).toHaveValue('windows-1252');
  await expect(page.getByLabel('Separador')).toHaveValue(';');
  await expect(page.getByLabel('RUT', { exact: true })).toHaveValue('3');
  await expect(page.getByLabel('Teléfono', { exact: true })).toHaveValue('4');

  // An unknown word is mapped to a value; the column of brands is left out and restored.
  await page.getByRole('combobox', { name: 'Bodega' }).selectOption('completed');
  await page.getByText(/^Reconocidas \(\d+\)$/).click();
  await page.getByLabel('Marca', { exact: true }).selectOption({ label: 'No importar' });
  await page.getByLabel('Marca', { exact: true }).selectOption({ label: 'Marca' });
  await page.getByRole('button', { name: 'Revisar sin importar' }).click();

  await expect(figure(page, 'Listas para importar')).toHaveText('5');
  await expect(figure(page, 'Con problemas')).toHaveText('4');
  await expect(page.getByText('Fecha de ingreso «31-02-2016»: esa fecha no existe.')).toBeVisible();
  await expect(page.getByText('Falta: nombre completo.')).toBeVisible();
  await expect(page.getByText('Número de orden 8006 repetido: ya está en la fila 7.')).toBeVisible();
  await expect(page.getByText('RUT «11222333-X»', { exact: false })).toBeVisible();
  await expect(page.getByRole('cell', { name: '008001' })).toBeVisible();
  const nothingYet = await withSql(
    shop,
    (sql) => sql`select 1 from public.service_orders where order_number between 8001 and 8008`,
  );
  expect(nothingYet).toHaveLength(0);

  await page.getByRole('button', { name: 'Importar 5 órdenes' }).click();
  await expect(page.getByRole('heading', { name: '5 órdenes importadas' })).toBeVisible();
  const orders = await withSql(
    shop,
    (sql) => sql`
      select order_number, customer_name, customer_rut, customer_phone, equipment_type, equipment_brand, status, total_amount::int,
        advance_payment::int, work_description, to_char(created_at at time zone 'America/Santiago', 'DD-MM-YYYY') as day
      from public.service_orders where order_number between 8001 and 8008 order by order_number`,
  );
  expect(orders).toHaveLength(5);
  expect(orders[0]).toEqual({
    order_number: 8001,
    customer_name: 'Ximena Peña Órdenes',
    customer_rut: '12345678-5',
    customer_phone: '+56 9 1234 5678',
    equipment_type: 'smartphone',
    equipment_brand: 'Motorola',
    status: 'delivered',
    total_amount: 24_990,
    advance_payment: 10_000,
    work_description: 'No carga;\nse calienta',
    day: '04-03-2016',
  });
  expect(orders[1]).toMatchObject({
    customer_rut: '12345678-5',
    customer_phone: '+56 9 8765 4321',
    equipment_brand: 'Sin marca',
  });
  await expect.poll(() => told(shop)).toEqual(before);

  // The skipped rows, corrected as in a spreadsheet: only those are imported.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar filas con problemas' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('sistema-antiguo - filas con problemas.csv');
  const refused = await readFile(await download.path(), 'utf8');
  expect(refused.startsWith('\uFEFF')).toBe(true);
  const corrected = refused.replace('31-02-2016', '28-02-2016').replace('11222333-X', '11222333-9');
  await page.getByRole('button', { name: 'Importar otro archivo' }).click();
  await give(page, 'corregidas.csv', Buffer.from(corrected));
  await page.getByRole('button', { name: 'Revisar sin importar' }).click();
  await expect(figure(page, 'Listas para importar')).toHaveText('2');
  // The duplicate number now conflicts with the existing order.
  await expect(page.getByText('La orden 008006 ya existe con otros datos.')).toBeVisible();
  await page.getByRole('button', { name: 'Importar 2 órdenes' }).click();
  await expect(page.getByRole('heading', { name: '2 órdenes importadas' })).toBeVisible();
});

test('ORD-16 interrupted and given again it continues; given once more it adds nothing @exhaustive', async ({
  openAs,
  shop,
}) => {
  const lines = Array.from(
    { length: 350 },
    (_, index) =>
      `${8101 + index};10-04-2017;Cliente Ñ ${index};12345678-5;912345678;Celular;Sony;Falla ${index};Bodega;9.990;0`,
  );
  const file = windows1252([HEADER, ...lines]);
  const page = await openAs('admin', PATH);
  let sent = 0;
  await page.route('**/rpc/import_orders', async (route) => {
    sent += 1;
    // The third batch is never sent.
    if (sent !== 3) await route.continue();
  });
  const warnings: string[] = [];
  page.on('dialog', (dialog) => {
    warnings.push(dialog.type());
    void dialog.accept();
  });

  await give(page, 'grande.csv', file);
  // A word specific to this shop: its mapping is stored and reused for the same file.
  await page.getByRole('combobox', { name: 'Bodega' }).selectOption('completed');
  await page.getByRole('button', { name: 'Revisar sin importar' }).click();
  await page.getByRole('button', { name: 'Importar 350 órdenes' }).click();
  await expect(page.getByText('200 de 350 órdenes')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '57');

  await page.reload();
  await page.unroute('**/rpc/import_orders');
  expect(warnings).toEqual(['beforeunload']);

  await give(page, 'grande.csv', file);
  await page.getByRole('button', { name: 'Revisar sin importar' }).click();
  await expect(figure(page, 'Ya importadas antes')).toHaveText('200');
  await page.getByRole('button', { name: 'Importar 150 órdenes' }).click();
  await expect(page.getByRole('heading', { name: '150 órdenes importadas' })).toBeVisible();

  await page.getByRole('button', { name: 'Importar otro archivo' }).click();
  await give(page, 'grande.csv', file);
  await page.getByRole('button', { name: 'Revisar sin importar' }).click();
  await expect(figure(page, 'Ya importadas antes')).toHaveText('350');
  await expect(page.getByText('No hay órdenes nuevas que importar.')).toBeVisible();
  const [stored] = await withSql(
    shop,
    (sql) => sql`select count(*)::int as orders, count(distinct customer_name)::int as names
      from public.service_orders where customer_name like 'Cliente Ñ %'`,
  );
  expect(stored).toEqual({ orders: 350, names: 350 });
});

test('ORD-16 stopped by hand it stops after its batch and goes on @exhaustive', async ({ openAs }) => {
  const lines = Array.from(
    { length: 250 },
    (_, index) => `${8501 + index};10-04-2017;Otro ${index};12345678-5;912345678;Celular;Sony;;Listo;9.990;0`,
  );
  const page = await openAs('admin', PATH);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/rpc/import_orders', async (route) => {
    await held;
    await route.continue();
  });
  await give(page, 'detener.csv', windows1252([HEADER, ...lines]));
  await page.getByRole('button', { name: 'Revisar sin importar' }).click();
  await page.getByRole('button', { name: 'Importar 250 órdenes' }).click();
  await page.getByRole('button', { name: 'Detener' }).click();
  await expect(page.getByRole('button', { name: 'Terminando el lote...' })).toBeVisible();
  release();
  await expect(page.getByText('Importación detenida en 100 de 250. Nada se perdió.')).toBeVisible();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByRole('heading', { name: '250 órdenes importadas' })).toBeVisible();
});

test('ORD-16 a spreadsheet instead of a CSV file is refused with instructions @exhaustive', async ({
  openAs,
}) => {
  const page = await openAs('admin', PATH);
  await give(page, 'ordenes.xlsx', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14]));
  await expect(page.getByRole('alert')).toContainText('Guardar como → CSV');
  await expect(page.getByRole('button', { name: 'Elegir archivo' })).toBeVisible();
});

for (const width of [390, 1280]) {
  test(`ORD-16 usable at ${width} px: nothing sticks out, and axe finds nothing @exhaustive`, async ({
    openAs,
  }) => {
    const page = await openAs('admin', PATH, { viewport: { width, height: 844 } });
    await give(page, 'sistema-antiguo.csv', FILE);
    await page.getByRole('button', { name: 'Revisar sin importar' }).click();
    await expect(figure(page, 'Con problemas')).not.toHaveText('0');
    const { scrollWidth, clientWidth } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      clientWidth: document.documentElement.clientWidth,
    }));
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    // The site's header stays on the screen, and covers what is scrolled below it.
    await page.evaluate(() => scrollTo(0, 0));
    expect(await axeFindings(page)).toEqual([]);
  });
}
