/** The reports of a real shop without orders, and with its first order. */
import { join } from 'node:path';
import { startTestServer } from '@taller/server/testing/start-test-server.ts';
import { createFirstAdmin } from '../../supabase/seed/first-admin.ts';
import { axeFindings, sidewaysOverflow } from '../support/axe.ts';
import { expect, openWith, PASSWORD, test, TOKEN_KEY, tokensOf } from '../support/fixtures.ts';
import { ALL_REPORTS, figure, figuresArrived, section } from '../support/reports.ts';

const ADMIN = { email: 'duena@taller.example', password: PASSWORD, fullName: 'Dueña' };
/** Maximum length of a name, without a space to break at. */
const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(6).slice(0, 200);

test('REP-01, REP-05 a new shop: nothing to show yet, no PIN until the admin sets one; then one order @exhaustive', async ({
  browser,
}) => {
  test.slow();
  await using shop = await startTestServer({ siteDir: join(import.meta.dirname, '../../site') });
  await createFirstAdmin(shop.sql, ADMIN);
  const page = await openWith(browser, shop, { [TOKEN_KEY]: await tokensOf(shop, ADMIN) });
  await page.goto(ALL_REPORTS);
  await figuresArrived(page);

  await expect(figure(page, 'Total de Órdenes')).toHaveText('0');
  await expect(page.getByText('Sin datos antes')).toHaveCount(3);
  await expect(figure(page, 'Tiempo de reparación')).toHaveText('—');
  await expect(figure(page, 'Tasa de aprobación')).toHaveText('—');
  await expect(figure(page, 'Tiempo hasta decidir')).toHaveText('—');
  for (const none of [
    'Todavía no hay órdenes.',
    'No hay órdenes en estado completada.',
    'Todavía no hay tiempos medidos.',
    'No hay órdenes abiertas.',
    'Todavía no hay órdenes completadas de un técnico.',
  ])
    await expect(page.getByText(none, { exact: true })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/NaN|Infinity|null|undefined/);
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toBe(0);

  await expect(
    page.getByText('Aún no hay un PIN. Crea uno de 4 dígitos para proteger las ganancias.'),
  ).toBeVisible();
  await expect(page.getByPlaceholder('PIN', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Crear PIN' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crear PIN' });
  await expect(dialog.getByLabel('PIN actual', { exact: true })).toHaveCount(0);
  await dialog.getByLabel('PIN nuevo', { exact: true }).fill('4826');
  await dialog.getByLabel('Repite el PIN nuevo', { exact: true }).fill('4826');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('PIN guardado.')).toBeVisible();
  const [stored] = await shop.sql`select hash from private.report_pin`;
  expect(String(stored?.['hash'])).toMatch(/^\$2a\$/);
  await page.getByPlaceholder('PIN', { exact: true }).fill('4826');
  await page.getByRole('button', { name: 'Ver ganancias' }).click();
  await expect(page.getByText('$0', { exact: true }).first()).toBeVisible();

  await shop.sql.begin(async (db) => {
    await db`update profiles set full_name = ${LONG_NAME}`;
    await db`
      insert into service_orders (status, created_at, completed_at, delivered_at, warranty_days, total_amount, technician_id, customer_name,
        customer_phone, customer_rut, equipment_type, equipment_brand, equipment_model)
      select 'delivered', now() - interval '3 days', now() - interval '2 days', now() - interval '1 day', 90, 45990, id, ${LONG_NAME},
        '+56 9 5555 1234', '11111111-1', 'desktop', 'HP', 'Pavilion'
      from profiles`;
    await db`
      insert into service_orders (customer_name, customer_phone, customer_rut, equipment_type, equipment_brand, equipment_model)
      values (${LONG_NAME}, '+56 9 5555 1234', '22222222-2', 'other', 'HP', 'Pavilion')`;
  });
  // The sections would be folded at the phone's width set above.
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.reload();
  await figuresArrived(page);
  await expect(figure(page, 'Total de Órdenes')).toHaveText('2');
  await expect(figure(page, 'Trabajo en curso')).toHaveText('1');
  await expect(section(page, 'Frecuencia de Tipos de Servicio')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Técnicos' }).getByRole('row')).toHaveCount(2);
  expect(await sidewaysOverflow(page)).toBe(0);
  await page.getByRole('button', { name: 'Ver Total de Órdenes', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(3);
  expect(await sidewaysOverflow(page)).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await page.context().close();
});
