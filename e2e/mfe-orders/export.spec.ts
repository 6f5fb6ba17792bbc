import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';

const exportButton = (page: Page) => page.getByRole('button', { name: 'Exportar CSV' });

/** The lines of a downloaded file, without the header; the demo shop has no quoted line breaks. */
async function download(page: Page): Promise<{ name: string; text: string; lines: string[] }> {
  const waiting = page.waitForEvent('download');
  await exportButton(page).click();
  const file = await waiting;
  const text = await readFile(await file.path(), 'utf8');
  return { name: file.suggestedFilename(), text, lines: text.trimEnd().split('\r\n').slice(1) };
}

test('ORD-16 DATA-03 everything is exported in batches of 1000 by range until an empty page, with progress', async ({
  openAs,
  shop,
}) => {
  const ranges: string[] = [];
  const page = await openAs('admin', '/dashboard');
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/rest/v1/service_orders' && url.searchParams.has('offset')) {
      ranges.push(`${url.searchParams.get('offset')}+${url.searchParams.get('limit')}`);
    }
  });
  const { name, text, lines } = await download(page);
  const [count] = await withDatabase(
    shop,
    (sql) => sql`select count(*)::integer as orders from service_orders`,
  );
  const orders = count?.orders as number;
  expect(name).toMatch(/^ordenes-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(text.startsWith('\uFEFFN° de orden;Ingreso;')).toBe(true);
  expect(lines.filter((line) => /^\d{6};/.test(line))).toHaveLength(orders);
  const pages = Math.ceil(orders / 1000) + 1;
  expect(ranges).toEqual(Array.from({ length: pages }, (_, index) => `${index * 1000}+1000`));
  await expect(page.getByText(/^Se exportaron [\d.]+ órdenes\.$/)).toBeVisible();
});

test('ORD-16 an export has the orders that the desk’s filter shows @exhaustive', async ({ openAs, shop }) => {
  const page = await openAs('receptionist', '/dashboard');
  const status = page.getByLabel('Estado', { exact: true }).first();
  await status.selectOption({ label: 'Cancelado' });
  await expect(page).toHaveURL(/cancelled/);
  // The address comes before the desk that shows it.
  await expect(status).toHaveValue('cancelled');
  const { lines } = await download(page);
  const [count] = await withDatabase(
    shop,
    (sql) => sql`select count(*)::integer as orders from service_orders where status = 'cancelled'`,
  );
  const numbered = lines.filter((line) => /^\d{6};/.test(line));
  expect(numbered).toHaveLength(count?.orders as number);
  expect(numbered.every((line) => line.split(';')[2] === 'Cancelado')).toBe(true);
});

test('ORD-16 an export can be cancelled: nothing is saved @exhaustive', async ({ openAs }) => {
  const page = await openAs('admin', '/dashboard');
  const held: (() => void)[] = [];
  await page.route('**/rest/v1/service_orders?*offset=1000*', (route) => {
    held.push(() => void route.abort());
  });
  const downloads: string[] = [];
  page.on('download', (file) => downloads.push(file.suggestedFilename()));
  await exportButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Exportar órdenes' });
  await expect(dialog).toContainText(/[1-9][\d.]* de [\d.]+ órdenes/);
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog).toBeHidden();
  for (const release of held) release();
  await expect(exportButton(page)).toBeEnabled();
  expect(downloads).toEqual([]);
});

test('DATA-06 an export that fails before its end says so and saves nothing; trying again works', async ({
  openAs,
}) => {
  const page = await openAs('admin', '/dashboard');
  await page.route('**/rest/v1/service_orders?*offset=1000*', (route) => route.abort());
  const downloads: string[] = [];
  page.on('download', (file) => downloads.push(file.suggestedFilename()));
  await exportButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Exportar órdenes' });
  await expect(dialog.getByRole('alert')).toContainText('No se pudo exportar. No se guardó ningún archivo.');
  expect(downloads).toEqual([]);
  await page.unroute('**/rest/v1/service_orders?*offset=1000*');
  const waiting = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Reintentar' }).click();
  await waiting;
  await expect(dialog).toBeHidden();
});
