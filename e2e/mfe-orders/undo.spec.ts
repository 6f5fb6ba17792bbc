import { withDatabase, statusOf } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { sentFor } from '../support/messages.ts';
import { asNumber, newOrder, rowOf, statusSelect } from '../support/orders.ts';
import type { RunningServer } from '@taller/server/start-server.ts';

const setSeconds = (shop: RunningServer, undoSeconds: number) =>
  withDatabase(
    shop,
    (sql) =>
      sql`update setting_sections set value = value || jsonb_build_object('undoSeconds', ${undoSeconds}::int) where section = 'messages'`,
  );
// Longer than any test takes; other tests' shops wait 0 seconds.
test.beforeEach(({ shop }) => setSeconds(shop, 60));

/** The states of an order's messages about its completion. */
const told = (shop: RunningServer, id: string) =>
  withDatabase(shop, async (sql) =>
    (await sql`select state from whatsapp_messages where order_id = ${id} and event = 'completed'`).map(
      ({ state }) => state as string,
    ),
  );

test("MSG-25 'Deshacer' reverts a status chosen in the wrong row, and its message is not sent @exhaustive", async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop);
  const page = await openAs('technician', '/dashboard');
  await statusSelect(page, order).selectOption('completed');
  const number = asNumber(order);
  await expect(page.getByText(`El aviso de la orden ${number} sale en unos segundos.`)).toBeVisible();
  await expect.poll(() => statusOf(shop, order.id)).toBe('completed');
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(
    page.getByText(`Orden ${number}: cambio deshecho, el cliente no recibe ese aviso.`),
  ).toBeVisible();
  await expect(statusSelect(page, order)).toHaveValue('pending');
  await expect(page.getByRole('button', { name: 'Deshacer' })).toHaveCount(0);
  await expect.poll(() => statusOf(shop, order.id)).toBe('pending');
  await expect.poll(() => told(shop, order.id)).toEqual(['discarded']);
  await expect.poll(() => sentFor(shop, asNumber(order))).not.toContain('order_completed');
});

test("MSG-25 ORD-77 'Deshacer' reverts a change of several orders, and names the order that stays", async ({
  openAs,
  shop,
}) => {
  const orders = [await newOrder(shop), await newOrder(shop), await newOrder(shop)] as const;
  const page = await openAs('technician', '/dashboard');
  for (const order of orders) {
    await rowOf(page, order).hover();
    await page.getByRole('checkbox', { name: `Seleccionar la orden ${asNumber(order)}` }).check();
  }
  await page.getByRole('button', { name: 'Cambiar estado' }).click();
  await page.getByRole('menuitem', { name: 'Completado' }).click();
  await page.getByRole('button', { name: 'Cambiar 3 órdenes' }).click();
  await expect(page.getByText('Los avisos a los clientes salen en unos segundos.')).toBeVisible();
  // Somebody else goes on with one of them.
  await withDatabase(
    shop,
    (sql) => sql`update service_orders set customer_name = 'Rosa Soto' where id = ${orders[2].id}`,
  );
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(page.getByText(`Sin deshacer: #${asNumber(orders[2])}.`)).toBeVisible();
  for (const [order, status] of [
    [orders[0], 'pending'],
    [orders[1], 'pending'],
    [orders[2], 'completed'],
  ] as const) {
    await expect(statusSelect(page, order)).toHaveValue(status);
    await expect.poll(() => statusOf(shop, order.id)).toBe(status);
  }
  await expect.poll(() => told(shop, orders[0].id)).toEqual(['discarded']);
});
