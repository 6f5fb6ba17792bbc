import { readFile } from 'node:fs/promises';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  ALL_REPORTS,
  closeOrders,
  countBehind,
  daysIn,
  figure,
  figuresArrived,
  openOrders,
  REPORTS,
  reportSection,
  section,
  thousands,
  tile,
} from '../support/reports.ts';
import { watchErrors, watchRequests } from '../support/requests.ts';

const MONEY = /^\$\d{1,3}(?:\.\d{3})*$/;
const CARDS = ['Total de Órdenes', 'Órdenes Completadas', 'Órdenes Entregadas', 'Órdenes Pendientes'];
/** The other tiles that count orders. */
const COUNTS = [
  'Trabajo en curso',
  'Menos de 3 días',
  '3 a 6 días',
  '7 a 29 días',
  '30 días o más',
  'Aprobados',
  'Rechazados',
  'Esperando respuesta',
];

/** '1–20 de 37': the list's count of orders. */
const rangeOf = (count: number | string) =>
  new RegExp(`^[\\d.]+–[\\d.]+ de ${String(count).replace('.', '\\.')}$`);

test('REP-01 UI-17 the screen has its sections; the dates count only when both are set, and stay in the address', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('admin', ALL_REPORTS);
  await figuresArrived(page);
  for (const name of [
    'Reportes de Órdenes de Servicio',
    'Filtros',
    'Total Ganado',
    'Resumen de Órdenes de Servicio',
    'Frecuencia de Tipos de Servicio',
    'Tiempo Promedio de Resolución (días)',
  ]) {
    await expect(section(page, name)).toBeVisible();
  }
  await expect(section(page, 'Reportes de Órdenes de Servicio')).toHaveCSS('font-size', '22px');
  const counts = await withDatabase(shop, async (sql) => {
    const [row] = await sql<{ total: number; day: string; of_day: number }[]>`
      select (select count(*)::int from service_orders) as total, to_char(created_at at time zone 'America/Santiago', 'YYYY-MM-DD') as day,
        count(*)::int as of_day
      from service_orders group by 2 order by 3 desc, 2 limit 1`;
    if (!row) throw new Error('no orders');
    return row;
  });
  await expect(figure(page, 'Total de Órdenes')).toHaveText(thousands(counts.total));
  await page.getByLabel('Desde', { exact: true }).fill(counts.day);
  await expect(page.getByText('El filtro de fechas se aplica cuando están las dos.')).toBeVisible();
  await expect(figure(page, 'Total de Órdenes')).toHaveText(thousands(counts.total));
  await page.getByLabel('Hasta', { exact: true }).fill(counts.day);
  await expect(figure(page, 'Total de Órdenes')).toHaveText(thousands(counts.of_day));
  await page.reload();
  await expect(figure(page, 'Total de Órdenes')).toHaveText(thousands(counts.of_day));
  await page.getByRole('button', { name: 'Quitar filtros' }).click();
  await expect(figure(page, 'Total de Órdenes')).toHaveText(thousands(counts.total));
});

test("REP-01 'Loading...' while loading; DATA-06 a failure goes to the console, without a toast, and can be retried @exhaustive", async ({
  openAs,
}) => {
  const page = await openAs('admin', '/');
  const logged = watchErrors(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/rpc/report_overview', async (route) => {
    await held;
    await route.fulfill({ status: 400, json: { code: 'XX000', message: 'se cayó' } });
  });
  await page.goto(REPORTS);
  await expect(page.getByText('Loading...').first()).toBeVisible();
  release();
  await expect(page.getByText('No se pudo cargar el informe.')).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
  expect(logged.join('\n')).toMatch(/DataError|se cayó/);
  await expect(page.getByRole('region', { name: /notific/i }).getByRole('dialog')).toHaveCount(0);
  await page.unroute('**/rpc/report_overview');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(section(page, 'Resumen de Órdenes de Servicio')).toBeVisible();
});

test('REP-03 each card opens its orders under its name; DATA-05 numbers and amounts as people read them', async ({
  openAs,
}) => {
  const page = await openAs('admin', REPORTS);
  await figuresArrived(page);
  for (const name of CARDS) {
    const count = await figure(page, name).textContent();
    const dialog = await openOrders(page, `Ver ${name}`);
    await expect(dialog).toHaveAccessibleName(name);
    const table = dialog.getByRole('table', { name });
    await expect(table.getByRole('columnheader')).toHaveText(['Orden #', 'Cliente', 'Estado', 'Monto']);
    await expect(dialog.getByText(new RegExp(`de ${count?.replace('.', '\\.')}\\b`))).toBeVisible();
    const cells = table.getByRole('row').nth(1).getByRole('cell');
    await expect(cells.first()).toHaveText(/^\d{6}$/);
    await expect(cells.last()).toHaveText(MONEY);
    await closeOrders(dialog);
  }
});

/** Date of the orders that tests create before the shop's history, so that a filter finds only those. */
const PAST_DAY = '2019-03-05';
const IN_THE_PAST = `${REPORTS}?desde=${PAST_DAY}&hasta=${PAST_DAY}`;

test('REP-03 badges: green completed, yellow pending and in progress, red otherwise @exhaustive', async ({
  openAs,
  shop,
}) => {
  await withDatabase(
    shop,
    (sql) => sql`
      insert into service_orders (status, created_at, customer_name, customer_phone, customer_rut, equipment_type, equipment_brand, equipment_model)
      select status, ${`${PAST_DAY}T15:00:00Z`}, 'Cliente ' || status, '+56 9 5555 1234', '11111111-1', 'tablet', 'Samsung', 'Galaxy Tab'
      from unnest(array['pending', 'in_progress', 'quoted', 'approved', 'rejected', 'completed', 'cancelled', 'delivered']) as status`,
  );
  const page = await openAs('admin', IN_THE_PAST);
  await figuresArrived(page);
  await page.getByRole('button', { name: 'Ver Total de Órdenes', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Total de Órdenes' });
  await expect(dialog.getByRole('row')).toHaveCount(9);
  // The tokens' colours as serialised by this browser.
  const colours = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    const colour = (tone: string) => {
      probe.style.background = `var(--color-${tone}-bg)`;
      return getComputedStyle(probe).backgroundColor;
    };
    return { green: colour('success'), yellow: colour('warning'), red: colour('danger') };
  });
  expect(new Set(Object.values(colours)).size).toBe(3);
  const look = async (status: string) => {
    const badge = dialog
      .getByRole('row')
      .filter({ hasText: `Cliente ${status}` })
      .getByRole('cell')
      .nth(2)
      .locator('span')
      .first();
    const background = await badge.evaluate((element) => getComputedStyle(element).backgroundColor);
    const colour = Object.entries(colours).find(([, value]) => value === background)?.[0];
    return [await badge.textContent(), colour];
  };
  expect(await look('completed')).toEqual(['Completada', 'green']);
  expect(await look('pending')).toEqual(['Pendiente', 'yellow']);
  expect(await look('in_progress')).toEqual(['En Progreso', 'yellow']);
  expect(await look('quoted')).toEqual(['Presupuesto Enviado', 'red']);
  expect(await look('approved')).toEqual(['Presupuesto Aprobado', 'red']);
  expect(await look('rejected')).toEqual(['Presupuesto Rechazado', 'red']);
  expect(await look('cancelled')).toEqual(['Cancelada', 'red']);
  expect(await look('delivered')).toEqual(['Entregada', 'red']);
  await withDatabase(
    shop,
    (sql) => sql`delete from service_orders where created_at = ${`${PAST_DAY}T15:00:00Z`}`,
  );
});

test('REP-04 charts are 400 px high, with two decimals and a table each @exhaustive', async ({ openAs }) => {
  const page = await openAs('admin', ALL_REPORTS);
  await figuresArrived(page);
  for (const name of ['Frecuencia de Tipos de Servicio', 'Tiempo Promedio de Resolución (días)']) {
    const chart = page.getByRole('figure', { name });
    await expect(chart).toBeVisible();
    await expect.poll(async () => (await chart.locator('svg').first().boundingBox())?.height).toBe(400);
  }
  await page.getByText('Ver como tabla').first().click();
  const table = page.getByRole('table', { name: 'Frecuencia de Tipos de Servicio' });
  await expect(table.getByRole('row').nth(1).getByRole('cell').last()).toHaveText(/^\d{1,3},\d\d\u00A0%$/);
});

test('REP-05 a list of orders is saved as CSV, all of its pages', async ({ openAs }) => {
  const page = await openAs('admin', REPORTS);
  await figuresArrived(page);
  const count = Number((await figure(page, 'Órdenes Entregadas').textContent())?.replaceAll('.', ''));
  await page.getByRole('button', { name: 'Ver Órdenes Entregadas', exact: true }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^órdenes-entregadas-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines[0]).toMatch(/Orden #.*Cliente.*Estado.*Monto/);
  expect(lines).toHaveLength(count + 1);
});

test('REP-03 every other figure opens exactly the orders it counts @exhaustive', async ({ openAs, shop }) => {
  test.slow();
  const page = await openAs('admin', ALL_REPORTS);
  await figuresArrived(page);
  for (const name of COUNTS) {
    const count = String(await figure(page, name).textContent());
    const sentence = String(await tile(page, name).getByRole('paragraph').last().textContent());
    expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
    const dialog = await openOrders(page, `Ver ${name}`);
    await expect(dialog).toHaveAccessibleDescription(sentence);
    await expect(
      dialog.getByText(count === '0' ? 'No hay órdenes en esta lista.' : rangeOf(count)),
    ).toBeVisible();
    await closeOrders(dialog);
  }
  const decided = ['Aprobados', 'Rechazados'].map(async (name) =>
    Number(await figure(page, name).textContent()),
  );
  const [approved = 0, rejected = 0] = await Promise.all(decided);
  await expect(figure(page, 'Tasa de aprobación')).toHaveText(
    `${((approved * 100) / (approved + rejected)).toFixed(2).replace('.', ',')}\u00A0%`,
  );
  const rate = await openOrders(page, 'Ver Tasa de aprobación');
  await expect(rate.getByText(rangeOf(approved + rejected))).toBeVisible();
  await closeOrders(rate);

  // Each row of the tables: a count opens as many orders, a time opens the orders it is computed from.
  for (const summary of await page.getByText('Ver como tabla').all()) await summary.click();
  for (const name of [
    'Frecuencia de Tipos de Servicio',
    'Tiempo Promedio de Resolución (días)',
    'Tiempo real hasta completar (días)',
    'Técnicos',
  ]) {
    const row = page.getByRole('table', { name }).getByRole('row').nth(1);
    for (const button of await row.getByRole('button').all()) {
      const label = String(await button.getAttribute('aria-label'));
      const total = await countBehind(shop, row, button);
      const dialog = await openOrders(page, label);
      await expect(dialog.getByRole('heading').first()).toHaveText(label.replace(/^Ver (.*): .*$/, '$1'));
      await expect(
        dialog.getByText(total === '0' ? 'No hay órdenes en esta lista.' : rangeOf(total)),
      ).toBeVisible();
      await closeOrders(dialog);
    }
  }
});

test('REP-03 the orders behind a time come with their times, the longest first; an order opens @exhaustive', async ({
  openAs,
}) => {
  const page = await openAs('admin', reportSection('tiempos'));
  const dialog = await openOrders(page, 'Ver Trabajo en curso');
  await expect(dialog.getByRole('columnheader')).toHaveText([
    'Orden #',
    'Cliente',
    'Estado',
    'Monto',
    'Días sin movimiento',
  ]);
  await expect(dialog.getByRole('columnheader').last()).toHaveAttribute('aria-sort', 'descending');
  const days = async () =>
    (
      await dialog
        .getByRole('row')
        .getByRole('cell')
        .filter({ hasText: /^[\d.,]+\u00A0días$/ })
        .allTextContents()
    ).map(daysIn);
  const longest = await days();
  expect(longest.length).toBeGreaterThan(5);
  expect(longest).toEqual(longest.toSorted((a, b) => b - a));
  await dialog.getByRole('button', { name: 'Días sin movimiento' }).click();
  await expect(dialog.getByRole('columnheader').last()).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(async () => (await days())[0]).toBeLessThan(longest[0] ?? 0);
  const number = await dialog.getByRole('row').nth(1).getByRole('link').textContent();
  await dialog.getByRole('row').nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/\/dashboard\/orders\/view\//);
  await expect(page.getByText(new RegExp(String(number))).first()).toBeVisible();
});

test('REP-04 a bar opens the orders of its type @exhaustive', async ({ openAs }) => {
  const page = await openAs('admin', REPORTS);
  await figuresArrived(page);
  const chart = page.getByRole('figure', { name: 'Frecuencia de Tipos de Servicio' });
  await chart.locator('.recharts-bar-rectangle').first().click();
  const dialog = page.getByRole('dialog', { name: 'Órdenes: Celular' });
  const label = await chart.locator('.recharts-label-list text').first().textContent();
  await expect(dialog.getByText(rangeOf(String(label).match(/^[\d.]+/)?.[0] ?? ''))).toBeVisible();
});

test('SHELL-05 the browser of a technician and of the desk requests no byte of the reports @exhaustive', async ({
  openAs,
}) => {
  const admin = await openAs('admin', '/');
  const adminRequests = watchRequests(admin);
  await admin.goto('/activity-logs');
  await expect(section(admin, 'Registro de Actividades')).toBeVisible();
  const logFiles = new Set(adminRequests);
  await admin.goto(REPORTS);
  await expect(section(admin, 'Resumen de Órdenes de Servicio')).toBeVisible();
  const reportFiles = adminRequests.filter(
    (url) => url.includes('/remotes/mfe-reports/') && !logFiles.has(url),
  );
  expect(reportFiles.length).toBeGreaterThan(1);

  for (const account of ['technician', 'receptionist'] as const) {
    const page = await openAs(account, '/dashboard');
    const requests = watchRequests(page);
    await page.goto(REPORTS);
    await expect(page.getByText('Acceso no autorizado.')).toBeVisible();
    await page.goto('/informes');
    await expect(page.getByText('Acceso no autorizado.')).toBeVisible();
    expect(requests.filter((url) => url.includes('/remotes/mfe-reports/'))).toEqual([]);
    await page.goto('/activity-logs');
    await expect(section(page, 'Registro de Actividades')).toBeVisible();
    expect(requests.filter((url) => reportFiles.includes(url) || url.includes('/rpc/report_'))).toEqual([]);
  }
});
