import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { DEMO_REPORT_PIN } from '../supabase/seed/seed-demo.ts';
import { axeFindings, sidewaysOverflow } from './support/axe.ts';
import { withDatabase } from './support/database.ts';
import { expect, test } from './support/fixtures.ts';
import { watchErrors, watchRequests } from './support/requests.ts';

const PATH = '/dashboard/informes';
const MONEY = /^\$\d{1,3}(?:\.\d{3})*$/;
const CARDS = ['Total de Órdenes', 'Órdenes Completadas', 'Órdenes Entregadas', 'Órdenes Pendientes'];

const thousands = (value: number): string => value.toLocaleString('de-DE');
const section = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
/** The figure of one of the four cards. */
const figure = (page: Page, name: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
    .getByRole('paragraph')
    .first();

test('REP-01 the screen has its sections; the dates count only when both are set, and stay in the address', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('admin', PATH);
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
  await page.getByRole('button', { name: 'Limpiar filtros' }).click();
  await expect(figure(page, 'Total de Órdenes')).toHaveText(thousands(counts.total));
});

test("REP-01 'Loading...' while loading; DATA-06 a failure goes to the console, without a toast, and can be retried", async ({
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
  await page.goto(PATH);
  await expect(page.getByText('Loading...').first()).toBeVisible();
  release();
  await expect(page.getByText('No se pudieron cargar los reportes.')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Loading...')).toHaveCount(0);
  expect(logged.join('\n')).toMatch(/DataError|se cayó/);
  await expect(page.getByRole('region', { name: /notific/i }).getByRole('dialog')).toHaveCount(0);
  await page.unroute('**/rpc/report_overview');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(section(page, 'Resumen de Órdenes de Servicio')).toBeVisible();
});

test("REP-02 the earnings are behind the PIN: 'PIN incorrecto', success clears it, 'Ocultar Precio' hides and clears", async ({
  openAs,
  shop,
}) => {
  const [sum] = await withDatabase(
    shop,
    (sql) => sql<{ total: number }[]>`
      select sum(coalesce(total_amount, 0))::float8 as total from service_orders where status in ('completed', 'delivered')`,
  );
  const total = `$${thousands(sum?.total ?? 0)}`;
  const page = await openAs('admin', PATH);
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/rpc/report_')) bodies.push(response.text());
  });
  await page.reload();
  const pin = page.getByPlaceholder('PIN', { exact: true });
  await expect(pin).toHaveAttribute('type', 'password');
  await pin.fill('0000');
  await page.getByRole('button', { name: 'Ver Precio' }).click();
  await expect(page.getByText('PIN incorrecto', { exact: true })).toBeVisible();
  await expect(page.getByText(total, { exact: true })).toHaveCount(0);
  await expect(section(page, 'Frecuencia de Tipos de Servicio')).toBeVisible();
  expect((await Promise.all(bodies)).join('\n')).not.toMatch(/amount|months/);

  await pin.fill(DEMO_REPORT_PIN);
  await page.getByRole('button', { name: 'Ver Precio' }).click();
  await expect(page.getByText(total, { exact: true })).toBeVisible();
  await expect(page.getByText('PIN incorrecto', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Ganancias por mes' }).getByRole('row')).toHaveCount(13);

  await page.getByRole('button', { name: 'Ocultar Precio' }).click();
  await expect(page.getByText(total, { exact: true })).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Ganancias por mes' })).toHaveCount(0);
  await expect(pin).toHaveValue('');
});

test('REP-05 five wrong PINs lock the field and show the time left', async ({ openAs, shop }) => {
  const page = await openAs('admin', PATH);
  const pin = page.getByPlaceholder('PIN', { exact: true });
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await pin.fill('0000');
    const answered = page.waitForResponse('**/rpc/report_earnings');
    await page.getByRole('button', { name: 'Ver Precio' }).click();
    await answered;
    await expect(
      page.getByText(attempt < 5 ? 'PIN incorrecto' : /Demasiados intentos\. Espera 1[45]:\d\d/),
    ).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Ver Precio' })).toBeDisabled();
  await page.reload();
  await expect(page.getByText(/Demasiados intentos\. Espera 1[45]:\d\d/)).toBeVisible();
  await withDatabase(shop, (sql) => sql`delete from private.report_pin_tries`);
});

test('REP-03 each card opens its orders under its name; DATA-05 numbers and amounts as people read them', async ({
  openAs,
}) => {
  const page = await openAs('admin', PATH);
  for (const name of CARDS) {
    const count = await figure(page, name).textContent();
    await page.getByRole('button', { name: `Ver ${name}`, exact: true }).click();
    const dialog = page.getByRole('dialog', { name });
    const table = dialog.getByRole('table', { name });
    await expect(table.getByRole('columnheader')).toHaveText(['Orden #', 'Cliente', 'Estado', 'Monto']);
    await expect(dialog.getByText(new RegExp(`de ${count?.replace('.', '\\.')}\\b`))).toBeVisible();
    const cells = table.getByRole('row').nth(1).getByRole('cell');
    await expect(cells.first()).toHaveText(/^\d{6}$/);
    await expect(cells.last()).toHaveText(MONEY);
    await dialog.getByRole('button', { name: 'Cerrar', exact: true }).last().click();
    await expect(dialog).toBeHidden();
  }
});

/** The day of the orders that tests put before the shop's time, so that a filter finds those only. */
const PAST_DAY = '2019-03-05';
const IN_THE_PAST = `${PATH}?desde=${PAST_DAY}&hasta=${PAST_DAY}`;

test('REP-03 badges: green completed, yellow pending and in progress, red otherwise', async ({
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
  await page.getByRole('button', { name: 'Ver Total de Órdenes', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Total de Órdenes' });
  await expect(dialog.getByRole('row')).toHaveCount(9);
  // The tokens' colours as this browser writes them.
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
      .locator('span');
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

test('REP-04 the charts are 400 px high, with two decimals and a table behind each', async ({ openAs }) => {
  const page = await openAs('admin', PATH);
  for (const name of ['Frecuencia de Tipos de Servicio', 'Tiempo Promedio de Resolución (días)']) {
    const chart = page.getByRole('figure', { name });
    await expect(chart).toBeVisible();
    expect((await chart.locator('svg').first().boundingBox())?.height).toBe(400);
  }
  await page.getByText('Ver como tabla').first().click();
  const table = page.getByRole('table', { name: 'Frecuencia de Tipos de Servicio' });
  await expect(table.getByRole('row').nth(1).getByRole('cell').last()).toHaveText(/^\d{1,3},\d\d %$/);
});

test('REP-04 a chart keeps to its card while it is still drawn for another width', async ({ openAs }) => {
  const page = await openAs('admin', '/');
  // The drawing never hears of the new width: what a slow machine shows for some frames, and paper always.
  await page.addInitScript(() => {
    window.ResizeObserver = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
  });
  await page.goto(PATH);
  const drawings = page.getByRole('figure').locator('svg.recharts-surface');
  await expect(drawings).toHaveCount(2);
  expect(await drawings.first().evaluate((svg) => svg.getBoundingClientRect().width)).toBeGreaterThan(1000);
  expect(await sidewaysOverflow(page)).toBe(0);
  for (const drawing of await drawings.all()) expect((await drawing.boundingBox())?.width).toBeLessThan(390);
});

test('REP-05 a list of orders is saved as CSV, all of its pages', async ({ openAs }) => {
  const page = await openAs('admin', PATH);
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

test('SHELL-05 the browser of a technician and of the desk requests no byte of the reports', async ({
  openAs,
}) => {
  const admin = await openAs('admin', '/');
  const adminRequests = watchRequests(admin);
  await admin.goto('/activity-logs');
  await expect(section(admin, 'Registro de Actividades')).toBeVisible();
  const logFiles = new Set(adminRequests);
  await admin.goto(PATH);
  await expect(section(admin, 'Resumen de Órdenes de Servicio')).toBeVisible();
  const reportFiles = adminRequests.filter(
    (url) => url.includes('/remotes/mfe-reports/') && !logFiles.has(url),
  );
  expect(reportFiles.length).toBeGreaterThan(1);

  for (const account of ['technician', 'receptionist'] as const) {
    const page = await openAs(account, '/dashboard');
    const requests = watchRequests(page);
    await page.goto(PATH);
    await expect(page.getByText('Acceso no autorizado.')).toBeVisible();
    await page.goto('/informes');
    await expect(page.getByText('Acceso no autorizado.')).toBeVisible();
    expect(requests.filter((url) => url.includes('/remotes/mfe-reports/'))).toEqual([]);
    await page.goto('/activity-logs');
    await expect(section(page, 'Registro de Actividades')).toBeVisible();
    expect(requests.filter((url) => reportFiles.includes(url) || url.includes('/rpc/report_'))).toEqual([]);
  }
});

test('REP-01 the screen is accessible on a phone and a desk, in light and dark, with its dialogs', async ({
  openAs,
}) => {
  const page = await openAs('admin', PATH);
  await expect(section(page, 'Frecuencia de Tipos de Servicio')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toBe(0);
  await page.getByRole('button', { name: 'Ver Órdenes Pendientes', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('row').nth(1)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});
