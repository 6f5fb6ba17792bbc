import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type postgres from 'postgres';
import type { RunningServer } from '@taller/server/start-server.ts';
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { withDatabase, type DemoOrder } from './database.ts';
import { sealedColumns } from './device-codes.ts';

export const asNumber = (order: DemoOrder) => String(order.order_number).padStart(6, '0');

/** A new order, as if created just now. `beside` happens in the same transaction. */
export function newOrder(
  shop: RunningServer,
  columns: Record<string, unknown> = {},
  beside: (sql: postgres.TransactionSql) => unknown = () => {},
): Promise<DemoOrder> {
  return withDatabase(shop, async (sql) => {
    const row = orderColumns({ customer_name: `Cliente ${randomUUID().slice(0, 8)}`, ...columns });
    const sealed = await sealedColumns(sql, randomUUID(), row);
    return sql.begin(async (transaction) => {
      const [order] = await transaction<
        DemoOrder[]
      >`insert into service_orders ${transaction(sealed as never)} returning id, order_number`;
      if (!order) throw new Error('No order was made');
      await beside(transaction);
      return order;
    });
  });
}

/** An order that was delivered a week ago, with 90 days of warranty. */
export async function coveredOrder(
  shop: RunningServer,
  columns: Record<string, unknown> = {},
): Promise<DemoOrder> {
  const order = await newOrder(shop, { status: 'delivered', warranty_days: 90, ...columns });
  await withDatabase(
    shop,
    (sql) => sql`
      update service_orders set created_at = now() - interval '9 days', delivered_at = now() - interval '7 days'
      where id = ${order.id}`,
  );
  return order;
}

/** An order that has waited for ninety days to be fetched, in a shop that lists whom to call. */
export async function unclaimedOrder(shop: RunningServer, name: string): Promise<DemoOrder> {
  const order = await newOrder(shop, { status: 'completed', customer_name: name });
  await withDatabase(shop, async (sql) => {
    await sql`update service_orders set completed_at = now() - interval '90 days' where id = ${order.id}`;
    await sql`update setting_sections
      set value = value || '{"unclaimed": {"enabled": true, "callAfter": 45, "letterAfter": 60}}'
      where section = 'messages'`;
  });
  return order;
}

/** Columns of an order as stored. */
export function columnsOf(shop: RunningServer, id: string): Promise<Record<string, unknown>> {
  return withDatabase(
    shop,
    async (sql) => (await sql`select * from service_orders where id = ${id}`)[0] ?? {},
  );
}

/** The rendered orders; the list is windowed. */
export const orders = (page: Page): Locator =>
  page.getByRole('list', { name: 'Lista de órdenes' }).getByRole('listitem');
export const rowOf = (page: Page, order: DemoOrder): Locator =>
  page.getByRole('listitem').filter({ hasText: `#${asNumber(order)}` });
/** Texts of a row's parts that reach above or below it. */
export const partsOutside = (row: Locator): Promise<(string | null)[]> =>
  row.evaluate((element) => {
    const box = element.getBoundingClientRect();
    return [...element.querySelectorAll<HTMLElement>('span, button, select, a')]
      .filter((part) => part.checkVisibility())
      .filter((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return top < box.top - 0.5 || bottom > box.bottom + 0.5;
      })
      .map((part) => part.textContent);
  });
export const statusSelect = (page: Page, order: DemoOrder): Locator =>
  page.getByLabel(`Estado de la orden ${asNumber(order)}`);
export const searchBox = (page: Page): Locator => page.getByRole('searchbox', { name: 'Buscar órdenes' });

/** Fills in every required field of the order form. */
export async function fillOrderForm(page: Page, values: Partial<Record<string, string>> = {}): Promise<void> {
  const all: Record<string, string> = {
    RUT: '15.254.750-1',
    Teléfono: '+56 9 7259 9470',
    'Nombre completo': 'Elena Rojas',
    Marca: 'Motorola',
    Modelo: 'Moto G54',
    'Estado en que llega': 'Sin golpes',
    Problema: 'No enciende',
    'Trabajo a realizar': 'Diagnóstico',
    Presupuesto: '45.990',
    ...(values as Record<string, string>),
  };
  for (const [label, value] of Object.entries(all)) await page.getByLabel(label, { exact: true }).fill(value);
}
