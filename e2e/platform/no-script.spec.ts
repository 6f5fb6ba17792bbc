import type { Page } from '@playwright/test';
import { quotedOrder, statusOf, withDatabase } from '../support/database.ts';
import { expect, testInNewContext as test } from '../support/fixtures.ts';
import { asNumber, newOrder } from '../support/orders.ts';
import { exhaustiveAfterFirst } from '../support/tiers.ts';

test.use({ javaScriptEnabled: false });

test('PUB-12 without JavaScript the look-up on the landing leads to the order’s status', async ({
  page,
  shop,
}) => {
  const order = await newOrder(shop);
  await page.goto('/');
  const lookup = page.getByRole('search').first();
  await lookup.getByRole('textbox').fill(` ${order.order_number} `);
  await lookup.getByRole('button', { name: 'Consultar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Orden ${asNumber(order)}`);
  await expect(page.getByText('Pendiente de Revisión', { exact: true })).toBeVisible();
});

test('PUB-12 PUB-13 without JavaScript a mailed link leads to the quote, which is rejected in two steps', async ({
  page,
  shop,
}) => {
  const order = await quotedOrder(shop);
  await page.goto(`/decision-presupuesto/${order.id}`);
  await page.getByRole('link', { name: 'Continuar sin JavaScript' }).click();
  await expect(page.getByRole('main')).toContainText('$45.990');
  await page.getByRole('link', { name: 'Rechazar', exact: true }).click();
  await expect.poll(() => statusOf(shop, order.id)).toBe('quoted');
  await page.getByRole('button', { name: 'Sí, rechazar el presupuesto' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Presupuesto rechazado');
  await expect.poll(() => statusOf(shop, order.id)).toBe('rejected');
});

/** Chooses the last time that a form offers: how many today has left depends on the hour. */
async function chooseLast(page: Page) {
  const times = page.getByRole('combobox');
  await times.selectOption({ index: (await times.getByRole('option').count()) - 1 });
}

test('BOOK-11 without JavaScript a time is booked, moved and cancelled', async ({ page }) => {
  await page.goto('/citas');
  await page.getByRole('link', { name: 'Continuar sin JavaScript' }).click();
  await chooseLast(page);
  await page.getByLabel('Nombre completo').fill('Eva Sin Script');
  await page.getByLabel('Teléfono').fill('9 6555 0101');
  await page.getByLabel('Qué equipo traes').fill('Moto G54');
  await page.getByLabel('Qué le pasa').fill('No carga');
  await page.getByRole('button', { name: 'Reservar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tu hora quedó reservada');
  await page.getByRole('link', { name: 'Cambiar la hora' }).click();
  await chooseLast(page);
  await page.getByRole('button', { name: 'Cambiar a esta hora' }).click();
  await expect(page.getByText('Listo: tu cita cambió de hora.')).toBeVisible();
  await page.getByRole('link', { name: 'Cancelar la cita' }).click();
  await page.getByRole('button', { name: 'Sí, cancelar la cita' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tu cita está cancelada');
});

test('TIME-48 without JavaScript a reminder’s link refuses more once it is pressed', async ({
  page,
  shop,
}) => {
  const order = await newOrder(shop, { customer_phone: '+56 9 6555 0202' });
  const [link] = await withDatabase(shop, async (sql) => {
    await sql`insert into whatsapp_messages (order_id, event, occurrence, template, language, state, params, phone)
      values (${order.id}, 'pickup_reminder', 1, 'pickup_reminder', 'es_CL', 'sent', '{}', '56965550202')`;
    return sql<{ path: string }[]>`select '/recordatorios/' || private.refusal_link(${order.id}) as path`;
  });
  const refusals = () =>
    withDatabase(
      shop,
      (sql) => sql`select subject from private.reminder_consents where subject like '%965550202'`,
    );
  await page.goto(link?.path ?? '');
  await page.getByRole('link', { name: 'Continuar sin JavaScript' }).click();
  expect(await refusals()).toHaveLength(0);
  await page.getByRole('button', { name: 'No quiero más recordatorios' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No te enviaremos más recordatorios');
  expect(await refusals()).toHaveLength(1);
  await page.goto(`/recordatorios/${order.id}-x?simple=1`);
  await page.getByRole('button', { name: 'No quiero más recordatorios' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^Este enlace ya no sirve/);
});

test('PUB-06 without JavaScript the thank-you pages say what follows each decision', async ({ page }) => {
  for (const path of ['/gracias/aprobado', '/gracias/rechazado']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gracias, recibimos tu decisión');
    const lines = page.getByRole('main').getByRole('listitem');
    await expect(lines).toHaveCount(6);
    await expect(lines.nth(1)).toHaveText('Te escribimos por WhatsApp apenas esté listo.');
    await expect(lines.nth(3)).toHaveText('Tu equipo queda guardado en el local, tal como llegó.');
  }
});

for (const [index, path] of ['/auth', '/dashboard', '/no-existe', '/update-password'].entries()) {
  const tag = exhaustiveAfterFirst(index);
  test(`PUB-12 without JavaScript ${path} says what to do and whom to call`, { tag }, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Esta página necesita JavaScript');
    await expect(page.getByRole('link', { name: '+56 32 255 0142' })).toBeVisible();
  });
}
