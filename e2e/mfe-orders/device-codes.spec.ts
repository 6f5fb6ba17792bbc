import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { fillOrderForm } from '../support/orders.ts';
import { recordPrinting, sheets } from '../support/printing.ts';

test('SEC-34 ORD-12 the code from the form is shown for a reason, hidden after a minute and printed on the technical sheet', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('receptionist', '/dashboard');
  await page.clock.install();
  await page.getByRole('button', { name: 'Nueva orden' }).click();
  await fillOrderForm(page, { 'Nombre completo': 'Con PIN Sellado' });
  await page.getByLabel('Tipo de clave').selectOption('pin');
  await page.getByLabel('PIN', { exact: true }).fill('736451');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/service_orders'),
  );
  await page.getByRole('button', { name: 'Crear orden' }).click();
  expect((await sent).postData()).not.toContain('736451');
  await page.getByRole('link', { name: 'Ver orden' }).click();
  const timeline = page.getByRole('region', { name: 'Historial' });
  await expect(timeline).toContainText('Orden creada');
  await page.getByRole('button', { name: 'Otro motivo…' }).click();
  await page.getByRole('button', { name: 'Mostrar clave' }).click();
  await expect(page.getByText('Escribe para qué necesitas la clave.')).toBeVisible();
  await page.getByLabel('Motivo', { exact: true }).fill('Lo pide el cliente');
  await page.getByRole('button', { name: 'Mostrar clave' }).click();
  await expect(page.getByText('736451')).toBeVisible();
  await expect(timeline).toContainText('Miró la clave del equipo');
  await expect(timeline).toContainText('Motivo: Lo pide el cliente');
  await page.clock.fastForward(61_000);
  await expect(page.getByText('736451')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Revisar o reparar' })).toBeVisible();

  const [order] = await withDatabase(
    shop,
    (sql) => sql`select id from service_orders where customer_name = 'Con PIN Sellado'`,
  );
  await recordPrinting(page.context());
  await page.goto(`/print-technical/${order?.id as string}`);
  await expect(sheets(page)).toContainText('736451');
  const looks = await withDatabase(
    shop,
    (sql) =>
      sql`select changes from order_events where order_id = ${order?.id as string} and kind = 'code_viewed' order by id`,
  );
  expect(looks.map(({ changes }) => changes as object)).toEqual([
    { reason: [null, 'Lo pide el cliente'] },
    { reason: [null, 'Ficha técnica'] },
  ]);
});
