import { axeFindings, sidewaysOverflow } from '../support/axe.ts';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  asNumber,
  columnsOf,
  fillOrderForm,
  newOrder,
  orders,
  rowOf,
  searchBox,
  statusSelect,
} from '../support/orders.ts';
import { pauseClock } from '../support/pause-clock.ts';

test('ORD-03 ORD-07 ORD-08 ORD-10 ORD-12 ORD-17 an order from the counter and back: taken in, quoted, completed, delivered @exhaustive', async ({
  openAs,
  shop,
}) => {
  const desk = await openAs('receptionist', '/dashboard');
  await desk.getByRole('button', { name: 'Nueva orden' }).click();
  await fillOrderForm(desk, { Presupuesto: '0' });
  await desk.getByRole('button', { name: 'Crear orden' }).click();
  const created = desk.getByRole('dialog').getByText(/^Orden \d{6} creada$/);
  const number = Number(/\d{6}/.exec((await created.textContent()) ?? '')?.[0]);
  const [row] = await withDatabase(
    shop,
    (sql) => sql`select id, status from service_orders where order_number = ${number}`,
  );
  const order = { id: row?.id as string, order_number: number };
  expect(row?.status).toBe('pending');

  const bench = await openAs('technician', '/dashboard');
  await rowOf(bench, order).getByRole('button', { name: 'Presupuesto Listo' }).click();
  await bench.getByLabel('Monto del presupuesto').fill('52.000');
  await bench.getByLabel('Trabajo a realizar').fill('');
  await bench.getByRole('button', { name: 'Enviar presupuesto' }).click();
  await expect(statusSelect(bench, order)).toHaveValue('quoted');
  await expect
    .poll(() => columnsOf(shop, order.id))
    .toMatchObject({
      status: 'quoted',
      total_amount: '52000',
      quote: '52000',
      technical_work: 'Reparación general',
    });
  await statusSelect(bench, order).selectOption('completed');
  await expect(bench.getByText(`Orden ${asNumber(order)}: Completado`)).toBeVisible();

  await desk.goto(`/dashboard/orders/view/${order.id}`);
  await statusSelect(desk, order).selectOption('delivered');
  await expect(desk.getByPlaceholder('90')).toBeFocused();
  await desk.getByRole('button', { name: 'Entregar' }).click();
  await expect(desk.getByText('Por favor, ingrese un número válido de días de garantía.')).toBeVisible();
  await desk.getByLabel('Días de garantía').fill('30');
  await desk.getByRole('radio', { name: 'Efectivo' }).check();
  await desk.getByRole('button', { name: 'Entregar' }).click();
  const panel = desk.getByRole('region', { name: 'Entrega y garantía' });
  await expect(panel).toContainText('30 días');
  await expect(panel).toContainText('Vigente');
  const columns = await columnsOf(shop, order.id);
  expect(columns).toMatchObject({ status: 'delivered', warranty_days: 30 });
  expect(columns.delivered_at).not.toBeNull();
  const timeline = desk.getByRole('region', { name: 'Historial' });
  await expect(timeline.getByRole('listitem')).toHaveCount(4);
  await expect(timeline).toContainText('Estado: Completado → Entregado');
  await expect(timeline).toContainText('Orden creada');
});

test('ORD-02 ORD-70 ORD-71 the list measures 600 px or what the window leaves, with rows of 88 px, 180 under 768 px; it draws the rows in view first, the other of its twenty when idle', async ({
  openAs,
}) => {
  const page = await openAs('technician', '/dashboard');
  await page.addInitScript(() => {
    const drawn: number[] = [];
    new MutationObserver(() => {
      const rows = document.querySelectorAll('[role="list"] > * > [data-index]').length;
      if (rows > 0 && rows !== drawn.at(-1)) drawn.push(rows);
    }).observe(document, { subtree: true, childList: true });
    Object.assign(globalThis, { drawn });
  });
  await page.reload();
  const list = page.getByRole('list', { name: 'Lista de órdenes' });
  await expect(list.getByRole('listitem').first()).toBeVisible();
  await expect.poll(async () => (await list.boundingBox())?.height).toBe(600);
  await expect.poll(async () => (await list.getByRole('listitem').first().boundingBox())?.height).toBe(88);
  await expect(list.getByRole('listitem')).toHaveCount(20);
  const drawn = await page.evaluate(() => (globalThis as unknown as { drawn: number[] }).drawn);
  // 600 px show six rows of 88 px and the beginning of a seventh.
  expect(drawn).toEqual(Array.from({ length: 14 }, (_, index) => 7 + index));
  await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '20');
  const heights = () =>
    page.evaluate(() => {
      const box = document.querySelector('[aria-label="Lista de órdenes"]');
      const { scrollHeight } = document.documentElement;
      return { page: scrollHeight, list: Number(box?.clientHeight), rows: Number(box?.scrollHeight) };
    });
  await page.setViewportSize({ width: 1280, height: 1100 });
  await expect.poll(async () => (await heights()).page).toBe(1100);
  // Less the headings of the columns.
  expect((await heights()).list).toBeGreaterThan(720);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await list.getByRole('listitem').first().boundingBox())?.height).toBe(180);
  const narrow = await heights();
  expect(narrow).toMatchObject({ list: 3600, rows: 3600 });
  expect(narrow.page).toBeGreaterThan(3600);
  // The arrow keys bring a row of the page into view, and another page of orders begins at its first row.
  await list.getByRole('link', { name: '#' }).first().press('End');
  await expect(list.getByRole('listitem').last()).toBeInViewport();
  await page.getByRole('button', { name: 'Página siguiente' }).click();
  await expect(page).toHaveURL(/pagina=2/);
  await expect(list).toHaveAttribute('aria-busy', 'false');
  await expect(list.getByRole('listitem').first()).toBeInViewport({ ratio: 0.99 });
});

test('ORD-02 search, filters and page live in the address: reload and back keep them', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { customer_name: 'Ñandú Pérez-Único' });
  const page = await openAs('receptionist', '/dashboard');
  await page.getByLabel('Buscar en').selectOption('customer_name');
  await searchBox(page).fill('nandu unico');
  await expect(orders(page)).toHaveCount(1);
  await expect(rowOf(page, order)).toBeVisible();
  await expect(page).toHaveURL(/q=nandu\+unico/);
  await page.reload();
  await expect(searchBox(page)).toHaveValue('nandu unico');
  await expect(rowOf(page, order)).toBeVisible();
  await page.getByLabel('Estado', { exact: true }).selectOption('delivered');
  await expect(page.getByText('Ninguna orden coincide')).toBeVisible();
  await page.getByRole('button', { name: 'Quitar filtros' }).click();
  await page.getByRole('button', { name: 'Página siguiente' }).click();
  await expect(page).toHaveURL(/pagina=2/);
  await orders(page).nth(1).getByRole('link').click();
  await expect(page.getByRole('heading', { name: /^Orden \d/ })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/pagina=2/);
  await expect(page.getByText('Página 2')).toBeVisible();

  // The order form has an address of its own: Back leaves it, and Forward leads to it again (UI-19).
  await orders(page)
    .nth(1)
    .getByRole('button', { name: /^Más acciones/ })
    .click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  await expect(page.getByRole('dialog').getByLabel('RUT', { exact: true })).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/pagina=2/);
  await page.evaluate(() => history.forward());
  await expect(page.getByRole('dialog').getByLabel('RUT', { exact: true })).toBeVisible();
});

test('ORD-02 typing searches once, 300 ms after the last letter @exhaustive', async ({ openAs }) => {
  const page = await openAs('admin', '/dashboard');
  await expect(orders(page).first()).toBeVisible();
  const searches: string[] = [];
  page.on('request', (request) => {
    const { p_search: search } = (request.postDataJSON() ?? {}) as { p_search?: string };
    // A change of another order may have the whole list read again.
    if (request.url().includes('/rpc/search_orders') && search) searches.push(search);
  });
  await page.clock.install();
  await pauseClock(page);
  await searchBox(page).pressSequentially('samsung');
  await page.clock.runFor(299);
  expect(searches).toEqual([]);
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(page).toHaveURL(/q=samsung/);
  await expect.poll(() => searches.length).toBe(1);
  expect(searches[0]).toContain('samsung');
});

test('ORD-02 a search updates the address when its orders arrive, shows that it waits for slow ones, and does not pull back a user who left @exhaustive', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { customer_name: 'Quintín Lento' });
  const page = await openAs('receptionist', '/dashboard?campo=customer_name');
  await expect(orders(page).first()).toBeVisible();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/rpc/search_orders', async (route) => {
    if (route.request().postData()?.includes('lento')) await held;
    await route.continue();
  });
  await searchBox(page).fill('lento');
  await expect(page).toHaveURL(/q=lento/);
  await expect(page.getByRole('list', { name: 'Lista de órdenes' })).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(orders(page)).toHaveCount(1);
  await expect(rowOf(page, order)).toBeVisible();

  await page.unroute('**/rpc/search_orders');
  await page.route('**/rpc/search_orders', () => undefined);
  await page.clock.install();
  await pauseClock(page);
  await searchBox(page).fill('nadie');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Inventario', exact: true }).first().click();
  await expect(page).toHaveURL(/inventario$/);
  await page.clock.runFor(10_000);
  await page.clock.resume();
  await expect(searchBox(page)).toBeHidden();
  await expect(page).toHaveURL(/inventario$/);
});

test('ORD-02 keys: / searches, n takes in an order, arrows choose, Enter opens', async ({ openAs }) => {
  const page = await openAs('receptionist', '/dashboard');
  await expect(orders(page).first()).toBeVisible();
  await page.keyboard.press('/');
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-index="0"] a')).toBeFocused();
  for (let index = 0; index < 9; index += 1) await page.keyboard.press('ArrowDown');
  const chosen = page.locator('[data-index="9"] a');
  await expect(chosen).toBeFocused();
  const href = (await chosen.getAttribute('href')) ?? '';
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${href}$`));
  await page.goBack();
  await expect(orders(page).first()).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'Nueva orden' })).toBeVisible();
  await expect(page.getByLabel('Buscar cliente o equipo')).toBeFocused();
});

test('ORD-02 a colleague’s work appears without reload; nothing jumps under a finger', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop);
  const page = await openAs('technician', '/dashboard');
  await expect(rowOf(page, order)).toBeVisible();
  await withDatabase(
    shop,
    (sql) => sql`update service_orders set status = 'in_progress' where id = ${order.id}`,
  );
  await expect(statusSelect(page, order)).toHaveValue('in_progress');
  const next = await newOrder(shop);
  await expect(rowOf(page, next)).toBeVisible();

  await orders(page).nth(2).hover();
  const under = await orders(page).nth(2).textContent();
  const later = await newOrder(shop);
  await expect(page.getByText('Hay 1 orden nueva')).toBeVisible();
  expect(await orders(page).nth(2).textContent()).toBe(under);
  await page.getByRole('button', { name: 'Mostrar' }).click();
  await expect(rowOf(page, later)).toBeVisible();
  await withDatabase(shop, (sql) => sql`delete from service_orders where id = ${later.id}`);
  await expect(page.getByText(`#${asNumber(later)} · Orden eliminada`)).toBeVisible();
});

test('ORD-02 a list that cannot be loaded says so and comes back @exhaustive', async ({ openAs }) => {
  const page = await openAs('admin', '/perfil');
  await page.route('**/rpc/search_orders', (route) =>
    route.fulfill({ status: 400, json: { code: 'XX000', message: 'x' } }),
  );
  await page.goto('/dashboard');
  await expect(page.getByText('No se pudieron cargar las órdenes.')).toBeVisible();
  await page.unroute('**/rpc/search_orders');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(orders(page).first()).toBeVisible();
});

test('ORD-02 ORD-12 the desk, the form and the order view pass axe at both widths and schemes @exhaustive', async ({
  openAs,
  shop,
}) => {
  test.slow();
  const order = await newOrder(shop, {
    password_type: 'pin',
    device_password: '1234',
    notes: 'Avisar el viernes',
  });
  const page = await openAs('admin', '/dashboard');
  await expect(rowOf(page, order)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toBe(0);
  await page.goto(`/dashboard/orders/view/${order.id}`);
  await expect(page.getByRole('region', { name: 'Historial' })).toContainText('Orden creada');
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toBe(0);
  await page.goto(`/orders/${order.id}`);
  await page.getByLabel('Tipo de clave').selectOption('pattern');
  expect(await axeFindings(page)).toEqual([]);
});
