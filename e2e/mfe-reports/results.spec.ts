/** 'Resultados': the money reports behind the PIN, and the rule of the commissions. */
import { DEMO_REPORT_PIN } from '../../supabase/seed/accounts.ts';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { layoutFaults, settled } from '../support/screen-faults.ts';

const RESULTS = '/dashboard/resultados?desde=2020-01-01&hasta=2035-12-31';

test('REP-27 one PIN opens all reports of the page, whose sums are the database’s, until they are hidden', async ({
  openAs,
  shop,
}) => {
  // Tests before this one may have imported older orders.
  const [stored] = await withDatabase(
    shop,
    (sql) => sql<{ income: string }[]>`
      select sum(income)::text as income from private.earned_orders
      where earned_on between '2020-01-01' and '2035-12-31'`,
  );
  const money = (amount: string | undefined) => `$${Number(amount).toLocaleString('es-CL')}`;
  const page = await openAs('admin', RESULTS);
  const pin = page.getByPlaceholder('PIN', { exact: true });
  await pin.fill('0000');
  await page.getByRole('button', { name: 'Ver ganancias' }).click();
  await expect(page.getByText('PIN incorrecto', { exact: true })).toBeVisible();
  await pin.fill(DEMO_REPORT_PIN);
  await page.getByRole('button', { name: 'Ver ganancias' }).click();
  await expect(page.getByText(money(stored?.income), { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('table', { name: 'Margen por orden' }).getByRole('row')).toHaveCount(21);

  for (const [tab, table] of [
    ['Pagos', 'Pagos por medio'],
    ['Saldos', 'Saldos pendientes'],
    ['Proveedores', 'Repuestos por proveedor'],
    ['Margen', 'Margen por mes'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('table', { name: table })).toBeVisible();
  }
  await page.getByRole('tab', { name: 'Contador' }).click();
  // The demo shop's payments are of the last year.
  const month = page.getByLabel('Mes', { exact: true });
  await month.selectOption((await month.getByRole('option').last().getAttribute('value')) ?? '');
  await page.getByRole('button', { name: 'Descargar CSV' }).click();
  await expect(page.getByText('Ese mes no tiene pagos.')).toBeVisible();

  await page.getByRole('button', { name: 'Ocultar resultados' }).click();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(pin).toHaveValue('');
});

test('REP-33 UI-01 a rule is rehearsed behind the PIN before it is saved, and then pays; its table fits a phone and a tablet', async ({
  openAs,
}) => {
  const page = await openAs('admin', '/dashboard/ajustes/comisiones');
  await page.getByRole('button', { name: 'Agregar regla' }).click();
  await page.getByLabel('Vale desde').fill('2020-01-01');
  await page.getByRole('textbox', { name: 'Porcentaje', exact: true }).fill('10');
  await page.getByPlaceholder('PIN', { exact: true }).fill(DEMO_REPORT_PIN);
  await page.getByRole('button', { name: 'Ver ganancias' }).click();
  const rehearsed = page.getByRole('table', { name: /^Comisiones / });
  await expect(rehearsed.first()).toBeVisible();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText(/guardad/i).first()).toBeVisible();
  await page.goto(`${RESULTS}&seccion=comisiones`);
  await page.getByPlaceholder('PIN', { exact: true }).fill(DEMO_REPORT_PIN);
  await page.getByRole('button', { name: 'Ver ganancias' }).click();
  const table = page.getByRole('table', { name: 'Comisiones' });
  await expect(table).toContainText('$');
  for (const [tab, width] of [
    ['Comisiones', 390],
    ['Comisiones', 768],
    ['Comisiones', 1280],
    ['Saldos', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('tab', { name: tab }).click();
    await settled(page, 'resized');
    expect(await layoutFaults(page)).toEqual([]);
  }
  // Two cards are not one.
  const cards = page.getByRole('tabpanel').getByRole('region');
  const [ages, orders] = [await cards.first().boundingBox(), await cards.last().boundingBox()];
  expect((orders?.y ?? 0) - (ages?.y ?? 0) - (ages?.height ?? 0)).toBeGreaterThan(8);
  await page.getByRole('tab', { name: 'Comisiones' }).click();
  await table.getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByRole('cell', { name: '10', exact: true }).first()).toBeVisible();
});
