import type { Page } from '@playwright/test';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { asNumber, columnsOf, fillOrderForm, newOrder, rowOf, statusSelect } from '../support/orders.ts';

const GONE = 'La orden ya no existe: alguien la eliminó.';
const OFFLINE = 'No hay conexión. Lo que escribiste sigue aquí: vuelve a intentar en un momento.';
/** HTML, SQL, right-to-left text and an emoji of several code points in one. */
const HOSTILE = `<b onclick=alert(1)>x</b><script>alert(1)</script> '; drop table service_orders; -- مرحبا txet 👩🏽‍🔧`;
/** The same with a right-to-left override, which is not kept (SEC-63). */
const TYPED = HOSTILE.replace('txet', '\u202Etxet');

/** Fails the test if a script in a text is executed. */
const refuseScripts = (page: Page) =>
  page.on('dialog', () => {
    throw new Error('A script ran');
  });

test('ORD-03 ORD-06 SEC-63 hostile text in every field of the order form is kept to the letter, without marks that turn it around, and shown as text everywhere', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('admin', '/dashboard?nueva=1');
  refuseScripts(page);
  const kept = {
    customer_name: `${HOSTILE} nombre`,
    customer_address: `${HOSTILE} dirección`,
    equipment_brand: `${HOSTILE} marca`,
    equipment_model: `${HOSTILE} modelo`,
    equipment_condition: `${HOSTILE} estado`,
    work_description: `${HOSTILE} problema`,
    technical_work: `${HOSTILE} trabajo`,
  };
  await fillOrderForm(page, {
    'Nombre completo': `${TYPED} nombre`,
    Marca: `${TYPED} marca`,
    Modelo: `${TYPED} modelo`,
    'Estado en que llega': `${TYPED} estado`,
    Problema: `${TYPED} problema`,
    'Trabajo a realizar': `${TYPED} trabajo`,
  });
  await page.getByLabel(/^Dirección/).fill(`${TYPED} dirección`);
  await page.getByLabel('Tipo de clave').selectOption('password');
  await page.getByLabel('Contraseña', { exact: true }).fill(TYPED);
  await page.getByRole('button', { name: 'Crear orden' }).click();
  const created = page.getByRole('dialog').getByText(/^Orden \d{6} creada$/);
  const number = Number(/\d{6}/.exec((await created.textContent()) ?? '')?.[0]);
  const [row] = await withDatabase(
    shop,
    (sql) => sql`select * from service_orders where order_number = ${number}`,
  );
  expect(row).toMatchObject(kept);

  await page.getByRole('link', { name: 'Ver orden' }).click();
  const main = page.getByRole('main');
  for (const text of [
    kept.customer_name,
    kept.customer_address,
    kept.equipment_brand,
    kept.equipment_model,
    kept.equipment_condition,
    kept.work_description,
    kept.technical_work,
  ])
    await expect(main.getByText(text, { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Revisar o reparar' }).click();
  // A code opens the device only as it was typed.
  await expect(page.getByText(TYPED, { exact: true })).toBeVisible();

  await page.goto(`/orders/${row?.id as string}`);
  await expect(page.getByLabel('Nombre completo')).toHaveValue(kept.customer_name);
  await expect(page.getByLabel('Problema', { exact: true })).toHaveValue(kept.work_description);
  await page.goto('/dashboard');
  await expect(rowOf(page, { id: '', order_number: number })).toContainText(kept.customer_name);
  expect(await page.locator('main script, main b[onclick]').count()).toBe(0);
});

test('ORD-08 ORD-09 ORD-11 SEC-63 hostile text in quote, notes and reason is kept to the letter, without marks that turn it around, and shown as text @exhaustive', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { quote: 0 });
  const page = await openAs('admin', `/dashboard/orders/view/${order.id}`);
  refuseScripts(page);
  await page.getByRole('button', { name: 'Presupuesto Listo' }).click();
  await page.getByLabel('Monto del presupuesto').fill('1.000');
  await page.getByLabel('Trabajo a realizar').fill(`${TYPED} trabajo`);
  await page.getByRole('button', { name: 'Enviar presupuesto' }).click();
  await expect(statusSelect(page, order)).toHaveValue('quoted');
  await page.getByRole('button', { name: 'Notas', exact: true }).click();
  await page.getByRole('textbox', { name: 'Notas para el cliente' }).fill(`${TYPED} cliente`);
  await page.getByRole('textbox', { name: 'Notas internas' }).fill(`${TYPED} interna`);
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.getByText('Notas guardadas')).toBeVisible();
  await statusSelect(page, order).selectOption('cancelled');
  await page.getByLabel('Motivo de cancelación').fill(`${TYPED} motivo`);
  await page.getByRole('button', { name: 'Cancelar orden' }).click();
  await expect(statusSelect(page, order)).toHaveValue('cancelled');
  await expect
    .poll(() => columnsOf(shop, order.id))
    .toMatchObject({
      technical_work: `${HOSTILE} trabajo`,
      notes: `${HOSTILE} cliente\nMotivo de cancelación: ${HOSTILE} motivo`,
    });
  const main = page.getByRole('main');
  await expect(main.getByText(`${HOSTILE} trabajo`, { exact: true }).first()).toBeVisible();
  await expect(main.getByText(`${HOSTILE} interna`, { exact: true }).first()).toBeVisible();
  await expect(main.getByText(`Motivo de cancelación: ${HOSTILE} motivo`).first()).toBeVisible();
  expect(await page.locator('main script, main b[onclick]').count()).toBe(0);
});

test('ORD-15 an order that a colleague deleted meanwhile: each way of changing it says so, and what was typed stays @exhaustive', async ({
  openAs,
  shop,
}) => {
  const [onRow, inDialog, inForm] = [
    await newOrder(shop),
    await newOrder(shop, { quote: 0 }),
    await newOrder(shop),
  ];
  const page = await openAs('admin', '/servicios');
  // Without realtime, which would strike the row out.
  await page.routeWebSocket('**/realtime/**', () => {});
  const vanish = (id: string) =>
    withDatabase(shop, (sql) => sql`delete from service_orders where id = ${id}`);

  await page.goto('/dashboard');
  await expect(rowOf(page, onRow)).toBeVisible();
  await vanish(onRow.id);
  await statusSelect(page, onRow).selectOption('in_progress');
  await expect(page.getByText('Error al actualizar el estado.')).toBeVisible();
  await expect(rowOf(page, onRow)).toHaveCount(0);

  await rowOf(page, inDialog).getByRole('button', { name: 'Presupuesto Listo' }).click();
  await page.getByLabel('Monto del presupuesto').fill('45.990');
  await page.getByLabel('Trabajo a realizar').fill('Cambio de batería');
  await vanish(inDialog.id);
  await page.getByRole('button', { name: 'Enviar presupuesto' }).click();
  await expect(page.getByText('Error al enviar el presupuesto.')).toBeVisible();
  await expect(page.getByRole('dialog').getByText(GONE)).toBeVisible();
  await expect(page.getByLabel('Trabajo a realizar')).toHaveValue('Cambio de batería');

  await page.goto(`/orders/${inForm.id}`);
  await page.getByLabel('Nombre completo').fill('Nombre escrito');
  await vanish(inForm.id);
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page.getByRole('dialog').getByText(GONE)).toBeVisible();
  await expect(page.getByLabel('Nombre completo')).toHaveValue('Nombre escrito');
});

test('ORD-15 MSG-03 a network cut in the middle of a quote: what was typed stays, and sending again quotes and tells the customer once @exhaustive', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { quote: 0 });
  const page = await openAs('technician', '/dashboard');
  await rowOf(page, order).getByRole('button', { name: 'Presupuesto Listo' }).click();
  await page.getByLabel('Monto del presupuesto').fill('64.000');
  await page.getByLabel('Trabajo a realizar').fill('Cambio de batería');
  // The request arrives, its response is lost.
  await page.route('**/rest/v1/service_orders*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Enviar presupuesto' }).click();
  await expect(page.getByText('Error al enviar el presupuesto.')).toBeVisible();
  await expect(page.getByRole('dialog').getByText(OFFLINE)).toBeVisible();
  await expect(page.getByLabel('Monto del presupuesto')).toHaveValue('64.000');
  await expect(page.getByLabel('Trabajo a realizar')).toHaveValue('Cambio de batería');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Enviar presupuesto' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(statusSelect(page, order)).toHaveValue('quoted');
  await expect
    .poll(() => columnsOf(shop, order.id))
    .toMatchObject({
      status: 'quoted',
      total_amount: '64000',
      version: 2,
    });
  const sent = await withDatabase(
    shop,
    (sql) => sql`select occurrence from whatsapp_messages where order_id = ${order.id} and event = 'quoted'`,
  );
  expect(sent.map(({ occurrence }) => occurrence as number)).toEqual([1]);
});

test('ORD-06 a network cut while an edited order is saved: the form stays as typed and saves on the second press @exhaustive', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop);
  const page = await openAs('receptionist', `/orders/${order.id}`);
  await page.getByLabel('Modelo', { exact: true }).fill('Galaxy A16');
  await page.route('**/rest/v1/service_orders*', (route) =>
    route.request().method() === 'PATCH' ? route.abort('internetdisconnected') : route.continue(),
  );
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page.getByRole('dialog').getByText(OFFLINE)).toBeVisible();
  await expect(page.getByLabel('Modelo', { exact: true })).toHaveValue('Galaxy A16');
  await expect
    .poll(() => columnsOf(shop, order.id))
    .toMatchObject({ equipment_model: 'Galaxy A15', version: 1 });
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(rowOf(page, order)).toContainText(`#${asNumber(order)}`);
  await expect
    .poll(() => columnsOf(shop, order.id))
    .toMatchObject({ equipment_model: 'Galaxy A16', version: 2 });
});
