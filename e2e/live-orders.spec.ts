import { withDatabase, type DemoOrder } from './support/database.ts';
import { expect, openWith, test, TOKEN_KEY, tokensOf } from './support/fixtures.ts';

test('ORD-02 what a colleague changes between the first read of the list and the live connection is shown', async ({
  browser,
  shop,
}) => {
  const page = await openWith(browser, shop, { [TOKEN_KEY]: await tokensOf(shop, 'technician') });
  // The live connection is slow: what the page says to it waits until it may go through.
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
  // The newest one is in the part of the list that is drawn.
  const [order] = await withDatabase(
    shop,
    (sql) => sql<DemoOrder[]>`
      update service_orders set status = 'pending'
      where id = (select id from service_orders order by created_at desc limit 1) returning id, order_number`,
  );
  const status = page.getByLabel(`Estado de la orden ${String(order?.order_number).padStart(6, '0')}`);
  await page.goto('/dashboard');
  // The first screen of a worker: server, browser and code are all cold.
  await expect(status).toHaveValue('pending', { timeout: 20_000 });
  await withDatabase(
    shop,
    (sql) => sql`update service_orders set status = 'in_progress' where id = ${order?.id ?? null}`,
  );
  await expect(status).toHaveValue('pending');
  letThrough();
  await expect(status).toHaveValue('in_progress');
  await page.context().close();
});
