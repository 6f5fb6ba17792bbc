/** Promises and the board where something goes wrong: a deleted order, a lost answer, fingers (TIME-21, TIME-35). */
import { columnsOf, asNumber, newOrder } from '../support/orders.ts';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';

const OLD = '2020-01-01T12:00:00Z';

test('TIME-21 an order that is deleted while its promise is typed says so, and what was typed stays', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { status: 'pending', created_at: OLD });
  const number = asNumber(order);
  const page = await openAs('technician', '/dashboard/tablero');
  await page.getByRole('button', { name: `Más acciones de la orden ${number}` }).click();
  await page.getByRole('menuitem', { name: 'Comprometer una fecha…' }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Comprometida para');
  await field.fill('02-01-2020 17:00');
  await dialog.getByRole('checkbox', { name: /^Sí, comprometer esa fecha/ }).click();
  await withDatabase(shop, (sql) => sql`delete from service_orders where id = ${order.id}`);
  await expect(page.getByText(`#${number}`)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Comprometer', exact: true }).click();
  await expect(dialog.getByText('La orden ya no existe: alguien la eliminó.')).toBeVisible();
  await expect(field).toHaveValue('02-01-2020 17:00');
});

test('TIME-35 a move whose answer is lost happens once: after Back the card is where its order is', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { status: 'pending', created_at: OLD });
  const number = asNumber(order);
  const page = await openAs('technician', '/dashboard');
  await page.getByRole('link', { name: 'Tablero', exact: true }).click();
  const lost = new Promise<void>((resolve) => {
    void page.route(/\/rest\/v1\/service_orders[?]/, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      await route.fetch();
      await route.abort('connectionreset');
      return resolve();
    });
  });
  await page.getByRole('button', { name: `Más acciones de la orden ${number}` }).click();
  await page.getByRole('menuitem', { name: 'Mover a En Progreso' }).click();
  await lost;
  await expect(page.getByText(/^No llegó respuesta del servidor/)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Órdenes' })).toBeVisible();
  await page.goForward();
  const column = page.getByRole('region', { name: /^En Progreso, / });
  await expect(column.getByText(`#${number}`)).toBeVisible();
  await expect(page.locator('[data-card]').filter({ hasText: `#${number}` })).toHaveCount(1);
  await expect.poll(() => columnsOf(shop, order.id)).toMatchObject({ status: 'in_progress', version: 2 });
});

test('TIME-35 on a touch screen with room for all columns a tap on the menu moves a card', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { status: 'pending', created_at: OLD });
  const number = asNumber(order);
  const page = await openAs('technician', '/dashboard/tablero', {
    hasTouch: true,
    viewport: { width: 1280, height: 800 },
  });
  await page.getByRole('button', { name: `Más acciones de la orden ${number}` }).tap();
  await page.getByRole('menuitem', { name: 'Mover a En Progreso' }).tap();
  await expect(page.getByRole('region', { name: /^En Progreso, / }).getByText(`#${number}`)).toBeVisible();
  await expect.poll(() => columnsOf(shop, order.id)).toMatchObject({ status: 'in_progress' });
});
