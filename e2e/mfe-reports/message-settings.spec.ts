/** 'Mensajes' in Ajustes: which messages are sent, when, and with which text. */
import type { Locator, Page } from '@playwright/test';
import { axeFindings, sidewaysOverflow } from '../support/axe.ts';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { choose, freshOrder, messagesOf, sentFor, simulate, viewOf } from '../support/messages.ts';

const SETTINGS = '/dashboard/ajustes/messages';

/** The fields of an event's message, once its name has been pressed. */
async function openedMessage(page: Page, title: string): Promise<Locator> {
  const group = page.getByRole('group', { name: title, exact: true });
  await group.locator('summary').click();
  return group;
}

test('CFG-55 an admin switches a message off: nothing is queued, and the order says why', async ({
  openAs,
  shop,
}) => {
  const order = await freshOrder(shop);
  const admin = await openAs('admin', '/dashboard/mensajes');
  await admin.getByRole('link', { name: 'Cambiar textos y horas en Ajustes' }).click();
  await expect(admin).toHaveURL(SETTINGS);
  const decision = await openedMessage(admin, 'Presupuesto aprobado');
  await expect(decision.getByLabel('Texto')).toBeVisible();
  await expect(decision.getByRole('checkbox')).toHaveCount(0);
  const progress = await openedMessage(admin, 'En progreso');
  await progress.getByRole('checkbox', { name: 'Enviar este aviso' }).uncheck();
  await expect(progress.locator('summary')).toContainText('Desactivado');
  await admin.getByRole('button', { name: 'Guardar' }).click();
  await expect(admin.getByText('Ajustes guardados.', { exact: true })).toBeVisible();
  const newest = admin.getByRole('region', { name: 'Historial' }).getByRole('row').nth(1);
  await expect(newest).toContainText(/En progreso · Enviar este aviso.*Sí.*No/s);

  const page = await openAs('technician', viewOf(order));
  await choose(page, order, 'En Progreso');
  await expect(messagesOf(page).getByRole('listitem')).toContainText('Aviso desactivado en Ajustes');
  await expect(page.getByText('Estado actualizado, pero la notificación falló.')).toHaveCount(0);
  await expect.poll(() => sentFor(shop, order.number)).toEqual([]);
  await withDatabase(shop, async (sql) => {
    const rows = await sql`select state, phone from whatsapp_messages where order_id = ${order.id}`;
    expect(rows.map((row) => ({ ...row }))).toEqual([{ state: 'off', phone: '' }]);
  });
  await page.goto('/dashboard');
  await expect(page.getByLabel('Aviso desactivado en Ajustes').first()).toBeVisible();
});

test('CFG-57 an unknown variable is reported at its field; the preview shows a real order’s text @exhaustive', async ({
  openAs,
  shop,
}) => {
  const order = await freshOrder(shop);
  const page = await openAs('admin', SETTINGS);
  const text = (await openedMessage(page, 'Reparación terminada')).getByLabel('Texto');
  await text.fill('Orden {{orden}}: se entrega el {{fecha_entrega}}.');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(text).toHaveAccessibleDescription(
    /\{\{fecha_entrega\}\} no existe\. Puedes usar: \{\{orden\}\}, \{\{cliente\}\}, \{\{equipo\}\}, \{\{tienda\}\}, \{\{sitio\}\}\./,
  );
  await text.fill('{{cliente}}, tu equipo de la orden {{orden}} está listo.');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Ajustes guardados.', { exact: true })).toBeVisible();

  const preview = page.getByRole('region', { name: 'Vista previa' });
  await preview.getByLabel('Vista previa con la orden N°').fill(order.number);
  await preview.getByRole('button', { name: 'Ver', exact: true }).click();
  await preview.getByLabel('Aviso', { exact: true }).selectOption('Reparación terminada');
  await expect(preview.getByRole('blockquote')).toHaveText(
    `Marta Mensajes, tu equipo de la orden ${order.number} está listo.`,
  );
  await expect(preview).toContainText('order_completed');
  await expect(preview).toContainText('es_CL');
  await expect(preview).toContainText('{{2}}, tu equipo de la orden {{1}} está listo.');
  for (const name of await preview.getByLabel('Aviso', { exact: true }).locator('option').allTextContents()) {
    await preview.getByLabel('Aviso', { exact: true }).selectOption(name);
    await expect(preview.getByRole('blockquote')).not.toContainText('{{');
  }
  await preview.getByLabel('Vista previa con la orden N°').fill('999999');
  await preview.getByRole('button', { name: 'Ver', exact: true }).click();
  await expect(preview).toContainText('No existe una orden con ese número.');
});

test('CFG-56 in quiet hours a message waits, the order says until when, and it can be sent at once @exhaustive', async ({
  openAs,
  shop,
}) => {
  const order = await freshOrder(shop);
  const [clock] = await withDatabase(
    shop,
    (sql) => sql<{ from: string; to: string }[]>`
      select to_char(now() at time zone 'America/Santiago' - interval '1 hour', 'HH24:MI') as from,
        to_char(now() at time zone 'America/Santiago' + interval '1 hour', 'HH24:MI') as to`,
  );
  const admin = await openAs('admin', SETTINGS);
  await admin.getByRole('checkbox', { name: 'No enviar avisos en estas horas' }).check();
  await admin.getByLabel('Silencio desde').fill(clock?.from ?? '');
  await admin.getByLabel('Silencio hasta').fill(clock?.to ?? '');
  await admin.getByRole('button', { name: 'Guardar' }).click();
  await expect(admin.getByText('Ajustes guardados.', { exact: true })).toBeVisible();

  const page = await openAs('technician', viewOf(order));
  await choose(page, order, 'En Progreso');
  const entry = messagesOf(page).getByRole('listitem');
  await expect(entry).toContainText(`Se enviará a las ${clock?.to ?? ''}`);
  await expect.poll(() => sentFor(shop, order.number)).toEqual([]);
  await page.goto('/dashboard/mensajes');
  const logged = page.getByRole('table', { name: 'Avisos a clientes' }).getByRole('listitem').first();
  await expect(logged).toContainText(`Se enviará a las ${clock?.to ?? ''}`);
  await logged.getByRole('button', { name: `Enviar ahora: En progreso, orden ${order.number}` }).click();
  await expect(page.getByText('Mensaje enviado.')).toBeVisible();
  await expect(logged).toContainText('Recibido');
  await expect.poll(() => sentFor(shop, order.number)).toEqual(['status_update']);
});

test('CFG-55 CFG-57 the section is accessible and fits a phone and a desk @exhaustive', async ({
  openAs,
}) => {
  const page = await openAs('admin', SETTINGS);
  await expect(page.getByRole('region', { name: 'Conexión con WhatsApp' })).toContainText('Simulador');
  await openedMessage(page, 'En progreso');
  await expect(page.locator('blockquote').first()).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sidewaysOverflow(page), `at ${width} px`).toBe(0);
  }
});

test('CFG-58 CFG-59 a test message arrives at the simulator, and its state and the connection are updated', async ({
  openAs,
  shop,
}) => {
  await withDatabase(shop, (sql) => sql`delete from whatsapp_messages where event = 'test'`);
  const page = await openAs('admin', SETTINGS);
  const connection = page.getByRole('region', { name: 'Conexión con WhatsApp' });
  await expect(connection).toContainText('Simulador: los avisos no salen de este equipo.');
  const card = page.getByRole('region', { name: 'Mensaje de prueba' });
  await card.getByLabel('Tu celular').fill('32 255 0142');
  await card.getByRole('button', { name: 'Enviar prueba' }).click();
  await expect(card.getByLabel('Tu celular')).toHaveAccessibleDescription(/Ingresa un celular chileno/);
  await card.getByLabel('Tu celular').fill('9 5432 1098');
  await card.getByLabel('Qué aviso probar').selectOption({ label: 'Presupuesto listo' });
  await card.getByRole('button', { name: 'Enviar prueba' }).click();
  const result = card.getByRole('list', { name: 'Resultado de la prueba' });
  await expect(result).toContainText('Recibido');
  await expect(result).toContainText('+56 9 5432 1098');
  const log = (await (await fetch(`${shop.url}/_dev/whatsapp.json`)).json()) as {
    messages: { to: string; template: string }[];
  };
  expect(log.messages.filter(({ to }) => to === '56954321098')).toMatchObject([{ template: 'order_quoted' }]);

  await simulate(shop, 'failures', { kind: 131026, times: 1 });
  await card.getByRole('button', { name: 'Enviar prueba' }).click();
  await expect(result).toContainText('El número no tiene WhatsApp o no puede recibir mensajes.');
  await page.reload();
  await expect(connection).toContainText('El número no tiene WhatsApp o no puede recibir mensajes.');
  await expect(connection).not.toContainText('Nunca');
  await page.goto('/dashboard/mensajes');
  const entry = page.getByRole('table', { name: 'Avisos a clientes' }).getByRole('listitem').first();
  await expect(entry).toContainText(/Mensaje de prueba.*Lo pidió/s);
});
