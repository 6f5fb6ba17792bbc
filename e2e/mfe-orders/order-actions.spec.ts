import type { Page } from '@playwright/test';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { simulate } from '../support/messages.ts';
import { asNumber, columnsOf, newOrder, rowOf, statusSelect } from '../support/orders.ts';

/** Makes writes to orders fail, like a server error. */
const breakWrites = (page: Page) =>
  page.route('**/rest/v1/service_order*', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 500, json: { code: 'XX000', message: 'x' } }),
  );

test('ORD-15 DATA-42 each action that fails says so in its own toast and what to do, and dialogs keep what was typed', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { quote: 0 });
  const page = await openAs('admin', '/dashboard');
  await expect(rowOf(page, order)).toBeVisible();
  await breakWrites(page);
  await statusSelect(page, order).selectOption('in_progress');
  await expect(page.getByText('Error al actualizar el estado.')).toBeVisible();
  await expect(page.getByText(/^El servidor no pudo guardar[.] Vuelve a intentar[.]/)).toBeVisible();
  await expect(statusSelect(page, order)).toHaveValue('pending');

  await rowOf(page, order)
    .getByRole('button', { name: /^Cambiar el precio/ })
    .click();
  await page.getByLabel(`Precio de la orden ${asNumber(order)}`).fill('1.234');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Error al actualizar precio')).toBeVisible();
  await page.keyboard.press('Escape');

  const giveUp = async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar', exact: true }).click();
    await page.getByRole('button', { name: 'Cerrar sin guardar' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await rowOf(page, order).getByRole('button', { name: 'Presupuesto Listo' }).click();
  await page.getByLabel('Monto del presupuesto').fill('45.990');
  await page.getByLabel('Trabajo a realizar').fill('Cambio de batería');
  await page.getByRole('button', { name: 'Enviar presupuesto' }).click();
  await expect(page.getByText('Error al enviar el presupuesto.')).toBeVisible();
  await expect(page.getByLabel('Trabajo a realizar')).toHaveValue('Cambio de batería');
  await giveUp();

  await statusSelect(page, order).selectOption('cancelled');
  await page.getByLabel('Motivo de cancelación').fill('No vino');
  await page.getByRole('button', { name: 'Cancelar orden' }).click();
  await expect(page.getByText('Error al cancelar la orden')).toBeVisible();
  await giveUp();

  await statusSelect(page, order).selectOption('delivered');
  await page.getByLabel('Días de garantía').fill('90');
  await page.getByRole('button', { name: 'Entregar' }).click();
  await expect(page.getByText('Error al entregar la orden.')).toBeVisible();
  await giveUp();

  await rowOf(page, order)
    .getByRole('button', { name: /^Más acciones/ })
    .click();
  await page.getByRole('menuitem', { name: 'Notas', exact: true }).click();
  await page.getByLabel('Notas internas').fill('Ojo con el conector');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.getByText('Error al guardar las notas.')).toBeVisible();
  await giveUp();

  await rowOf(page, order)
    .getByRole('button', { name: /^Más acciones/ })
    .click();
  await page.getByRole('menuitem', { name: 'Eliminar' }).click();
  await page.getByRole('button', { name: 'Eliminar orden' }).click();
  await expect(page.getByText('Error al eliminar la orden.')).toBeVisible();
  await expect
    .poll(() => columnsOf(shop, order.id))
    .toMatchObject({ status: 'pending', notes: null, version: 1 });
});

test('ORD-15 DATA-42 a failed change of status is reported even after the next one was chosen or the desk was left @exhaustive', async ({
  openAs,
  shop,
}) => {
  const [first, second] = [await newOrder(shop), await newOrder(shop)];
  const page = await openAs('technician', '/dashboard');
  let fail = () => {};
  const failed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route(`**/rest/v1/service_orders?*${first.id}*`, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    await failed;
    return route.fulfill({ status: 500, json: { code: 'XX000', message: 'x' } });
  });
  await statusSelect(page, first).selectOption('in_progress');
  await statusSelect(page, second).selectOption('in_progress');
  await expect(page.getByText(`Orden ${asNumber(second)}: En Progreso`)).toBeVisible();
  await page.getByRole('link', { name: 'Citas' }).first().click();
  await expect(page.getByRole('heading', { name: 'Citas', exact: true })).toBeVisible();
  fail();
  await expect(page.getByText('Error al actualizar el estado.')).toBeVisible();
});

test('ORD-15 MSG-02 a message that cannot be sent does not undo the change', async ({ openAs, shop }) => {
  const order = await newOrder(shop, {}, (sql) => sql`delete from whatsapp_messages where state = 'queued'`);
  const page = await openAs('technician', '/dashboard');
  await simulate(shop, 'failures', { kind: 131026, times: 1 });
  await statusSelect(page, order).selectOption('in_progress');
  await expect(page.getByText(`Orden ${asNumber(order)}: En Progreso`)).toBeVisible();
  await expect(page.getByText('Estado actualizado, pero la notificación falló.')).toBeVisible();
  await expect(statusSelect(page, order)).toHaveValue('in_progress');
  await expect.poll(() => columnsOf(shop, order.id)).toMatchObject({ status: 'in_progress' });
});

test('ORD-09 cancelling needs a reason, which joins the notes', async ({ openAs, shop }) => {
  const order = await newOrder(shop, { notes: 'Llamar antes' });
  const page = await openAs('technician', '/dashboard');
  await statusSelect(page, order).selectOption('cancelled');
  await page.getByLabel('Motivo de cancelación').fill('   ');
  await page.getByRole('button', { name: 'Cancelar orden' }).click();
  await expect(page.getByText('Escribe el motivo de la cancelación.')).toBeVisible();
  await page.getByLabel('Motivo de cancelación').fill('Sin repuesto');
  await page.getByRole('button', { name: 'Cancelar orden' }).click();
  await expect(statusSelect(page, order)).toHaveValue('cancelled');
  await expect
    .poll(() => columnsOf(shop, order.id))
    .toMatchObject({
      status: 'cancelled',
      notes: 'Llamar antes\nMotivo de cancelación: Sin repuesto',
    });
});

test('ORD-11 notes for the customer and the shop’s own, the price in place, deletion after a question', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop);
  const page = await openAs('admin', '/dashboard');
  await rowOf(page, order)
    .getByRole('button', { name: /^Más acciones/ })
    .click();
  await page.getByRole('menuitem', { name: 'Notas', exact: true }).click();
  const long = `Para el cliente ${'x'.repeat(10_000)}`;
  await page.getByLabel('Notas para el cliente').fill(long);
  await page.getByLabel('Notas internas').fill('Solo del taller');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.getByText('Notas guardadas')).toBeVisible();
  await expect.poll(async () => (await columnsOf(shop, order.id)).notes).toBe(long);
  const [own] = await withDatabase(
    shop,
    (sql) => sql`select internal_notes from service_order_internal where order_id = ${order.id}`,
  );
  expect(own?.internal_notes).toBe('Solo del taller');

  await rowOf(page, order)
    .getByRole('button', { name: /^Cambiar el precio/ })
    .click();
  await page.getByLabel(`Precio de la orden ${asNumber(order)}`).fill('39.990');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, order).getByRole('button', { name: /\$39\.990/ })).toBeVisible();
  await expect.poll(() => columnsOf(shop, order.id)).toMatchObject({ total_amount: '39990', quote: '39990' });

  await rowOf(page, order)
    .getByRole('button', { name: /^Más acciones/ })
    .click();
  await page.getByRole('menuitem', { name: 'Eliminar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
  await expect.poll(() => columnsOf(shop, order.id)).toMatchObject({ order_number: order.order_number });
  await rowOf(page, order)
    .getByRole('button', { name: /^Más acciones/ })
    .click();
  await page.getByRole('menuitem', { name: 'Eliminar' }).click();
  await page.getByRole('button', { name: 'Eliminar orden' }).click();
  await expect(rowOf(page, order)).toHaveCount(0);
  // Optimistic update: the row disappears at once; the server's response follows.
  await expect.poll(() => columnsOf(shop, order.id)).toEqual({});
});

test('ORD-11 the price in place lies over what is beside and below it, and “Nueva orden” over the list @exhaustive', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop);
  const page = await openAs('admin', '/dashboard');
  const row = rowOf(page, order);
  const field = page.getByLabel(`Precio de la orden ${asNumber(order)}`);
  for (const [width, price] of [
    [1280, '41.990'],
    [390, '42.990'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await row.getByRole('button', { name: /^Cambiar el precio/ }).click();
    await field.fill('9999999999');
    // A click that would hit another element fails: the toast covers the next row.
    await row.getByRole('button', { name: 'Guardar', exact: true }).click();
    await row.getByText('Ingresa un presupuesto').click({ trial: true });
    await field.fill(price);
    await row.getByRole('button', { name: 'Guardar', exact: true }).click();
    await expect(row.getByRole('button', { name: new RegExp(`\\$${price}`) })).toBeVisible();
    await page.getByRole('button', { name: 'Nueva orden' }).click({ trial: true });
  }
});

test('ORD-11 a receptionist cannot edit prices, and a technician cannot edit, print or delete @exhaustive', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { quote: 0 });
  const desk = await openAs('receptionist', '/dashboard');
  await expect(rowOf(desk, order)).toBeVisible();
  await expect(rowOf(desk, order).getByRole('button', { name: /^Cambiar el precio/ })).toHaveCount(0);
  await rowOf(desk, order)
    .getByRole('button', { name: /^Más acciones/ })
    .click();
  await expect(desk.getByRole('menuitem')).toHaveText([
    'Comprometer una fecha…',
    'Poner en espera…',
    'Ver orden',
    'Editar',
    'Imprimir',
    'Notas',
    'Seleccionar',
  ]);
  const bench = await openAs('technician', '/dashboard');
  await rowOf(bench, order)
    .getByRole('button', { name: /^Más acciones/ })
    .click();
  await expect(bench.getByRole('menuitem')).toHaveText([
    'Empezar',
    'Comprometer una fecha…',
    'Poner en espera…',
    'Ver orden',
    'Notas',
    'Seleccionar',
  ]);
  await expect(bench.getByRole('button', { name: 'Nueva orden' })).toHaveCount(0);
});

test('DATA-04 a status chosen on a stale row is refused, shown as it is, and can be chosen again @exhaustive', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop);
  const page = await openAs('technician', '/dashboard');
  await page.routeWebSocket('**/realtime/**', () => {});
  await page.reload();
  await expect(statusSelect(page, order)).toHaveValue('pending');
  await withDatabase(
    shop,
    (sql) => sql`update service_orders set status = 'quoted', quote = 5 where id = ${order.id}`,
  );
  await statusSelect(page, order).selectOption('in_progress');
  await expect(page.getByText(/Otra persona cambió esta orden recién/)).toBeVisible();
  await expect(statusSelect(page, order)).toHaveValue('quoted');
  await statusSelect(page, order).selectOption('in_progress');
  await expect(statusSelect(page, order)).toHaveValue('in_progress');
  await expect.poll(async () => (await columnsOf(shop, order.id)).status).toBe('in_progress');
});

test('DATA-04 a dialog over an order that changed meanwhile tells who did what and saves on the second press', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { quote: 0 });
  const page = await openAs('technician', '/dashboard');
  await rowOf(page, order).getByRole('button', { name: 'Presupuesto Listo' }).click();
  await page.getByLabel('Monto del presupuesto').fill('64.000');
  await withDatabase(
    shop,
    (sql) =>
      sql`update service_orders set notes = 'De otra persona', technical_work = 'Su trabajo' where id = ${order.id}`,
  );
  await page.getByRole('button', { name: 'Enviar presupuesto' }).click();
  await expect(page.getByText('Otra persona cambió esta orden', { exact: true })).toBeVisible();
  await expect(page.getByText('Notas: (vacío) → De otra persona')).toBeVisible();
  await expect(page.getByLabel('Monto del presupuesto')).toHaveValue('64.000');
  // Fields that the user has not edited take the colleague's values.
  await expect(page.getByLabel('Trabajo a realizar')).toHaveValue('Su trabajo');
  await page.getByRole('button', { name: 'Enviar presupuesto' }).click();
  await expect(statusSelect(page, order)).toHaveValue('quoted');
  await expect
    .poll(() => columnsOf(shop, order.id))
    .toMatchObject({
      total_amount: '64000',
      notes: 'De otra persona',
      technical_work: 'Su trabajo',
    });
});
