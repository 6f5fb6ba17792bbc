/** Queue and board in a browser: the mouse, the keys, a phone, two people (TIME-32, TIME-35). */
import type { Page } from '@playwright/test';
import type { DemoOrder } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { asNumber, columnsOf, newOrder } from '../support/orders.ts';

const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}, `) });
const card = (page: Page, order: DemoOrder) =>
  page.locator('[data-card]').filter({ hasText: `#${asNumber(order)}` });
const OLD = '2020-01-01T12:00:00Z';

test('TIME-35 a card is dragged to another column, where its order then is, for a colleague too', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { status: 'pending', created_at: OLD });
  const colleague = await openAs('receptionist', '/dashboard/tablero');
  await expect(column(colleague, 'Pendiente').getByText(`#${asNumber(order)}`)).toBeVisible();
  // A desk's window has room for all columns.
  const board = colleague.getByRole('group', { name: 'Tablero de órdenes' });
  expect(await board.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const page = await openAs('technician', '/dashboard/tablero');
  await expect(card(page, order)).toHaveAttribute('draggable', 'true');
  await card(page, order).dragTo(column(page, 'En Progreso'));
  await expect(column(page, 'En Progreso').getByText(`#${asNumber(order)}`)).toBeVisible();
  await expect(card(page, order)).toHaveCount(1);
  await expect(page.getByText(`Orden ${asNumber(order)}: En Progreso`)).toBeVisible();
  await expect(column(colleague, 'En Progreso').getByText(`#${asNumber(order)}`)).toBeVisible();
  await expect(card(colleague, order)).toHaveCount(1);
  await expect.poll(() => columnsOf(shop, order.id)).toMatchObject({ status: 'in_progress' });
});

test('TIME-35 what a column does not take is said while dragging, and a dialog that is closed moves nothing', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { status: 'pending', created_at: OLD });
  const page = await openAs('technician', '/dashboard/tablero');
  await expect(card(page, order)).toHaveAttribute('draggable', 'true');
  await card(page, order).hover();
  await page.mouse.down();
  await column(page, 'Presupuesto Aprobado').hover();
  await column(page, 'Presupuesto Aprobado').hover();
  await expect(column(page, 'Presupuesto Aprobado')).toContainText('Aprueba el cliente');
  await page.mouse.up();
  await expect(page.getByRole('status').getByText(/^Aprueba el cliente/)).toBeVisible();
  await card(page, order).dragTo(column(page, 'En espera'));
  const dialog = page.getByRole('dialog', { name: `Poner en espera · Orden ${asNumber(order)}` });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(column(page, 'Pendiente').getByText(`#${asNumber(order)}`)).toBeVisible();
  await expect.poll(() => columnsOf(shop, order.id)).toMatchObject({ status: 'pending', on_hold: false });
});

test('TIME-35 by key alone an order waits, goes on, and keeps the focus', async ({ openAs, shop }) => {
  const order = await newOrder(shop, { status: 'in_progress', created_at: OLD });
  const page = await openAs('technician', '/dashboard/tablero');
  const link = card(page, order).getByRole('link');
  await link.focus();
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: 'Mover a En espera' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Poner en espera · Orden ${asNumber(order)}` });
  await dialog.getByRole('button', { name: 'Poner en espera' }).press('Enter');
  await expect(column(page, 'En espera').getByText(`#${asNumber(order)}`)).toBeVisible();
  await expect(link).toBeFocused();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(column(page, 'En Progreso').getByText(`#${asNumber(order)}`)).toBeVisible();
  await expect(link).toBeFocused();
  await expect(page.getByText(`Orden ${asNumber(order)}: terminó la espera`)).toBeVisible();
});

test('TIME-35 two people move one order: the second is told, and sees where it is', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { status: 'pending', created_at: OLD });
  const page = await openAs('technician', '/dashboard/tablero');
  await expect(card(page, order)).toHaveAttribute('draggable', 'true');
  await card(page, order).hover();
  await page.mouse.down();
  await column(page, 'En Progreso').hover();
  // A colleague is faster, while the card is held: nothing moves under the pointer.
  const colleague = await openAs('admin', '/dashboard/tablero');
  await card(colleague, order).getByRole('button').click();
  await colleague.getByRole('menuitem', { name: 'Mover a Completado' }).click();
  await expect(column(colleague, 'Completado').getByText(`#${asNumber(order)}`)).toBeVisible();
  await column(page, 'En Progreso').hover();
  await page.mouse.up();
  await expect(page.getByText(/^Otra persona cambió esta orden recién/)).toBeVisible();
  await expect(column(page, 'Completado').getByText(`#${asNumber(order)}`)).toBeVisible();
  await expect(card(page, order)).toHaveCount(1);
});

test('TIME-32 by key a technician takes an order and begins it', async ({ openAs, shop }) => {
  const order = await newOrder(shop, { status: 'approved', technician_id: null, approved_at: OLD });
  const page = await openAs('technician', '/dashboard/cola');
  const link = page.getByRole('link', { name: `#${asNumber(order)}` });
  await page
    .getByRole('region', { name: /^Para tomar/ })
    .getByRole('link', { name: `#${asNumber(order)}` })
    .focus();
  await page.keyboard.press('t');
  await expect(page.getByText(`La orden ${asNumber(order)} es tuya`)).toBeVisible();
  await page
    .getByRole('region', { name: /^Tuyas/ })
    .getByRole('link', { name: `#${asNumber(order)}` })
    .focus();
  await page.keyboard.press('s');
  await expect(page.getByText(`Orden ${asNumber(order)}: Completado`)).toBeVisible();
  await expect(link).toHaveCount(0);
  // The next order has the focus.
  await expect(
    page
      .getByRole('region', { name: /^Tuyas/ })
      .getByRole('link')
      .and(page.locator(':focus')),
  ).toHaveCount(1);
});
