import { axeFindings, largeTextOverflow, sidewaysOverflow } from '../support/axe.ts';
import { statusOf, withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { choose, freshOrder, messagesOf, sentFor, simulate, viewOf } from '../support/messages.ts';

test('MSG-03 a change of status notifies the customer, and the order shows the message as delivered, then as read', async ({
  openAs,
  shop,
}) => {
  const order = await freshOrder(shop);
  const page = await openAs('technician', viewOf(order));
  await expect(messagesOf(page)).toContainText('No se han enviado mensajes por esta orden.');
  await choose(page, order, 'En Progreso');
  const entry = messagesOf(page).getByRole('listitem');
  await expect(entry).toContainText('En progreso');
  await expect(entry).toContainText('Recibido');
  await expect.poll(() => sentFor(shop, order.number)).toEqual(['status_update']);

  const [sent] = await withDatabase(
    shop,
    (sql) => sql`select provider_message_id as id from whatsapp_messages where order_id = ${order.id}`,
  );
  await simulate(shop, 'statuses', { id: sent?.id, status: 'read' });
  await expect(entry).toContainText('Leído');
});

test('MSG-02 a message that fails does not hold the status back: toast, Llamar al cliente, Reintentar', async ({
  openAs,
  shop,
}) => {
  const order = await freshOrder(shop);
  const page = await openAs('technician', viewOf(order));
  await simulate(shop, 'failures', { kind: 131026, times: 1 });
  await choose(page, order, 'En Progreso');
  await expect(page.getByText('Estado actualizado, pero la notificación falló.')).toBeVisible();
  await expect.poll(() => statusOf(shop, order.id)).toBe('in_progress');

  const entry = messagesOf(page).getByRole('listitem');
  await expect(entry).toContainText('No llegó');
  await expect(entry).toContainText('El número no tiene WhatsApp o no puede recibir mensajes.');
  await expect(entry.getByRole('link', { name: 'Llamar al cliente Marta Mensajes' })).toHaveAttribute(
    'href',
    'tel:+56961234567',
  );

  // A retry is offered only for a corrected number: to the same one it would not arrive either.
  const retry = entry.getByRole('button', { name: `Reintentar: En progreso, orden ${order.number}` });
  await expect(retry).toHaveCount(0);
  await withDatabase(
    shop,
    (sql) => sql`update service_orders set customer_phone = '+56 9 6123 4568' where id = ${order.id}`,
  );
  await retry.click();
  await expect(page.getByText('Mensaje enviado.')).toBeVisible();
  await expect(entry).toContainText('Recibido');
  await expect(entry.getByRole('button')).toHaveCount(0);
  await expect.poll(() => sentFor(shop, order.number)).toEqual(['status_update']);
});

test('MSG-02 a message to an invalid phone fails with the reason, and there is nothing to call @exhaustive', async ({
  openAs,
  shop,
}) => {
  const order = await freshOrder(shop, 'sin teléfono');
  const page = await openAs('admin', viewOf(order));
  await choose(page, order, 'Completado');
  await expect(page.getByText('Estado actualizado, pero la notificación falló.')).toBeVisible();
  await expect.poll(() => statusOf(shop, order.id)).toBe('completed');
  await expect(messagesOf(page)).toContainText('No hay un teléfono al que llamar.');
  await expect(messagesOf(page).getByRole('link')).toHaveCount(0);
});

test('MSG-03 the log filters by state, leads to the order and retries @exhaustive', async ({
  openAs,
  shop,
}) => {
  const order = await freshOrder(shop);
  await withDatabase(
    shop,
    (sql) => sql`
      insert into whatsapp_messages (order_id, event, occurrence, template, params, phone, state, error_code, failed_at)
      values (${order.id}, 'completed', 1, 'order_completed', ${[order.number]}, '56961234567', 'failed', '131016', now())`,
  );
  const page = await openAs('receptionist', '/dashboard/mensajes');
  await expect(page.getByRole('tab')).toHaveText(['Avisos', /^Respuestas/]);
  await page.getByRole('button', { name: 'Ver los que no llegaron' }).click();
  await expect(page).toHaveURL(/estado=failed/);
  const log = page.getByRole('table', { name: 'Avisos a clientes' });
  const entry = log.getByRole('row').filter({ hasText: `Orden ${order.number}` });
  await expect(entry).toContainText('WhatsApp no está disponible.');
  await expect(log.getByRole('listitem').filter({ hasText: 'Leído' })).toHaveCount(0);
  await entry.getByRole('button', { name: /^Reintentar/ }).click();
  await expect(page.getByText('Mensaje enviado.')).toBeVisible();
  await expect(entry).toHaveCount(0);
  await expect.poll(() => sentFor(shop, order.number)).toEqual(['order_completed']);

  await page.getByLabel('Estado del mensaje').selectOption({ label: 'Estado: todos' });
  await page.getByRole('link', { name: `Orden ${order.number}` }).click();
  await expect(page).toHaveURL(new RegExp(`${viewOf(order)}$`));
});

test('MSG-03 the desk shows only the orders whose message did not arrive @exhaustive', async ({
  openAs,
  shop,
}) => {
  const order = await freshOrder(shop, '32 255 0142');
  const page = await openAs('technician', viewOf(order));
  await choose(page, order, 'En Progreso');
  await expect(messagesOf(page)).toContainText('El teléfono es de red fija.');
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'No llegó el aviso' }).click();
  await expect(page).toHaveURL(/vista=aviso-fallido/);
  await expect(page.getByText(`#${order.number}`).first()).toBeVisible();
  const delivered = await freshOrder(shop);
  await page.reload();
  await expect(page.getByText(`#${order.number}`).first()).toBeVisible();
  await expect(page.getByText(`#${delivered.number}`)).toHaveCount(0);
});

test('MSG-03 a customer’s reply is on the order and in the list of replies', async ({ openAs, shop }) => {
  const order = await freshOrder(shop, '+56 9 6555 1234');
  await simulate(shop, 'replies', { from: '56965551234', text: '¿A qué hora cierran?' });
  const page = await openAs('receptionist', '/dashboard/mensajes?ver=respuestas');
  const reply = page.getByRole('row').filter({ hasText: '¿A qué hora cierran?' });
  await expect(reply).toContainText('+56 9 6555 1234');
  await expect(reply.getByRole('link', { name: 'Responder por WhatsApp' })).toHaveAttribute(
    'href',
    'https://wa.me/56965551234',
  );
  await reply.getByRole('link', { name: `Orden ${order.number}` }).click();
  await expect(messagesOf(page)).toContainText(/Respuesta\s*¿A qué hora cierran\?/);
});

test('MSG-03 UI-18 usable on a phone and a desk: axe finds nothing, nothing sticks out @exhaustive', async ({
  openAs,
  shop,
}) => {
  test.setTimeout(120_000);
  const order = await freshOrder(shop, 'sin teléfono');
  const page = await openAs('admin', viewOf(order));
  await choose(page, order, 'Completado');
  await expect(messagesOf(page)).toContainText('No llegó');
  const found = await axeFindings(page);
  for (const place of ['?estado=failed', '?ver=respuestas']) {
    await page.goto(`/dashboard/mensajes${place}`);
    await expect(page.getByRole('tabpanel').getByRole('cell').first()).toBeVisible();
    found.push(...(await axeFindings(page)));
    expect(await sidewaysOverflow(page)).toBe(0);
    expect(await largeTextOverflow(page)).toBe(0);
  }
  expect(found).toEqual([]);
});
