import type { Page, Route } from '@playwright/test';
import type { RunningServer } from '@taller/server/start-server.ts';
import { expectCutsToLoseNothing, toastOf } from '../support/cut-network.ts';
import { countRows, withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { columnsOf, newOrder, statusSelect } from '../support/orders.ts';

const DESK = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Draws a signature as a finger or a mouse does. */
async function draw(page: Page): Promise<void> {
  const field = page.getByRole('img', { name: 'Dibuja aquí' });
  await field.scrollIntoViewIfNeeded();
  const box = await field.boundingBox();
  if (!box) throw new Error('No field');
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...at(0.2, 0.6));
  await page.mouse.down();
  for (const [x, y] of [
    [0.3, 0.2],
    [0.4, 0.8],
    [0.6, 0.3],
    [0.8, 0.6],
  ] as const)
    await page.mouse.move(...at(x, y), { steps: 8 });
  await page.mouse.up();
}

const signaturesOf = (page: Page) => page.getByRole('region', { name: 'Firmas' });

/** Makes the shop require the signature of deliveries. */
const requireAtDelivery = (shop: RunningServer) =>
  withDatabase(
    shop,
    (
      sql,
    ) => sql`update setting_sections set value = value || '{"signatures": {"reception": false, "delivery": true}}'
      where section = 'desk'`,
  );

test('REC-73 REC-78 the customer signs on the own phone by the code on the desk, which shows it; the link works once', async ({
  openAs,
  browser,
  shop,
}) => {
  const order = await newOrder(shop, { equipment_condition: 'Vidrio trizado' });
  const desk = await openAs('receptionist', `/dashboard/orders/view/${order.id}`, DESK);
  const card = signaturesOf(desk);
  await expect(card).toContainText('Sin firma.');
  await card.getByRole('button', { name: 'Firmar en el teléfono del cliente' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Firmar en el teléfono' });
  await expect(dialog.getByRole('img', { name: 'Código para firmar' })).toBeVisible();
  const address = await dialog.getByRole('link').getAttribute('href');

  const phone = await browser.newPage(PHONE);
  await phone.goto(String(address));
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Firma la recepción');
  await expect(phone.getByRole('main')).toContainText('Vidrio trizado');
  await expect(phone.getByRole('heading', { name: 'Condiciones' })).toBeVisible();

  // The desk corrects the order meanwhile: what was drawn was for another text.
  await withDatabase(
    shop,
    (sql) =>
      sql`update service_orders set equipment_condition = 'Vidrio y tapa trizados' where id = ${order.id}`,
  );
  await draw(phone);
  await phone.getByRole('button', { name: 'Firmar', exact: true }).click();
  await expect(phone.getByText('La orden cambió. Esto es lo que se firma ahora')).toBeInViewport();
  await expect(phone.getByRole('main')).toContainText('Vidrio y tapa trizados');
  await phone.getByRole('button', { name: 'Firmar', exact: true }).click();
  await expect(phone.getByText('Dibuja la firma, o firma con el nombre escrito.')).toBeVisible();
  await draw(phone);
  await phone.getByLabel('Nombre de quien firma').fill('Rosa Soto');
  await phone.getByRole('button', { name: 'Firmar', exact: true }).click();
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Listo, quedó firmado');
  await expect(phone.getByRole('heading', { level: 1 })).toBeInViewport();

  await expect(dialog.getByText('Firmó Rosa Soto.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(card.getByRole('img', { name: 'Firma de Rosa Soto' })).toBeVisible();
  await expect(desk.getByRole('region', { name: 'Historial' })).toContainText(
    'Firma de la recepción: Rosa Soto',
  );

  await phone.goto(String(address));
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Este enlace ya se usó');
  await phone.close();
});

test('REC-75 REC-78 a delivery asks for the signature that the shop requires, which is given on the screen, by keyboard too', async ({
  openAs,
  shop,
}) => {
  await requireAtDelivery(shop);
  const order = await newOrder(shop, { status: 'completed', total_amount: 0, quote: 0 });
  const desk = await openAs('receptionist', `/dashboard/orders/view/${order.id}`, DESK);
  await statusSelect(desk, order).selectOption('delivered');
  const dialog = desk.getByRole('dialog', { name: 'Entregar equipo' });
  await expect(dialog).toContainText('Falta la firma de quien retira.');
  await dialog.getByRole('button', { name: 'Firmar aquí' }).click();
  const signing = desk.getByRole('dialog', { name: 'Firmar la entrega' });
  await draw(desk);
  await signing.getByRole('button', { name: 'Deshacer' }).click();
  await signing.getByLabel('Firmar con el nombre escrito').press('Space');
  await signing.getByRole('button', { name: 'Firmar', exact: true }).press('Enter');
  await expect(signing).toBeHidden();
  await expect(dialog.getByText('Falta la firma de quien retira.')).toBeHidden();
  await dialog.getByLabel('Días de garantía').first().fill('30');
  await dialog.getByRole('button', { name: 'Entregar', exact: true }).click();
  await expect(signaturesOf(desk)).toContainText('Con el nombre escrito');
  await expect(desk.getByText('Entregado el')).toBeVisible();
});

test('REC-36 on a phone a device that goes back unrepaired is signed for in its dialog, and the review is charged', async ({
  openAs,
  shop,
}) => {
  await requireAtDelivery(shop);
  const unpriced = { status: 'cancelled', total_amount: null, quote: null };
  const order = await newOrder(shop, unpriced);
  const desk = await openAs('receptionist', `/dashboard/orders/view/${order.id}`, PHONE);
  await statusSelect(desk, order).selectOption('delivered');
  const dialog = desk.getByRole('dialog', { name: /^Devolver sin reparar/ });
  await dialog.getByLabel('Cobro por la revisión').fill('5.000');
  await dialog.getByRole('radio', { name: 'Efectivo' }).check();
  await expect(dialog).toContainText('Falta la firma de quien retira.');
  const box = await dialog.boundingBox();
  expect(box && box.x + box.width).toBeLessThanOrEqual(390);
  await dialog.getByRole('button', { name: 'Devolver equipo' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Falta la firma de quien retira. Pídela en la orden');

  await dialog.getByRole('button', { name: 'Firmar aquí' }).click();
  const signing = desk.getByRole('dialog', { name: 'Firmar la entrega' });
  await signing.getByLabel('Firmar con el nombre escrito').check();
  await signing.getByRole('button', { name: 'Firmar', exact: true }).click();
  await expect(signing).toBeHidden();
  await expect(dialog.getByText('Sin ella no se puede entregar.')).toBeHidden();
  await dialog.getByRole('button', { name: 'Devolver equipo' }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(() => columnsOf(shop, order.id))
    .toMatchObject({ status: 'delivered', total_amount: '5000', final_payment: '5000' });
  await expect(signaturesOf(desk)).toContainText('Con el nombre escrito');
  await expect(signaturesOf(desk)).not.toContainText('La orden cambió después de esta firma.');
});

test('REC-87 a signature of which the answer is lost is there once after it is sent again', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop);
  const desk = await openAs('receptionist', `/dashboard/orders/view/${order.id}`, DESK);
  await signaturesOf(desk).getByRole('button', { name: 'Firmar aquí' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Firmar la recepción' });
  await draw(desk);
  const name = dialog.getByLabel('Nombre de quien firma');
  await name.fill('Rosa Soto');
  await expectCutsToLoseNothing({
    page: desk,
    scope: dialog,
    submit: dialog.getByRole('button', { name: 'Firmar', exact: true }),
    request: { method: 'POST', path: '/rest/v1/rpc/sign_order' },
    typed: [name, 'Rosa Soto'],
    count: () => countRows(shop, (sql) => sql`private.order_signatures where order_id = ${order.id}`),
    done: toastOf(desk, 'Firma guardada.'),
  });
});

test('REC-78 a field to sign that comes late moves nothing below it', async ({ openAs, shop }) => {
  const order = await newOrder(shop);
  const desk = await openAs('receptionist', `/dashboard/orders/view/${order.id}`, PHONE);
  const held: Route[] = [];
  await desk.route('**/signature-canvas-*.js', (route) => void held.push(route));
  await signaturesOf(desk).getByRole('button', { name: 'Firmar aquí' }).click();
  const typed = desk.getByRole('dialog').getByLabel('Firmar con el nombre escrito');
  await expect(typed).toBeVisible();
  await expect.poll(() => held.length).toBe(1);
  const before = (await typed.boundingBox())?.y;
  await held[0]?.continue();
  await expect(desk.getByRole('img', { name: 'Dibuja aquí' })).toBeVisible();
  expect((await typed.boundingBox())?.y).toBe(before);
});
