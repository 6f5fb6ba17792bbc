/** A device that comes back within its warranty, from the counter to its delivery (WARR-01 to WARR-07). */
import type { Page } from '@playwright/test';
import type { RunningServer } from '@taller/server/start-server.ts';
import { sidewaysOverflow } from '../support/axe.ts';
import { countRows, withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { asNumber, columnsOf, coveredOrder, fillOrderForm, rowOf } from '../support/orders.ts';
import { somebody, takeIn, type Somebody } from '../support/people.ts';

/** A delivered order under warranty, repaired by the demo's technician. */
async function covered(shop: RunningServer, person: Somebody, columns: Record<string, string | number> = {}) {
  const [technician] = await withDatabase(
    shop,
    (sql) => sql`select id, full_name from profiles where email = 'tecnico@taller.test'`,
  );
  const order = await coveredOrder(shop, {
    customer_name: person.fullName,
    customer_rut: person.rut,
    customer_phone: person.phone,
    equipment_model: 'Galaxy A15',
    technical_work: 'Cambio de batería',
    technician_id: String(technician?.id),
    ...columns,
  });
  return { order, technician: String(technician?.full_name) };
}

const openForm = async (page: Page) => {
  await page.getByRole('button', { name: 'Nueva orden' }).press('Enter');
  await expect(page.getByLabel('Buscar cliente o equipo')).toBeFocused();
};

/** Takes in a return with nothing but the keyboard. @returns its id */
async function takeInReturn(page: Page, shop: RunningServer, person: Somebody): Promise<string> {
  await openForm(page);
  await page.keyboard.type(`${person.rut}\n`);
  await expect(page.getByText(/ya trajo 1 equipo antes|ya tiene \d+ órdenes/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Es garantía', exact: true })).toBeVisible();
  await page.keyboard.press('Alt+g');
  await expect(page.getByLabel('Estado en que llega')).toBeFocused();
  await page.keyboard.type('Sin golpes');
  await page.getByLabel('Problema').focus();
  await page.keyboard.type('La batería no dura');
  await page.keyboard.press('Control+Enter');
  const created = page.getByRole('dialog').getByText(/^Orden \d{6} creada$/);
  await expect(created).toBeVisible();
  const number = Number(/\d{6}/.exec(await created.innerText())?.[0]);
  const [order] = await withDatabase(
    shop,
    (sql) => sql`select id from service_orders where order_number = ${number}`,
  );
  return String(order?.id);
}

test('WARR-01 WARR-02 WARR-04 WARR-06 a return is taken in by keyboard, costs nothing, leads to its original and back, and comes back again', async ({
  openAs,
  shop,
}) => {
  const person = somebody();
  const { order: original, technician } = await covered(shop, person);
  const page = await openAs('receptionist', '/dashboard');
  const id = await takeInReturn(page, shop, person);
  await expect
    .poll(() => columnsOf(shop, id))
    .toMatchObject({
      warranty_of: original.order_number,
      warranty_repair: true,
      customer_name: person.fullName,
      customer_phone: person.phone,
      equipment_model: 'Galaxy A15',
      technical_work: `Garantía de la orden ${asNumber(original)}: Cambio de batería`,
    });
  await page.getByRole('link', { name: 'Ver orden' }).click();
  const banner = page.getByRole('main').getByText('Reparación en garantía', { exact: true });
  await expect(banner).toBeVisible();
  await expect(page.getByText(`Cambio de batería · la hizo ${technician} · cubre hasta el`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Pago' })).toContainText('$0');
  await expect(page.getByRole('region', { name: 'Equipo', exact: true })).toContainText(technician);
  await page
    .getByRole('main')
    .getByRole('link', { name: `#${asNumber(original)}` })
    .first()
    .click();
  await expect(page.getByText('Volvió en garantía:')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Entrega y garantía' })).toContainText('Suspendida desde el');

  // Its row has the mark, and its delivery asks how the warranty ended.
  await withDatabase(shop, (sql) => sql`update service_orders set status = 'completed' where id = ${id}`);
  const returned = { id, order_number: Number((await columnsOf(shop, id)).order_number) };
  await page.goto('/dashboard');
  const row = rowOf(page, returned);
  await expect(row.getByRole('img', { name: 'Reparación en garantía' })).toBeVisible();
  await row.getByRole('button', { name: 'Entregar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Entregar' }).click();
  await expect(dialog.getByText('Elige cómo terminó la garantía.')).toBeVisible();
  await dialog.getByRole('radio', { name: /^Cubierta por la garantía/ }).check();
  await dialog.getByRole('button', { name: 'Entregar' }).click();
  await expect(page.getByText('Orden entregada')).toBeVisible();

  const again = await takeInReturn(page, shop, person);
  await expect.poll(() => columnsOf(shop, again)).toMatchObject({ warranty_of: original.order_number });
  await page.getByRole('link', { name: 'Ver orden' }).click();
  await expect(page.getByText('También volvió:')).toBeVisible();
  await expect(page.getByText(/^\d{2}-\d{2}-\d{4} · Cubierta por la garantía$/)).toBeVisible();
});

test('WARR-06 on a phone a technician notes that the warranty does not cover it, and the quote is the next step again', async ({
  openAs,
  shop,
}) => {
  const person = somebody();
  const { order: original } = await covered(shop, person);
  const order = await takeIn(shop, person, { warranty_of: original.order_number });
  const page = await openAs('technician', `/dashboard/orders/view/${order.id}`, {
    viewport: { width: 390, height: 844 },
  });
  await expect(page.getByRole('button', { name: 'Empezar' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Presupuesto Listo' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Resultado…' }).click();
  const dialog = page.getByRole('dialog', { name: `Resultado de la garantía · Orden ${asNumber(order)}` });
  await dialog.getByRole('radio', { name: /^No cubierta/ }).check();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByText('Escribe por qué la garantía no lo cubre.')).toBeVisible();
  expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0);
  await dialog.getByRole('button', { name: 'Mojado' }).click();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('No cubierta: Mojado')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Presupuesto Listo' })).toBeVisible();
  await expect(page.getByText('Resultado de la garantía: No cubierta', { exact: true })).toBeVisible();
});

test('WARR-06 at the delivery a return is not covered, with the reason that the order keeps', async ({
  openAs,
  shop,
}) => {
  const person = somebody();
  const { order: original } = await covered(shop, person);
  const order = await takeIn(shop, person, { status: 'completed', warranty_of: original.order_number });
  const page = await openAs('receptionist', '/dashboard');
  await rowOf(page, order).getByRole('button', { name: 'Entregar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^No cubierta/ }).check();
  await dialog.getByRole('button', { name: 'Golpe o caída' }).click();
  await dialog.getByRole('button', { name: 'Entregar' }).click();
  await expect(page.getByText('Orden entregada')).toBeVisible();
  await expect
    .poll(() => columnsOf(shop, order.id))
    .toMatchObject({
      status: 'delivered',
      warranty_outcome: 'not_covered',
      warranty_reason: 'Golpe o caída',
    });
  await page.goto(`/dashboard/orders/view/${original.id}`);
  await expect(page.getByRole('main').getByText(/No cubierta/)).toBeVisible();
});

test('WARR-01 WARR-03 WARR-07 another customer’s warranty is said without a key; a refusal loses nothing, and an answer stays with its customer', async ({
  openAs,
  shop,
}) => {
  const [person, other] = [somebody(), somebody({ fullName: 'Otra Persona' })];
  const imei = '356938035643809';
  const { order: original } = await covered(shop, person, { imei });
  const page = await openAs('receptionist', '/dashboard');
  await openForm(page);
  await page.getByLabel('RUT', { exact: true }).fill(other.rut);
  await page.getByLabel(/^IMEI/).fill(imei);
  await expect(page.getByText(`Es de ${person.fullName}.`, { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Es garantía', exact: true })).toHaveCount(0);
  // The key belongs to the customer whose warranty it is.
  await page.getByLabel('RUT', { exact: true }).fill(person.rut);
  await expect(page.getByRole('button', { name: 'Es garantía', exact: true })).toBeVisible();
  await page.keyboard.press('Alt+g');
  await expect(page.getByText(/: no se cobra\.$/)).toBeVisible();
  await fillOrderForm(page, {
    RUT: person.rut,
    Teléfono: person.phone,
    'Nombre completo': person.fullName,
    Presupuesto: '0',
  });
  const end = (days: number) =>
    withDatabase(
      shop,
      (sql) => sql`update service_orders set warranty_days = ${days} where id = ${original.id}`,
    );
  await end(1);
  await page.getByRole('button', { name: 'Crear orden' }).click();
  await expect(
    page.getByText(new RegExp(`^La garantía de la orden ${asNumber(original)} terminó el`)),
  ).toBeVisible();
  await expect(page.getByLabel('Nombre completo')).toHaveValue(person.fullName);
  await end(90);
  // Another customer's RUT is typed after all: the answer was about the first one.
  await fillOrderForm(page, { RUT: other.rut, Teléfono: other.phone, 'Nombre completo': other.fullName });
  await expect(page.getByText(/: no se cobra\.$/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Crear orden' }).click();
  await expect(page.getByRole('dialog').getByText(/^Orden \d{6} creada$/)).toBeVisible();
});

test('WARR-02 WARR-03 a lost answer and a reload keep the choice, and make one return; no return is kept too', async ({
  openAs,
  shop,
}) => {
  const person = somebody();
  const { order: original } = await covered(shop, person);
  const page = await openAs('receptionist', '/dashboard');
  await openForm(page);
  await page.getByLabel('RUT', { exact: true }).fill(person.rut);
  await page.getByRole('button', { name: 'Es garantía', exact: true }).click();
  await fillOrderForm(page, { RUT: person.rut, Teléfono: person.phone, Presupuesto: '0' });
  await page.route('**/rest/v1/service_orders*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Crear orden' }).click();
  await expect(page.getByText('Error al crear la orden.')).toBeVisible();
  await page.unroute('**/rest/v1/service_orders*');
  await page.reload();
  await expect(page.getByText(/: no se cobra\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Crear orden' }).click();
  await expect(page.getByRole('dialog').getByText(/^Orden \d{6} creada$/)).toBeVisible();
  const returns = () =>
    countRows(shop, (sql) => sql`service_orders where warranty_of = ${original.order_number}`);
  await expect.poll(() => returns()).toBe(1);

  await page.getByRole('button', { name: 'Otro equipo' }).click();
  await page.getByRole('button', { name: 'No es garantía' }).click();
  await expect(page.getByText('No es una reparación en garantía.')).toBeVisible();
  await fillOrderForm(page, { RUT: person.rut, Teléfono: person.phone, 'Nombre completo': 'Sin Garantía' });
  await page.getByRole('button', { name: 'Crear orden' }).click();
  await expect(page.getByRole('dialog').getByText(/^Orden \d{6} creada$/)).toBeVisible();
  await expect.poll(() => returns()).toBe(1);
  // Remembered with the order, and taken back there.
  await page.getByRole('link', { name: 'Ver orden' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Editar', exact: true }).click();
  await expect(page.getByText('No es una reparación en garantía.')).toBeVisible();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await page.getByRole('button', { name: 'Es garantía', exact: true }).click();
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page.getByText('Cambios guardados')).toBeVisible();
  await expect.poll(() => returns()).toBe(2);
});
