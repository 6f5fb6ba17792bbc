/** 'Total Ganado': the PIN, and the figures behind it. */
import { readFile } from 'node:fs/promises';
import { DEMO_REPORT_PIN } from '../../supabase/seed/accounts.ts';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  ALL_REPORTS,
  closeOrders,
  figuresArrived,
  openOrders,
  section,
  thousands,
  tile,
} from '../support/reports.ts';

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
  const page = await openAs('admin', ALL_REPORTS);
  await figuresArrived(page);
  const bodies: string[] = [];
  await page.route('**/rpc/report_*', async (route) => {
    const response = await route.fetch();
    bodies.push(await response.text());
    await route.fulfill({ response });
  });
  await page.reload();
  await figuresArrived(page);
  const pin = page.getByPlaceholder('PIN', { exact: true });
  await expect(pin).toHaveAttribute('type', 'password');
  await pin.fill('0000');
  await page.getByRole('button', { name: 'Ver ganancias' }).click();
  await expect(page.getByText('PIN incorrecto', { exact: true })).toBeVisible();
  await expect(page.getByText(total, { exact: true })).toHaveCount(0);
  await expect(section(page, 'Frecuencia de Tipos de Servicio')).toBeVisible();
  expect(bodies).not.toEqual([]);
  expect(bodies.join('\n')).not.toMatch(/amount|months/);
  await page.unroute('**/rpc/report_*');

  await pin.fill(DEMO_REPORT_PIN);
  await page.getByRole('button', { name: 'Ver ganancias' }).click();
  await expect(page.getByText(total, { exact: true })).toBeVisible();
  await expect(page.getByText('PIN incorrecto', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Ganancias por mes' }).getByRole('row')).toHaveCount(13);

  // The period's figures show their amounts too, until they are hidden (REP-20).
  await expect(tile(page, 'Ingresos')).toContainText('$');
  await expect(page.getByRole('figure', { name: 'Ganancias por mes' })).toBeVisible();

  await page.getByRole('button', { name: 'Ocultar Precio' }).click();
  await expect(tile(page, 'Ingresos')).not.toContainText('$');
  await expect(page.getByText(total, { exact: true })).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Ganancias por mes' })).toHaveCount(0);
  await expect(pin).toHaveValue('');
});

test('REP-05 five wrong PINs lock the field and show the time left @exhaustive', async ({ openAs, shop }) => {
  const page = await openAs('admin', ALL_REPORTS);
  await figuresArrived(page);
  const pin = page.getByPlaceholder('PIN', { exact: true });
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await pin.fill('0000');
    const answered = page.waitForResponse('**/rpc/report_earnings');
    await page.getByRole('button', { name: 'Ver ganancias' }).click();
    await answered;
    await expect(
      page.getByText(attempt < 5 ? 'PIN incorrecto' : /Demasiados intentos\. Espera 1[45]:\d\d/),
    ).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Ver ganancias' })).toBeDisabled();
  await page.reload();
  await expect(page.getByText(/Demasiados intentos\. Espera 1[45]:\d\d/)).toBeVisible();
  await withDatabase(shop, (sql) => sql`delete from private.report_pin_tries`);
});

test('REP-02 the total and each month open their orders; their amounts add up to the figure @exhaustive', async ({
  openAs,
}) => {
  const page = await openAs('admin', ALL_REPORTS);
  await figuresArrived(page);
  await page.getByPlaceholder('PIN', { exact: true }).fill(DEMO_REPORT_PIN);
  await page.getByRole('button', { name: 'Ver ganancias' }).click();
  const months = page.getByRole('table', { name: 'Ganancias por mes' });
  // The demo's shop is younger than a year.
  await expect(months.getByRole('columnheader')).toHaveText(['Mes', 'Ganado']);
  const addedUp = async (button: string) => {
    const dialog = await openOrders(page, button);
    await expect(dialog.getByRole('row').nth(1)).toBeVisible();
    const saving = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Exportar CSV' }).click();
    const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split(/\r?\n/).slice(1);
    await closeOrders(dialog);
    return `$${thousands(lines.reduce((sum, line) => sum + Number(line.split(/[;,]/).at(-1)?.replaceAll('"', '')), 0))}`;
  };
  const total = await page
    .getByRole('region', { name: 'Total Ganado' })
    .getByText(/^\$[\d.]+$/)
    .first()
    .textContent();
  expect(await addedUp('Ver órdenes')).toBe(total);
  // The previous month is complete.
  const amount = months.getByRole('row').nth(2).getByRole('button').first();
  expect(await addedUp(String(await amount.getAttribute('aria-label')))).toBe(await amount.textContent());
});

test('REP-05 the admin changes the PIN in the screen: the current one is needed, and the earnings are hidden again @exhaustive', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('admin', ALL_REPORTS);
  await figuresArrived(page);
  const pin = page.getByPlaceholder('PIN', { exact: true });
  const show = page.getByRole('button', { name: 'Ver ganancias' });
  await pin.fill(DEMO_REPORT_PIN);
  await show.click();
  await expect(page.getByRole('button', { name: 'Ocultar Precio' })).toBeVisible();
  await page.getByRole('button', { name: 'Cambiar PIN' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cambiar PIN' });
  const change = async (current: string, next: string, repeated: string) => {
    await dialog.getByLabel('PIN actual', { exact: true }).fill(current);
    await dialog.getByLabel('PIN nuevo', { exact: true }).fill(next);
    await dialog.getByLabel('Repite el PIN nuevo', { exact: true }).fill(repeated);
    await dialog.getByRole('button', { name: 'Guardar' }).click();
  };
  await change('0000', '4826', '4826');
  await expect(dialog.getByText('PIN incorrecto', { exact: true })).toBeVisible();
  await change(DEMO_REPORT_PIN, '4826', '4827');
  await expect(dialog.getByText('Los PIN no coinciden.')).toBeVisible();
  await change(DEMO_REPORT_PIN, '48', '48');
  await expect(dialog.getByText('El PIN tiene 4 dígitos.')).toBeVisible();
  await change(DEMO_REPORT_PIN, '4826', '4826');
  await expect(page.getByText('PIN guardado.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Ocultar Precio' })).toHaveCount(0);

  await pin.fill(DEMO_REPORT_PIN);
  await show.click();
  await expect(page.getByText('PIN incorrecto', { exact: true })).toBeVisible();
  await pin.fill('4826');
  await show.click();
  await expect(page.getByRole('button', { name: 'Ocultar Precio' })).toBeVisible();
  await withDatabase(shop, async (sql) => {
    await sql`update private.report_pin set hash = extensions.crypt(${DEMO_REPORT_PIN}, extensions.gen_salt('bf', 4))`;
    await sql`delete from private.report_pin_tries`;
  });
});

test('REP-05 a PIN that another admin has changed meanwhile is asked with once, not until it is locked @exhaustive', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('admin', ALL_REPORTS);
  await figuresArrived(page);
  await page.getByPlaceholder('PIN', { exact: true }).fill(DEMO_REPORT_PIN);
  await page.getByRole('button', { name: 'Ver ganancias' }).click();
  await expect(page.getByRole('button', { name: 'Ocultar Precio' })).toBeVisible();
  await withDatabase(
    shop,
    (sql) => sql`update private.report_pin set hash = extensions.crypt('4826', extensions.gen_salt('bf', 4))`,
  );
  for (const type of ['Celular', 'Notebook', 'Tablet']) {
    await page.getByLabel('Tipo de equipo').selectOption({ label: type });
    await expect(page.getByText('PIN incorrecto', { exact: true })).toBeVisible();
  }
  const [tries] = await withDatabase(shop, (sql) => sql`select failures from private.report_pin_tries`);
  expect(tries).toEqual({ failures: 1 });
  await withDatabase(shop, async (sql) => {
    await sql`update private.report_pin set hash = extensions.crypt(${DEMO_REPORT_PIN}, extensions.gen_salt('bf', 4))`;
    await sql`delete from private.report_pin_tries`;
  });
});
