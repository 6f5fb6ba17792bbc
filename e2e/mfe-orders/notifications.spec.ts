import type { Page, WebSocketRoute } from '@playwright/test';
import type { RunningServer } from '@taller/server/start-server.ts';
import { withDatabase } from '../support/database.ts';
import { axeFindings, sidewaysOverflow } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { pauseClock } from '../support/pause-clock.ts';

const ARRIVED = 'Tienes una nueva notificación.';

interface Row {
  type: string;
  message: string;
  is_read: boolean;
  created_at: string;
  order_id?: string;
}

/** Replaces the shop's notifications. */
const setNotifications = (shop: RunningServer, rows: Row[]) =>
  withDatabase(shop, async (sql) => {
    await sql`delete from public.notifications`;
    if (rows.length > 0) await sql`insert into public.notifications ${sql(rows)}`;
  });

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const row = (message: string, minutes: number, rest: Partial<Row> = {}): Row => ({
  type: 'quote_approved',
  message,
  is_read: false,
  created_at: minutesAgo(minutes),
  ...rest,
});
const unreadIn = (shop: RunningServer) =>
  withDatabase(shop, async (sql) => {
    const [count] = await sql`select count(*)::integer as unread from public.notifications where not is_read`;
    return count?.unread as number;
  });

const bell = (page: Page) => page.getByRole('button', { name: /^Notificaciones/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notificaciones' });
/** The notifications, below what is late or at risk. */
const notifications = (page: Page) => panel(page).getByRole('list').last().getByRole('listitem');

/** An order with an open quote. */
const quotedOrder = (shop: RunningServer) =>
  withDatabase(shop, async (sql) => {
    const [order] = await sql`
      update public.service_orders set status = 'quoted', total_amount = 45990
      where id = (select id from public.service_orders where status = 'in_progress' order by created_at desc limit 1)
      returning id`;
    return order?.id as string;
  });

/** The customer answers a quote through the link's function. */
async function decide(shop: RunningServer, orderId: string, decision: 'approved' | 'rejected') {
  const response = await fetch(`${shop.url}/functions/v1/update-quote-status`, {
    method: 'POST',
    headers: {
      apikey: shop.keys.publishable,
      authorization: `Bearer ${shop.keys.publishable}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ orderId, decision }),
  });
  expect(response.status).toBe(200);
}

test('NOTIF-01 the bell counts the unread; opening shows the newest first and marks all unread as read at once', async ({
  openAs,
  shop,
}) => {
  await setNotifications(shop, [
    row('Orden 000003: leída', 3000, { is_read: true }),
    row('Orden 000001: aprobó el presupuesto.', 5),
    row('Orden 000002: rechazó el presupuesto.', 125, { type: 'quote_rejected' }),
    row('Orden 000004: no se pudo enviar el WhatsApp.', 60 * 24, { type: 'message_failed' }),
  ]);
  const page = await openAs('receptionist', '/dashboard');
  await expect(page.getByTestId('unread-count')).toHaveText('3');
  await expect(bell(page)).toHaveAccessibleName('Notificaciones, 3 sin leer');
  await bell(page).click();

  const items = notifications(page);
  await expect(items).toContainText(['000001', '000002', '000004', '000003']);
  await expect(items.nth(0)).toContainText('hace 5 minutos');
  await expect(items.nth(1)).toContainText('hace 2 horas');
  await expect(items.nth(2)).toContainText(/ayer|hace 1 día/);
  await expect(items.nth(0).getByRole('img', { name: 'Presupuesto aprobado' })).toBeVisible();
  for (const other of [1, 2])
    await expect(items.nth(other).getByRole('img', { name: 'Requiere atención' })).toBeVisible();

  await expect(page.getByTestId('unread-count')).toHaveCount(0);
  await expect.poll(() => unreadIn(shop)).toBe(0);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(bell(page)).toBeFocused();
});

test('NOTIF-01 green and red are the colours of check and cross @exhaustive', async ({ openAs, shop }) => {
  await setNotifications(shop, [row('Sí', 1), row('No', 2, { type: 'quote_rejected' })]);
  const page = await openAs('technician', '/dashboard');
  await bell(page).click();
  const colourOf = (name: string) =>
    panel(page)
      .getByRole('img', { name })
      .evaluate((icon) => getComputedStyle(icon).color.match(/\d+/g)?.map(Number) ?? []);
  const [goodRed = 0, goodGreen = 0] = await colourOf('Presupuesto aprobado');
  const [badRed = 0, badGreen = 0] = await colourOf('Requiere atención');
  expect(goodGreen).toBeGreaterThan(goodRed);
  expect(badRed).toBeGreaterThan(badGreen);
});

test('NOTIF-02 NOTIF-03 a customer’s decision arrives at once, with a toast, and leads to its order', async ({
  openAs,
  shop,
}) => {
  await setNotifications(shop, []);
  const orderId = await quotedOrder(shop);
  let joined = false;
  const page = await openAs('receptionist', '/perfil');
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('postgres_changes') && String(payload).includes('"ok"')) joined = true;
    }),
  );
  await page.goto('/dashboard');
  await expect.poll(() => joined).toBe(true);
  await decide(shop, orderId, 'approved');
  await expect(page.getByText(ARRIVED)).toBeVisible();
  await expect(page.getByTestId('unread-count')).toHaveText('1');
  await expect(page.getByText(ARRIVED)).toHaveCount(1);

  await bell(page).click();
  const item = panel(page).getByRole('link', { name: /aprobó el presupuesto\./ });
  await expect(item).toContainText('hace un momento');
  await item.click();
  await expect(page).toHaveURL(`/dashboard/orders/view/${orderId}`);
  await expect(panel(page)).toBeHidden();
});

test('NOTIF-02 without realtime the list is polled every 30 s', async ({ openAs, shop }) => {
  await setNotifications(shop, []);
  const page = await openAs('admin', '/robots.txt');
  await page.clock.install();
  await page.routeWebSocket(/realtime/, (socket) => socket.close());
  await page.goto('/dashboard');
  await expect(bell(page)).toBeVisible();
  await bell(page).click();
  await expect(panel(page)).toContainText('No hay notificaciones.');
  await page.keyboard.press('Escape');
  // From here on time passes as the test says, second by second until the list is read again.
  await pauseClock(page);
  const isPoll = (url: string) => /rest\/v1\/notifications/.test(url);
  let polls = 0;
  let answers = 0;
  page.on('request', (request) => {
    if (isPoll(request.url())) polls += 1;
  });
  page.on('response', (response) => {
    if (isPoll(response.url())) answers += 1;
  });
  await expect
    .poll(
      async () => {
        await page.clock.runFor(1_000);
        return polls;
      },
      { intervals: [50] },
    )
    .toBeGreaterThan(0);
  // However long the answer takes, no time passes for the page meanwhile.
  await expect.poll(() => answers).toBe(polls);
  await setNotifications(shop, [row('Orden 000009', 0)]);
  const before = polls;
  await page.clock.runFor(24_000);
  expect(polls).toBe(before);
  await page.clock.runFor(6_500);
  await expect.poll(() => polls).toBeGreaterThan(before);
  await page.clock.resume();
  await expect(page.getByTestId('unread-count')).toHaveText('1');
  await expect(page.getByText(ARRIVED)).toBeVisible();
});

test('NOTIF-02 a lost websocket comes back by itself and misses nothing', async ({ openAs, shop }) => {
  await setNotifications(shop, []);
  const page = await openAs('receptionist', '/robots.txt');
  const sockets: WebSocketRoute[] = [];
  let open = true;
  await page.routeWebSocket(/realtime/, (socket) => {
    if (!open) {
      void socket.close();
      return;
    }
    socket.connectToServer();
    sockets.push(socket);
  });
  await page.goto('/dashboard');
  await expect.poll(() => sockets.length).toBe(1);
  await bell(page).click();
  await expect(panel(page)).toContainText('No hay notificaciones.');
  await page.keyboard.press('Escape');

  open = false;
  await sockets[0]?.close();
  await setNotifications(shop, [row('Orden 000010', 0)]);
  await expect(page.getByTestId('unread-count')).toHaveCount(0);
  open = true;
  // Faster than the 30 s polling would find it.
  await expect(page.getByTestId('unread-count')).toHaveText('1');
  await expect.poll(() => sockets.length).toBeGreaterThan(1);
  await withDatabase(shop, (sql) => sql`insert into public.notifications ${sql([row('Orden 000011', 0)])}`);
  await expect(page.getByTestId('unread-count')).toHaveText('2');
});

test('NOTIF-02 DATA-06 a failed load is logged and shown in the panel only, without a toast @exhaustive', async ({
  openAs,
  shop,
}) => {
  await setNotifications(shop, []);
  const page = await openAs('admin', '/robots.txt');
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text());
  });
  await page.route('**/rest/v1/notifications*', (route) =>
    route.fulfill({ status: 500, json: { message: 'roto', code: 'XX000' } }),
  );
  await page.goto('/dashboard');
  await bell(page).click();
  await expect(panel(page).getByRole('alert')).toContainText('No se pudieron cargar las notificaciones.');
  expect(logged.some((text) => text.includes('Notifications could not be loaded'))).toBe(true);
  await page.unroute('**/rest/v1/notifications*');
  await panel(page).getByRole('button', { name: 'Reintentar' }).click();
  await expect(panel(page)).toContainText('No hay notificaciones.');
});

test('NOTIF-01 the open panel passes axe on phone and desk, in both schemes @exhaustive', async ({
  openAs,
  shop,
}) => {
  test.slow();
  await setNotifications(shop, [row('Sí', 1), row('No', 2, { type: 'quote_rejected' })]);
  const page = await openAs('admin', '/dashboard/usuarios');
  await bell(page).click();
  await expect(notifications(page)).toHaveCount(2);
  expect(await axeFindings(page)).toEqual([]);
  // The panel is repositioned shortly after the window is resized.
  await expect.poll(() => sidewaysOverflow(page)).toBe(0);
});
