/** The key figures of a period, and the sections as tabs of the address. */
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  closeOrders,
  figure,
  figuresArrived,
  openOrders,
  REPORTS,
  section,
  thousands,
  tile,
} from '../support/reports.ts';
import { watchRequests } from '../support/requests.ts';

test('REP-20, REP-22 the figures of the month come first; a section is loaded when it is opened, and Back returns', async ({
  openAs,
  shop,
}) => {
  const [month] = await withDatabase(
    shop,
    (sql) => sql<{ received: number; delivered: number }[]>`
      select count(*) filter (where created_at >= start)::int as received,
        count(*) filter (where status = 'delivered' and delivered_at >= start)::int as delivered
      from service_orders, (select date_trunc('month', now() at time zone 'America/Santiago') at time zone 'America/Santiago' as start) as clock`,
  );
  const page = await openAs('admin', '/');
  const requests = watchRequests(page);
  const parts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/rpc/report_overview')) parts.push(...request.postDataJSON().p_parts);
  });
  await page.goto(`${REPORTS}?tipo=smartphone`);
  await figuresArrived(page);
  await page.getByRole('button', { name: 'Quitar filtros' }).click();
  await expect(figure(page, 'Órdenes recibidas')).toHaveText(thousands(month?.received ?? 0));
  await expect(figure(page, 'Entregas')).toHaveText(thousands(month?.delivered ?? 0));
  const received = tile(page, 'Órdenes recibidas');
  await expect(received.getByRole('img')).toHaveAccessibleName(/^Órdenes recibidas por día: mínimo /);
  await expect(
    page.getByText(/^1( al \d+)? de \w+ \d{4}, comparado con 1( al \d+)? de \w+ \d{4}\.$/),
  ).toBeVisible();
  await expect(tile(page, 'Ingresos')).not.toContainText('$');

  expect(new Set(parts)).toEqual(new Set(['orders']));
  expect(requests.filter((url) => url.includes('/rpc/report_pin_status'))).toEqual([]);
  for (const name of ['Órdenes recibidas', 'Entregas', 'Tiempo de reparación']) {
    const dialog = await openOrders(page, `Ver ${name}`);
    await expect(dialog).toHaveAccessibleName(name);
    await expect(dialog.getByRole('row').nth(1)).toBeVisible();
    await closeOrders(dialog);
  }

  await page.getByRole('tab', { name: 'Técnicos' }).click();
  await expect(page.getByRole('table', { name: 'Técnicos' })).toBeVisible();
  await expect(page).toHaveURL(/\?seccion=tecnicos$/);
  expect(new Set(parts)).toEqual(new Set(['orders', 'technicians']));
  await page.getByRole('button', { name: 'Ver con PIN' }).click();
  await expect(page.getByPlaceholder('PIN', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('table', { name: 'Técnicos' })).toBeVisible();
  await page.goBack();
  await expect(section(page, 'Resumen de Órdenes de Servicio')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Órdenes' })).toHaveAttribute('aria-selected', 'true');

  // Three screens at most, each with all that it shows.
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const name of ['Órdenes', 'Ingresos', 'Tiempos', 'Presupuestos', 'Técnicos']) {
    await page.getByRole('tab', { name }).click();
    const panel = page.getByRole('tabpanel', { name });
    await expect(panel.getByRole('heading').first()).toBeVisible();
    await expect(panel.getByText('Loading...')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollHeight), name).toBeLessThanOrEqual(2700);
  }
});
