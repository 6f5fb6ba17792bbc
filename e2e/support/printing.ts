import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { RunningServer } from '@taller/server/start-server.ts';
import { withDatabase } from './database.ts';
import { sealedColumns } from './device-codes.ts';

interface Columns {
  advance_payment?: number;
  work_description?: string;
  device?: { type: 'pin' | 'pattern' | 'password'; code: string } | null;
  ofCustomer?: boolean;
}

interface Printed {
  id: string;
  number: string;
}

/** A demo order, modified for testing its print sheets. */
export const orderWith = (
  shop: RunningServer,
  { device, ofCustomer = false, ...columns }: Columns,
): Promise<Printed> =>
  withDatabase(shop, async (sql) => {
    const [order] = await sql`
      select o.id, o.order_number from service_orders o
      where (o.customer_rut = (select rut from profiles where email = 'cliente@taller.test')) = ${ofCustomer}
        and o.status <> 'delivered'
      order by o.created_at desc limit 1`;
    const id = order?.id as string;
    const change = {
      total_amount: 45_990,
      password_type: device?.type ?? null,
      device_password: device?.code ?? null,
      ...columns,
    };
    await sql`update service_orders set password_type = null where id = ${id}`;
    await sql`update service_orders set ${sql((await sealedColumns(sql, id, change)) as never)} where id = ${id}`;
    return { id, number: String(order?.order_number).padStart(6, '0') };
  });

/**
 * Calls of print() and close() by the pages of a context, with the page's text at that moment; the calls themselves do
 * nothing.
 */
export async function recordPrinting(
  context: BrowserContext,
): Promise<{ what: string; text: string; after: number }[]> {
  const calls: { what: string; text: string; after: number }[] = [];
  await context.exposeFunction('recordCall', (what: string, text: string, after: number) =>
    calls.push({ what, text, after }),
  );
  await context.addInitScript(() => {
    const record = (what: string) => () => {
      const { recordCall } = window as unknown as { recordCall: (...args: unknown[]) => void };
      recordCall(what, document.body.innerText, performance.now());
    };
    window.print = record('print');
    window.close = record('close');
  });
  return calls;
}

/** The copies on the page. */
export const sheets = (page: Page): Locator => page.getByRole('article');
