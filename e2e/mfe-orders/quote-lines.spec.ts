import type { Page } from '@playwright/test';
import { statusOf } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { asNumber, columnsOf, newOrder } from '../support/orders.ts';

/** Adds a line to the open editor, as its `at`th: its fields by label. */
async function addLine(
  page: Page,
  at: number,
  kind: 'Mano de obra' | 'Repuesto',
  fields: Readonly<Record<string, string>>,
) {
  const editor = page.getByRole('dialog');
  await editor
    .getByRole('group', { name: 'Agregar' })
    .getByRole('button', { name: kind, exact: true })
    .click();
  const line = editor.getByRole('group', { name: `Línea ${at} · ${kind}` });
  for (const [label, value] of Object.entries(fields))
    await line.getByLabel(label, { exact: true }).fill(value);
  return line;
}

test('QUO-01 QUO-03 a quote of lines is written, sent, decided by line, and the order says what was chosen', async ({
  openAs,
  page: customer,
  shop,
}) => {
  const order = await newOrder(shop, {
    status: 'in_progress',
    technical_work: 'Cambio de pantalla',
    quote: 0,
    total_amount: 0,
  });
  const page = await openAs('technician', `/dashboard/orders/view/${order.id}`);
  await page.getByRole('button', { name: 'Detallar presupuesto' }).click();
  await addLine(page, 1, 'Mano de obra', { 'Qué es': 'Cambio de pantalla', 'Precio unitario': '15000' });
  for (const [at, what, price] of [
    [2, 'Pantalla original', '60000'],
    [3, 'Pantalla compatible', '35000'],
  ] as const) {
    const line = await addLine(page, at, 'Repuesto', { 'Qué es': what, 'Precio unitario': price });
    await line.getByText('Más', { exact: true }).click();
    await line.getByLabel('El cliente').selectOption('Elige entre alternativas');
    await line.getByLabel('Entre qué se elige').fill('Pantalla');
    if (price === '35000') {
      await line.getByLabel('Va sugerida').click();
      await expect(line.getByLabel('Va sugerida')).not.toBeChecked();
    }
  }
  const film = await addLine(page, 4, 'Repuesto', { 'Qué es': 'Lámina', 'Precio unitario': '8000' });
  await film.getByText('Más', { exact: true }).click();
  await film.getByLabel('El cliente').selectOption('Puede agregarla');
  await film.getByLabel('Va sugerida').click();
  await expect(
    page.getByRole('dialog').getByRole('status').filter({ hasText: 'Total sugerido' }),
  ).toContainText('$75.000');
  await page.getByRole('button', { name: 'Guardar líneas' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(async () => (await columnsOf(shop, order.id)).total_amount).toBe('75000');
  await expect.poll(() => statusOf(shop, order.id)).toBe('in_progress');

  await page.getByRole('button', { name: `Más acciones de la orden ${asNumber(order)}` }).click();
  await page.getByRole('menuitem', { name: 'Presupuesto Listo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar presupuesto' }).click();
  await expect.poll(() => statusOf(shop, order.id)).toBe('quoted');

  await customer.goto(`/decision-presupuesto/${order.id}`);
  const sheet = customer.getByRole('article');
  await expect(sheet).toContainText('$75.000');
  await sheet.getByRole('radio', { name: /Pantalla compatible/ }).check();
  await sheet.getByRole('checkbox', { name: /Lámina/ }).check();
  await expect(sheet).toContainText('$58.000');
  await customer.getByRole('button', { name: 'Aprobar y Continuar' }).click();
  await expect(customer).toHaveURL('/gracias/aprobado');

  const view = page.getByRole('region', { name: 'Detalle del presupuesto' });
  await page.goto(`/dashboard/orders/view/${order.id}`);
  await expect(page.getByText(asNumber(order)).first()).toBeVisible();
  await expect(view.getByRole('listitem').filter({ hasText: 'Pantalla original' })).toContainText(
    'no incluido',
  );
  await expect(view.getByRole('listitem').filter({ hasText: 'Lámina' })).not.toContainText('no incluido');
  await expect.poll(async () => (await columnsOf(shop, order.id)).total_amount).toBe('58000');
  await page.getByText('Lo que se decidió').click();
  await expect(page.getByRole('region', { name: 'Decisiones del cliente' })).toContainText(
    'Pantalla compatible',
  );
});
