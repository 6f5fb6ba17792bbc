import type { Page } from '@playwright/test';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { asNumber, columnsOf, fillOrderForm, newOrder, orders } from '../support/orders.ts';

const CREATE = 'Crear orden';
/** Distance from the end of a toast's text to the end of its frame, in px. */
const TOAST_END = 60;
const openForm = async (page: Page) => {
  await page.getByRole('button', { name: 'Nueva orden' }).click();
  await expect(page.getByLabel('Buscar cliente o equipo')).toBeFocused();
};

test('ORD-04 ORD-05 another password type clears the code; the lock is drawn, replayed, reset and used by keyboard', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('receptionist', '/dashboard');
  await openForm(page);
  await fillOrderForm(page, { 'Nombre completo': 'Con Patrón' });
  const type = page.getByLabel('Tipo de clave');
  await type.selectOption('pin');
  await page.getByLabel('PIN', { exact: true }).fill('12a');
  await page.getByRole('button', { name: CREATE }).click();
  await expect(page.getByText('El PIN solo puede tener números.')).toBeVisible();
  await type.selectOption('password');
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue('');
  await type.selectOption('pattern');
  const canvas = page.locator('canvas');
  await canvas.scrollIntoViewIfNeeded();
  expect(await canvas.evaluate((element) => [element.clientWidth, element.clientHeight])).toEqual([238, 238]);
  const box = await canvas.boundingBox();
  if (!box) throw new Error('No lock');
  const moveTo = (dot: number) =>
    page.mouse.move(box.x + 40 + ((dot - 1) % 3) * 80, box.y + 40 + Math.floor((dot - 1) / 3) * 80, {
      steps: 5,
    });
  await moveTo(1);
  await page.mouse.down();
  for (const dot of [2, 3, 6, 3]) await moveTo(dot);
  await expect(page.getByText('Patrón: parte en 1 → 2 → 3 → 6', { exact: true })).toBeVisible();
  await page.mouse.up();
  await page.getByRole('button', { name: 'Reproducir' }).click();
  await expect(canvas).toHaveAttribute('data-playing', 'true');
  await expect(page.getByRole('button', { name: 'Borrar', exact: true })).toBeDisabled();
  await expect(canvas).not.toHaveAttribute('data-playing');
  await page.getByRole('button', { name: 'Borrar', exact: true }).click();
  await expect(page.getByText('Sin patrón')).toBeVisible();
  await canvas.focus();
  for (const key of ['Space', 'ArrowRight', 'Space', 'ArrowDown', 'Space']) await page.keyboard.press(key);
  await expect(page.getByText(/^Patrón: parte en 5 → 6 → 9/)).toBeVisible();
  await page.getByRole('button', { name: CREATE }).click();
  await expect(page.getByRole('dialog').getByText(/^Orden \d{6} creada$/)).toBeVisible();
  const [stored] = await withDatabase(
    shop,
    (sql) =>
      sql`select c.sealed_code, o.device_password from private.device_codes c join service_orders o on o.id = c.order_id where o.customer_name = 'Con Patrón'`,
  );
  expect(stored).toEqual({ sealed_code: expect.stringMatching(/^v1\./) as unknown, device_password: null });
});

test('ORD-03 ORD-23 ORD-24 a repeat customer is found by RUT or phone and filled in, with the earlier devices', async ({
  openAs,
  shop,
}) => {
  await newOrder(shop, {
    customer_name: 'Rosa Repetida',
    customer_rut: '9035513-9',
    customer_phone: '+56 9 8111 2233',
    customer_address: 'Cerro Alegre 5',
    equipment_brand: 'Huawei',
    equipment_model: 'P30',
  });
  const page = await openAs('receptionist', '/dashboard');
  await openForm(page);
  await page.getByLabel('Teléfono', { exact: true }).fill('981112233');
  const known = page.getByText('Rosa Repetida ya trajo 1 equipo antes.');
  await expect(known).toBeVisible();
  await page.getByLabel('Teléfono', { exact: true }).fill('');
  // It goes at once: a press would fill in somebody who no longer belongs to the form, or be lost with the next lookup.
  expect(await known.isVisible()).toBe(false);
  // Without dots and dash: the lookup starts automatically, and leaving the field adds the dash (ORD-23).
  await page.getByLabel('RUT', { exact: true }).fill('90355139');
  await page.getByRole('button', { name: 'Usar sus datos' }).click();
  await expect(page.getByLabel('RUT', { exact: true })).toHaveValue('9035513-9');
  await expect(page.getByLabel('Nombre completo')).toHaveValue('Rosa Repetida');
  await expect(page.getByLabel('Teléfono', { exact: true })).toHaveValue('+56 9 8111 2233');
  await expect(page.getByLabel(/^Dirección/)).toHaveValue('Cerro Alegre 5');
  await expect(page.getByLabel('Marca')).toBeFocused();
  // One click for both, from an empty form (ORD-24).
  await page.getByLabel('Nombre completo').fill('');
  await page.getByRole('button', { name: 'Huawei P30' }).click();
  await expect(page.getByLabel('Nombre completo')).toHaveValue('Rosa Repetida');
  await expect(page.getByLabel('Marca')).toHaveValue('Huawei');
  await expect(page.getByLabel('Modelo')).toHaveValue('P30');
  await expect(page.getByLabel('Estado en que llega')).toBeFocused();
});

test('ORD-24 a customer found by phone and filled in stays, with their devices, while their RUT is looked up @exhaustive', async ({
  openAs,
  shop,
}) => {
  await newOrder(shop, {
    customer_name: 'Inés Telefónica',
    customer_rut: '7654321-6',
    customer_phone: '+56 9 8222 3344',
    equipment_brand: 'Motorola',
    equipment_model: 'G22',
  });
  const page = await openAs('receptionist', '/dashboard');
  await openForm(page);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/rest/v1/rpc/find_order_customer*', async (route) => {
    if (route.request().postData()?.includes('p_rut')) await answered;
    await route.continue();
  });
  await page.getByLabel('Teléfono', { exact: true }).fill('982223344');
  const lookup = page.waitForRequest(
    (request) => request.postData()?.includes('"p_rut":"7654321-6"') ?? false,
  );
  await page.getByRole('button', { name: 'Usar sus datos' }).click();
  const device = page.getByRole('button', { name: 'Motorola G22' });
  expect(await device.isVisible()).toBe(true);
  await lookup;
  expect(await device.isVisible()).toBe(true);
  answer();
  await device.click();
  await expect(page.getByLabel('Modelo')).toHaveValue('G22');
  await expect(page.getByLabel('RUT', { exact: true })).toHaveValue('7654321-6');
});

test('ORD-03 ORD-15 ORD-26 a cut connection loses nothing, a reload neither, and a save sent twice makes one order', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('receptionist', '/dashboard');
  await openForm(page);
  await fillOrderForm(page, { 'Nombre completo': 'Una Sola Vez' });
  // The request arrives, its response is lost.
  await page.route('**/rest/v1/service_orders*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: CREATE }).click();
  await expect(page.getByText('Error al crear la orden.')).toBeVisible();
  // The reason is shown next to the button, and the toast next to both (ORD-26).
  const reason = page.getByRole('alert').filter({ hasText: /Lo que escribiste sigue aquí/ });
  await expect(reason).toBeInViewport();
  const reasonBox = await reason.boundingBox();
  const toast = await page.getByText('Error al crear la orden.').boundingBox();
  const button = await page.getByRole('button', { name: CREATE }).boundingBox();
  expect(toast && button && toast.x + toast.width < button.x).toBe(true);
  expect(toast && reasonBox && toast.x + toast.width + TOAST_END < reasonBox.x).toBe(true);
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByText(/Recuperamos lo que habías escrito/)).toBeVisible();
  await expect(page.getByLabel('Nombre completo')).toHaveValue('Una Sola Vez');
  await page.getByRole('button', { name: CREATE }).dblclick();
  await expect(page.getByRole('dialog').getByText(/^Orden \d{6} creada$/)).toBeVisible();
  const made = await withDatabase(
    shop,
    (sql) => sql`select id from service_orders where customer_name = 'Una Sola Vez'`,
  );
  expect(made).toHaveLength(1);
  await page.getByRole('button', { name: 'Otro equipo' }).click();
  await expect(page.getByLabel('Modelo')).toHaveValue('');
  await expect(page.getByLabel('Problema')).toHaveValue('');
});

test('ORD-03 ORD-12 SEC-63 hostile texts are kept, without marks that turn them around, and shown as text @exhaustive', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('admin', '/dashboard');
  await openForm(page);
  const name = `<img src=x onerror=alert(1)> '; drop table service_orders; --`;
  const problem = `مرحبا 👩🏽‍🔧 txet ${'ñ'.repeat(10_000)}`;
  await fillOrderForm(page, { 'Nombre completo': name, Problema: problem.replace('txet', '\u202Etxet') });
  page.on('dialog', () => {
    throw new Error('A script ran');
  });
  await page.getByRole('button', { name: CREATE }).click();
  await page.getByRole('link', { name: 'Ver orden' }).click();
  await expect(page.getByText(name, { exact: true })).toBeVisible();
  await expect(page.getByText(problem, { exact: true })).toBeVisible();
  const [row] = await withDatabase(
    shop,
    (sql) => sql`select work_description from service_orders where customer_name = ${name}`,
  );
  expect(row?.work_description).toBe(problem);
});

test('ORD-06 editing opens as a modal over the desk, keeps total and quote one amount, and closes to /dashboard', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop);
  const page = await openAs('receptionist', `/orders/${order.id}`);
  await expect(page.getByRole('dialog', { name: `Editar orden ${asNumber(order)}` })).toBeVisible();
  await page.getByLabel('Presupuesto', { exact: true }).fill('71.500');
  await page.route('**/rest/v1/service_orders*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: { code: 'XX000', message: 'x' } })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page.getByText('El servidor no pudo guardar. Vuelve a intentar.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect.poll(() => columnsOf(shop, order.id)).toMatchObject({ quote: '71500', total_amount: '71500' });
  await page.goto('/orders/00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('Orden no encontrada')).toBeVisible();
  await page.getByRole('button', { name: 'Volver a las órdenes' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('ORD-06 closing leads back to the desk as it was left: its filter, and the focus at the order @exhaustive', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop);
  const page = await openAs('receptionist', '/dashboard?estado=pending');
  await page.getByRole('button', { name: `Más acciones de la orden ${asNumber(order)}` }).click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
  await expect(page).toHaveURL(/\/dashboard\?estado=pending$/);
  await expect(page.getByRole('link', { name: new RegExp(asNumber(order)) })).toBeFocused();
});

test('DATA-04 of two people editing one order, the second sees the conflict and chooses, and nothing is lost @exhaustive', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { customer_name: 'Antes', equipment_brand: 'LG' });
  const first = await openAs('admin', `/orders/${order.id}`);
  const second = await openAs('receptionist', `/orders/${order.id}`);
  await expect(first.getByLabel('Nombre completo')).toHaveValue('Antes');
  await expect(second.getByLabel('Nombre completo')).toHaveValue('Antes');
  await first.getByLabel('Nombre completo').fill('Del primero');
  await first.getByLabel('Marca').fill('Sony');
  await first.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(first).toHaveURL(/\/dashboard$/);

  await second.getByLabel('Nombre completo').fill('Del segundo');
  await second.getByLabel('Modelo').fill('Velvet');
  await second.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(second.getByText('Otra persona cambió esta orden')).toBeVisible();
  await expect(second.getByLabel('Marca')).toHaveValue('Sony');
  await expect(second.getByLabel('Modelo')).toHaveValue('Velvet');
  await second.getByRole('radio', { name: /Lo de la otra persona: Del primero/ }).check();
  await expect(second.getByLabel('Nombre completo')).toHaveValue('Del primero');
  await second.getByRole('radio', { name: /Lo mío: Del segundo/ }).check();
  await second.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(second).toHaveURL(/\/dashboard$/);
  await expect(orders(second).first()).toBeVisible();
  await expect
    .poll(() => columnsOf(shop, order.id))
    .toMatchObject({
      customer_name: 'Del segundo',
      equipment_brand: 'Sony',
      equipment_model: 'Velvet',
    });
});
