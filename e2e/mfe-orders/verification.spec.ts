import type { Page } from '@playwright/test';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { newOrder } from '../support/orders.ts';
import { recordPrinting, sheets } from '../support/printing.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** The address of the slip's code. */
async function printedAddress(desk: Page, id: string): Promise<string> {
  await desk.goto(`/print/${id}`);
  const code = sheets(desk)
    .getByRole('img', { name: /\/verificar\// })
    .first();
  await expect(code).toBeVisible();
  return String(await code.getAttribute('aria-label'));
}

test('REC-68 REC-69 a stranger scans the slip: it agrees, shows more for the right digits, and tells of a correction', async ({
  openAs,
  browser,
  shop,
}) => {
  const order = await newOrder(shop, {
    equipment_condition: 'Vidrio trizado',
    customer_phone: '+56 9 8111 2233',
  });
  const desk = await openAs('receptionist', `/dashboard/orders/view/${order.id}`);
  await recordPrinting(desk.context());
  const card = desk.getByRole('region', { name: 'Firmas' });
  await card.getByRole('button', { name: 'Firmar aquí' }).click();
  const signing = desk.getByRole('dialog', { name: 'Firmar la recepción' });
  await signing.getByLabel('Nombre de quien firma').fill('Rosa Soto');
  await signing.getByLabel('Firmar con el nombre escrito').press('Space');
  await signing.getByRole('button', { name: 'Firmar', exact: true }).press('Enter');
  await expect(signing).toBeHidden();
  const address = await printedAddress(desk, order.id);

  const stranger = await browser.newPage(PHONE);
  await stranger.goto(address);
  const title = stranger.getByRole('heading', { level: 1 });
  const main = stranger.getByRole('main');
  await expect(title).toHaveText('El papel coincide');
  for (const words of ['Vidrio trizado', 'Rosa Soto', '8111']) await expect(main).not.toContainText(words);

  const digits = stranger.getByLabel('Últimos cuatro números');
  await digits.fill('9999');
  await stranger.getByRole('button', { name: 'Ver lo que se selló' }).click();
  await expect(stranger.getByText('No son los del teléfono de esta orden.')).toBeVisible();
  await digits.fill('2233');
  await digits.press('Enter');
  await expect(main).toContainText('Vidrio trizado');
  await expect(main).toContainText('Firmó la recepción');
  await expect(main).toContainText('Rosa Soto');
  const scroll = await stranger.evaluate(() => document.documentElement.scrollWidth);
  expect(scroll).toBeLessThanOrEqual(390);

  // Corrected, the slip agrees with the correction, which nobody signed; signed again, the first slip tells of both.
  await withDatabase(
    shop,
    (sql) => sql`update service_orders set equipment_condition = 'Sin daños' where id = ${order.id}`,
  );
  const unsigned = await printedAddress(desk, order.id);
  await stranger.goto(unsigned);
  await expect(title).toHaveText('El papel coincide con una corrección');
  await expect(main).toContainText('estado al recibirlo');
  await desk.goto(`/dashboard/orders/view/${order.id}`);
  await card.getByRole('button', { name: 'Firmar aquí' }).click();
  await signing.getByLabel('Firmar con el nombre escrito').press('Space');
  await signing.getByRole('button', { name: 'Firmar', exact: true }).press('Enter');
  await expect(signing).toBeHidden();
  await stranger.goto(address);
  await expect(title).toHaveText('Hay un registro más nuevo');
  await expect(stranger.getByRole('listitem').filter({ hasText: 'Firma de la recepción' })).toBeVisible();
  const signed = await printedAddress(desk, order.id);
  await stranger.goto(signed);
  await expect(title).toHaveText('El papel coincide');
  await stranger.goto(`${signed.slice(0, -25)}${'0'.repeat(25)}`);
  await expect(title).toHaveText('No conocemos este código');
  await stranger.close();
});
