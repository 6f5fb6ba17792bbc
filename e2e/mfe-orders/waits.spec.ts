/** A wait, from the desk to the customer (TIME-01, TIME-06 to TIME-08). */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sidewaysOverflow } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { asNumber, newOrder, partsOutside, rowOf } from '../support/orders.ts';

test('TIME-01 TIME-08 on a phone a technician puts an order on hold, finds it in its view, and ends the wait when the part is here', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { status: 'approved' });
  const number = asNumber(order);
  const page = await openAs('technician', '/dashboard', { viewport: { width: 390, height: 844 } });
  const row = rowOf(page, order);
  await row.getByRole('button', { name: `Más acciones de la orden ${number}` }).click();
  await page.getByRole('menuitem', { name: 'Poner en espera…' }).click();
  const dialog = page.getByRole('dialog', { name: `Poner en espera · Orden ${number}` });
  await expect(dialog.getByLabel('Qué espera')).toHaveValue('part');
  await dialog.getByLabel('Hasta cuándo, más o menos (opcional)').fill('03-12-2031');
  expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0);
  await dialog.getByRole('button', { name: 'Poner en espera' }).click();
  // Two years ahead at most: said in the dialog, which keeps what was written.
  await expect(dialog.getByText('Elige una fecha de los próximos dos años.')).toBeVisible();
  const soon = new Date(Date.now() + 20 * 86_400_000);
  const day = new Intl.DateTimeFormat('es-CL', {
    timeZone: 'America/Santiago',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  });
  await dialog.getByLabel('Hasta cuándo, más o menos (opcional)').fill(day.format(soon));
  await dialog.getByRole('button', { name: 'Poner en espera' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row.getByText(/^Para el \d+ [a-z]{3}( \d{4})? · Espera repuesto$/)).toBeVisible();
  expect(await partsOutside(row)).toEqual([]);

  const told = await openAs('customer', `/orders/view/${number}`);
  await expect(
    told.getByText(/^Esperando un repuesto, llega cerca del \d+ de [a-z]+( de \d{4})?$/),
  ).toBeVisible();

  await page.getByRole('link', { name: /^En espera/ }).click();
  await expect(page).toHaveURL(/vista=en-espera/);
  await row.getByRole('button', { name: 'Llegó el repuesto' }).click();
  await expect(page.getByText(`Orden ${number}: terminó la espera`)).toBeVisible();
  await expect(row).toHaveCount(0);
  // A slip of the finger is taken back where it happened.
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(page.getByText(`Orden ${number}: sigue en espera`)).toBeVisible();
  await row.getByRole('button', { name: 'Llegó el repuesto' }).click();
  await expect(row).toHaveCount(0);
  await page.goto(`/dashboard/orders/view/${order.id}`);
  await expect(page.getByRole('button', { name: 'Marcar listo' })).toBeVisible();
  await expect(page.getByText('Quedó en espera').first()).toBeVisible();
  await expect(page.getByText('Terminó la espera', { exact: true }).first()).toBeVisible();
});

test('TIME-08 a colleague’s desk shows the wait as it begins', async ({ openAs, shop }) => {
  const order = await newOrder(shop, { status: 'approved' });
  const desk = await openAs('receptionist', '/dashboard');
  await expect(rowOf(desk, order)).toBeVisible();
  const view = await openAs('technician', `/dashboard/orders/view/${order.id}`);
  await view.getByRole('button', { name: `Más acciones de la orden ${asNumber(order)}` }).click();
  await view.getByRole('menuitem', { name: 'Poner en espera…' }).click();
  await view.getByRole('dialog').getByRole('button', { name: 'Poner en espera' }).click();
  await expect(rowOf(desk, order).getByText(/ · Espera repuesto$/)).toBeVisible();
  await expect(rowOf(desk, order).getByRole('button', { name: 'Llegó el repuesto' })).toBeVisible();
  await expect(view.getByText('Espera repuesto', { exact: true })).toBeVisible();
});

test('TIME-03 TIME-12 whoever sets a wait after a colleague is told, keeps what they wrote, and chooses the message', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { status: 'approved' });
  const number = asNumber(order);
  const address = `/dashboard/orders/view/${order.id}`;
  const setWait = async (page: Page) => {
    await page.getByRole('button', { name: `Más acciones de la orden ${number}` }).click();
    await page.getByRole('menuitem', { name: 'Poner en espera…' }).click();
    return page.getByRole('dialog');
  };
  const [mine, theirs] = [await openAs('technician', address), await openAs('receptionist', address)];
  const [dialog, other] = [await setWait(mine), await setWait(theirs)];
  await dialog.getByLabel('Nota del taller (opcional)').fill('Llega con el pedido de Juan');
  const tell = dialog.getByRole('checkbox', { name: 'Avisar al cliente por WhatsApp' });
  await expect(tell).not.toBeChecked();
  await expect(
    dialog.getByText(/^Recibe: «Novedades de tu orden .*: Esperando un repuesto, llega/),
  ).toBeVisible();
  await tell.check();

  await other.getByLabel('Qué espera').selectOption('lab');
  await other.getByRole('button', { name: 'Poner en espera' }).click();
  await expect(other).toHaveCount(0);
  await expect(dialog.getByRole('alert')).toContainText('La espera cambió y ahora dice: «Espera laboratorio');

  await dialog.getByRole('button', { name: 'Poner en espera' }).click();
  await expect(dialog.getByText(/^Otra persona cambió la espera de esta orden mientras tanto/)).toBeVisible();
  await expect(dialog.getByLabel('Nota del taller (opcional)')).toHaveValue('Llega con el pedido de Juan');
  await dialog.getByRole('button', { name: 'Poner en espera' }).click();
  await expect(mine.getByText(`Orden ${number} en espera. El aviso al cliente va en camino.`)).toBeVisible();
  await expect(mine.getByText('Orden en espera', { exact: true })).toBeVisible();
});

test('TIME-08 TIME-13 beside the list an order says what it waits for, and leads to its screen order and back', async ({
  openAs,
  shop,
}) => {
  const model = `Pantalla ${randomUUID().slice(0, 8)}`;
  const order = await newOrder(shop, { status: 'approved' }, async (sql) => {
    const [screen] = await sql`
      insert into pedidos_pantallas (modelo, numero_orden, fecha_compra, precio_costo, cantidad, proveedor)
      values (${model}, '4411', now(), 1000, 1, 'FullMobile') returning id`;
    await sql`
      insert into order_waits (order_id, reason, label, stops_clock, screen_order_id, note, started_at)
      select id, 'part', 'Repuesto', true, ${String(screen?.id)}, 'Llega el lunes', now() from service_orders
      order by order_number desc limit 1`;
  });
  const page = await openAs('technician', '/dashboard', { viewport: { width: 1280, height: 900 } });
  await page.getByRole('link', { name: `#${asNumber(order)}`, exact: true }).focus();
  await page.keyboard.press('Space');
  const panel = page.getByRole('region', { name: 'Orden al lado de la lista' });
  await expect(panel.getByText('Espera repuesto', { exact: true })).toBeVisible();
  await expect(panel.getByText('Llega el lunes').first()).toBeVisible();
  await panel.getByRole('link', { name: `${model} · 4411` }).click();
  await page.getByRole('link', { name: `Lo espera la orden #${asNumber(order)}` }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/orders/view/${order.id}`));
});

test('TIME-14 a device that could not be repaired is handed over with its reason, which the customer reads', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { status: 'completed', quote: 45_000, total_amount: 45_000 });
  const page = await openAs('receptionist', '/dashboard');
  await rowOf(page, order).getByRole('button', { name: 'Entregar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Se entrega sin reparar…' }).click();
  await dialog.getByRole('button', { name: 'Devolver equipo' }).click();
  await expect(dialog.getByText('Escribe por qué se entrega sin reparar.')).toBeVisible();
  await dialog.getByRole('button', { name: 'No hay repuesto' }).click();
  await dialog.getByRole('button', { name: 'Devolver equipo' }).click();
  await expect(page.getByText('Orden entregada')).toBeVisible();
  await page.goto(`/dashboard/orders/view/${order.id}`);
  await expect(page.getByText('No hay repuesto', { exact: true })).toBeVisible();
  await expect(page.getByText('Entregado sin reparar: No hay repuesto')).toBeVisible();
  const told = await openAs('customer', `/orders/view/${asNumber(order)}`);
  await expect(told.getByText('Entregado sin reparar')).toBeVisible();
});
