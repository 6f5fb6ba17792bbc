import type { Locator, Page } from '@playwright/test';
import { withDatabase } from './database.ts';
import { expect } from './fixtures.ts';

/** Path of the reports. */
export const REPORTS = '/dashboard/informes';

/** Path of one section of the reports. */
export const reportSection = (section: 'ingresos' | 'tiempos'): string => `${REPORTS}?seccion=${section}`;

/** Path of all sections on one page. */
export const ALL_REPORTS = `${REPORTS}?seccion=todo`;

/** `1.234`, formatted independently of the product. */
export const thousands = (value: number): string => value.toLocaleString('de-DE');

/** Parses `1.234,5 días`. Throws on anything else: NaN is neither less nor more, and equal to itself. */
export function daysIn(text: string): number {
  const days = Number(
    text
      .replace(/\u00A0días$/, '')
      .replaceAll('.', '')
      .replace(',', '.'),
  );
  if (Number.isNaN(days)) throw new Error(`no days: ${text}`);
  return days;
}

export const section = (page: Page, name: string): Locator =>
  page.getByRole('heading', { name, exact: true });

/** A tile: name, figure, description and an eye button. */
export const tile = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** The figure of a tile. */
export const figure = (page: Page, name: string): Locator => tile(page, name).getByRole('paragraph').first();

/**
 * Waits until the figures are shown: the first time the charts' code is loaded too, which takes a while on a busy
 * machine.
 */
export async function figuresArrived(page: Page): Promise<void> {
  await expect(section(page, 'Resumen de Órdenes de Servicio')).toBeVisible();
}

/** Opens the orders of a figure by the name of its button. */
export async function openOrders(page: Page, button: string): Promise<Locator> {
  await page.getByRole('button', { name: button, exact: true }).click();
  return page.getByRole('dialog');
}

/** Closes a dialog of orders. */
export async function closeOrders(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).last().click();
  await dialog.waitFor({ state: 'hidden' });
}

/**
 * The number of orders a button in a technician's or type's row opens: the row's first figure, but for returns and
 * medians. A median is of the orders with a recorded completion, which one delivered uncompleted does not have.
 */
export async function countBehind(
  shop: Parameters<typeof withDatabase>[0],
  row: Locator,
  button: Locator,
): Promise<string> {
  const label = String(await button.getAttribute('aria-label'));
  if (label.startsWith('Ver Regresos')) return String(await button.textContent());
  const name = /^Ver Mediana \(días\) de ([^:]+)/.exec(label)?.[1];
  if (!name) return String(await row.getByRole('button').first().textContent());
  return withDatabase(shop, async (sql) => {
    const [row] = await sql<{ orders: string }[]>`
      select count(*)::text as orders from service_orders o join staff_names s on s.id = o.technician_id
      where o.status in ('completed', 'delivered') and o.completed_at is not null and s.full_name = ${name}`;
    return String(row?.orders);
  });
}
