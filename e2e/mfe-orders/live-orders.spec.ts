import { withDatabase, type DemoOrder } from '../support/database.ts';
import { failedMessage } from '../support/action-matrix.ts';
import { expect, openWith, test, TOKEN_KEY, tokensOf } from '../support/fixtures.ts';
import { newOrder, orders, rowOf } from '../support/orders.ts';

test('ORD-02 a colleague’s change between the first read of the list and the live connection is shown @exhaustive', async ({
  browser,
  shop,
}) => {
  const page = await openWith(browser, shop, { [TOKEN_KEY]: await tokensOf(shop, 'technician') });
  // A slow realtime connection: messages from the page are held back until released.
  let letThrough = () => {};
  const mayPass = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.routeWebSocket(/\/realtime\/v1\//, async (socket) => {
    const waiting: (string | Buffer)[] = [];
    socket.onMessage((message) => void waiting.push(message));
    await mayPass;
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    for (const message of waiting) server.send(message);
  });
  // The newest one is in the rendered part of the list.
  const [order] = await withDatabase(
    shop,
    (sql) => sql<DemoOrder[]>`
      update service_orders set status = 'pending'
      where id = (select id from service_orders order by created_at desc limit 1) returning id, order_number`,
  );
  const status = page.getByLabel(`Estado de la orden ${String(order?.order_number).padStart(6, '0')}`);
  await page.goto('/dashboard');
  // The first screen of a worker: server, browser and code are all cold.
  await expect(status).toHaveValue('pending');
  await withDatabase(
    shop,
    (sql) => sql`update service_orders set status = 'in_progress' where id = ${order?.id ?? null}`,
  );
  await expect(status).toHaveValue('pending');
  letThrough();
  await expect(status).toHaveValue('in_progress');
  await page.context().close();
});

test('MSG-03 ORD-02 how far the message to the customer got shows on the row without reload, and moves nothing', async ({
  openAs,
  shop,
}) => {
  // Completed, as the message says: the sender discards messages of a status that the order has left.
  const order = await newOrder(
    shop,
    { status: 'completed' },
    (sql) => sql`delete from whatsapp_messages where state = 'queued'`,
  );
  const page = await openAs('receptionist', '/dashboard');
  const mark = (name: string) => rowOf(page, order).getByRole('img', { name });
  await expect(orders(page)).toHaveCount(20);
  const before = await orders(page).evaluateAll((rows) =>
    rows.map((row) => row.querySelector('a')?.textContent),
  );
  const message = await failedMessage(shop, order);
  await expect(mark('El mensaje no llegó')).toBeVisible();
  for (const [state, name] of [
    ['queued', 'Mensaje en cola'],
    ['sent', 'Mensaje enviado'],
    ['delivered', 'Mensaje recibido'],
    ['read', 'Mensaje leído'],
  ] as const) {
    await withDatabase(
      shop,
      (sql) => sql`
      update whatsapp_messages set state = ${state}, next_attempt_at = now() + interval '1 hour' where id = ${message}`,
    );
    await expect(mark(name)).toBeVisible();
  }
  // Status updates of an older message do not change the row.
  await withDatabase(
    shop,
    (sql) => sql`
    insert into whatsapp_messages (order_id, event, occurrence, template, params, phone, state, created_at, failed_at)
    values (${order.id}, 'quoted', 9, 'order_quoted', '{}', '56955551234', 'failed', now() - interval '1 day', now())`,
  );
  await withDatabase(shop, (sql) => sql`update service_orders set notes = 'Después' where id = ${order.id}`);
  await expect(rowOf(page, order).getByRole('img', { name: 'Tiene notas' })).toBeVisible();
  await expect(mark('Mensaje leído')).toBeVisible();
  const after = await orders(page).evaluateAll((rows) =>
    rows.map((row) => row.querySelector('a')?.textContent),
  );
  expect(after).toEqual(before);
});
