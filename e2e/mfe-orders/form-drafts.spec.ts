import type { Page } from '@playwright/test';
import type { RunningServer } from '@taller/server/start-server.ts';
import { withDatabase, type DemoOrder } from '../support/database.ts';
import { ACCOUNTS, expect, PASSWORD, test, TOKEN_KEY } from '../support/fixtures.ts';
import { asNumber, columnsOf, fillOrderForm, newOrder } from '../support/orders.ts';

const name = (page: Page) => page.getByLabel('Nombre completo');
const openForm = async (page: Page) => {
  await page.getByRole('button', { name: 'Nueva orden' }).click();
  await expect(page.getByLabel('Buscar cliente o equipo')).toBeFocused();
};

async function openEdit(page: Page, order: DemoOrder) {
  await page.getByRole('button', { name: `Más acciones de la orden ${asNumber(order)}` }).click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  await expect(page.getByRole('heading', { name: /^Editar orden/ })).toBeVisible();
}

/** Signs in where a session ended over the form of an order, and saves what was typed there. */
async function expectFormBack(page: Page, order: DemoOrder, shop: RunningServer) {
  await expect(page.getByText('Tu sesión terminó. Inicia sesión para continuar.')).toBeVisible();
  await expect(page.getByText('Lo que habías escrito sigue guardado en esta pestaña.')).toBeVisible();
  await page.getByLabel('Correo electrónico').fill(ACCOUNTS.receptionist);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Editar orden/ })).toBeVisible();
  await expect(name(page)).toHaveValue('Antes y después');
  await name(page).press('Control+Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect.poll(() => columnsOf(shop, order.id)).toMatchObject({ customer_name: 'Antes y después' });
}

test('SHELL-14 SHELL-15 Back asks before it loses an edit; after an expired session the form is back with it', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { customer_name: 'Antes' });
  const page = await openAs('receptionist', '/dashboard');
  await openEdit(page, order);
  await expect(page.getByRole('button', { name: 'Cerrar' })).not.toBeFocused();
  await name(page).fill('Antes y después');
  await page.evaluate(() => history.back());
  await expect(page.getByRole('alertdialog', { name: '¿Salir sin guardar?' })).toBeVisible();
  await page.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(name(page)).toHaveValue('Antes y después');

  // The tokens are gone, as after a night, and the page notices at its next session check.
  await page.evaluate((key) => localStorage.removeItem(key), TOKEN_KEY);
  await page.reload();
  await expectFormBack(page, order, shop);
});

test('SHELL-06 SHELL-15 a save from a page whose tokens are gone asks to sign in, and the form is back with what was typed', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { customer_name: 'Antes' });
  const page = await openAs('receptionist', '/dashboard');
  await openEdit(page, order);
  await name(page).fill('Antes y después');
  await page.evaluate((key) => localStorage.removeItem(key), TOKEN_KEY);
  await name(page).press('Control+Enter');
  await expectFormBack(page, order, shop);
});

test('ORD-20 ORD-22 two tabs take in two customers; a form that was left is offered, never filled in @exhaustive', async ({
  openAs,
  shop,
}) => {
  const first = await openAs('receptionist', '/dashboard');
  await openForm(first);
  await fillOrderForm(first, { 'Nombre completo': 'Cliente Ana' });
  await first.getByRole('button', { name: 'Cancelar' }).click();
  const second = await first.context().newPage();
  await second.goto('/dashboard');
  await openForm(second);
  await fillOrderForm(second, { 'Nombre completo': 'Cliente Berta' });
  await second.getByLabel('Problema').press('Control+Enter');
  await expect(second.getByRole('dialog').getByText(/^Orden \d{6} creada$/)).toBeVisible();

  await openForm(first);
  await expect(name(first)).toHaveValue('');
  await expect(
    first.getByText('Quedó una orden sin terminar: Cliente Ana · Motorola Moto G54.'),
  ).toBeVisible();
  await first.getByRole('button', { name: 'Recuperar' }).click();
  await expect(name(first)).toHaveValue('Cliente Ana');
  await first.getByRole('button', { name: 'Crear orden' }).click();
  await expect(first.getByRole('dialog').getByText(/^Orden \d{6} creada$/)).toBeVisible();
  const made = await withDatabase(
    shop,
    (sql) =>
      sql`select customer_name from service_orders where customer_name in ('Cliente Ana', 'Cliente Berta') order by 1`,
  );
  expect(made.map((row) => row.customer_name as string)).toEqual(['Cliente Ana', 'Cliente Berta']);

  // Enter prints, and 'Volver' returns to the desk, not to another new order.
  await expect(first.getByRole('link', { name: 'Imprimir' })).toBeFocused();
  await first.keyboard.press('Enter');
  await first.getByRole('button', { name: 'Volver' }).click();
  await expect(first).toHaveURL(/\/dashboard$/);
  await expect(first.getByRole('dialog')).toHaveCount(0);
});
