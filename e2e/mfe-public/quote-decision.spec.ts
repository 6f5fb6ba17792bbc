import type { Page } from '@playwright/test';
import { quotedOrder, setPrice, statusOf, type DemoOrder } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { watchErrors } from '../support/requests.ts';
import { EXHAUSTIVE } from '../support/tiers.ts';

const FUNCTION = '**/functions/v1/update-quote-status';
const link = (order: DemoOrder) => `/decision-presupuesto/${order.id}`;
const approve = (page: Page) => page.getByRole('button', { name: 'Aprobar y Continuar' });
const reject = (page: Page) => page.getByRole('button', { name: 'Rechazar', exact: true });
const reallyReject = (page: Page) => page.getByRole('button', { name: 'Sí, rechazar el presupuesto' });
const registered = (page: Page) => page.getByRole('heading', { name: 'Decisión ya Registrada' });

/** Counts the submitted decisions. */
function countDecisions(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/update-quote-status')) count += 1;
  });
  return () => count;
}

test('PUB-04 PUB-20 the quote shows shop, device, number, work, total and warning; approving thanks, leads to the order and cannot be gone back to', async ({
  page,
  shop,
}) => {
  const order = await quotedOrder(shop);
  const errors = watchErrors(page);
  await page.goto('/');
  await page.goto(link(order));
  const sheet = page.getByRole('article');
  await expect(sheet).toContainText(`Orden ${String(order.order_number).padStart(6, '0')}`);
  await expect(sheet).toContainText(/Presupuesto de Barlovento, hecho el \d\d-\d\d-\d{4}/);
  await expect(sheet.getByRole('definition').first()).toHaveText(
    /^(?:Celular|Notebook|PC de escritorio|Tablet) \S/,
  );
  await expect(sheet).toContainText('Cambio de pantalla');
  await expect(sheet).toContainText('$45.990');
  await expect(sheet).toContainText('actualiza la orden de forma permanente');
  await expect(reject(page)).toBeEnabled();
  await approve(page).click();
  await expect(page).toHaveURL('/gracias/aprobado');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('¡Gracias! Presupuesto aprobado');
  await expect.poll(() => statusOf(shop, order.id)).toBe('approved');
  // Also after a reload; who comes to the bare address is led to no order.
  await page.reload();
  const toOrder = page.getByRole('link', { name: 'Ver mi orden' });
  await expect(toOrder).toHaveAttribute(
    'href',
    `/orders/view/${String(order.order_number).padStart(6, '0')}`,
  );
  await page.goBack();
  await expect(page).toHaveURL('/');
  await page.goto('/gracias/aprobado');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('¡Gracias! Presupuesto aprobado');
  await expect(toOrder).toHaveCount(0);
  await page.goto(link(order));
  await expect(registered(page)).toBeVisible();
  await expect(page.getByText('Presupuesto Aprobado', { exact: true })).toBeVisible();
  await expect(approve(page)).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('PUB-04 PUB-05 rejecting says that the order was cancelled', async ({ page, shop }) => {
  const order = await quotedOrder(shop);
  await page.goto(link(order));
  await reject(page).click();
  await reallyReject(page).click();
  await expect(page).toHaveURL('/gracias/rechazado');
  await expect(page.getByRole('main')).toContainText('la orden fue cancelada');
  await expect.poll(() => statusOf(shop, order.id)).toBe('rejected');
});

test('PUB-11 one tap on Rechazar decides nothing: it asks, and there is a way back', async ({
  page,
  shop,
}) => {
  const order = await quotedOrder(shop);
  const decisions = countDecisions(page);
  await page.goto(link(order));
  await reject(page).click();
  const question = page.getByRole('alertdialog', { name: '¿Rechazar el presupuesto?' });
  await expect(question).toContainText('No se puede deshacer.');
  await expect(question.getByRole('button', { name: 'Volver al presupuesto' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(approve(page)).toBeEnabled();
  // The second tap of a double tap hits the question's text, not its answer.
  await reject(page).dblclick();
  await expect(question).toBeVisible();
  expect(decisions()).toBe(0);
  await expect.poll(() => statusOf(shop, order.id)).toBe('quoted');
});

test('PUB-04 a double click sends one decision', async ({ page, shop }) => {
  const order = await quotedOrder(shop);
  const decisions = countDecisions(page);
  let answer = () => {};
  const isLooked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(FUNCTION, async (route) => {
    await isLooked;
    await route.continue();
  });
  await page.goto(link(order));
  await approve(page).dblclick();
  await expect(page.getByRole('button', { name: 'Enviando...' })).toBeVisible();
  await expect(reject(page)).toBeDisabled();
  answer();
  await expect(page).toHaveURL('/gracias/aprobado');
  expect(decisions()).toBe(1);
});

test('PUB-04 the second of two tabs shows that the quote was already decided', async ({ page, shop }) => {
  const order = await quotedOrder(shop);
  const other = await page.context().newPage();
  await page.goto(link(order));
  await other.goto(link(order));
  await expect(approve(other)).toBeVisible();
  await approve(page).click();
  await expect(page).toHaveURL('/gracias/aprobado');
  await reject(other).click();
  await reallyReject(other).click();
  await expect(registered(other)).toBeVisible();
  await expect(other.getByText('Presupuesto Aprobado', { exact: true })).toBeVisible();
  await expect.poll(() => statusOf(shop, order.id)).toBe('approved');
});

test('PUB-04 a decision that failed to send can be sent again', async ({ page, shop }) => {
  const order = await quotedOrder(shop);
  await page.route(FUNCTION, (route) => route.abort());
  await page.goto(link(order));
  await approve(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Error al procesar la decisión. Por favor, intenta de nuevo.',
  );
  await expect.poll(() => statusOf(shop, order.id)).toBe('quoted');
  await page.unroute(FUNCTION);
  await approve(page).click();
  await expect(page).toHaveURL('/gracias/aprobado');
});

test('PUB-04 a decision whose answer was lost is shown as taken @exhaustive', async ({ page, shop }) => {
  const order = await quotedOrder(shop);
  await page.route(FUNCTION, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.goto(link(order));
  await approve(page).click();
  await expect(registered(page)).toBeVisible();
  await expect.poll(() => statusOf(shop, order.id)).toBe('approved');
});

for (const id of [
  'no-es-un-id',
  '00000000-0000-4000-8000-000000000000',
  '%27%20or%201=1',
  '%00',
  '%E0%A4%A',
]) {
  test(`PUB-04 the link with ${id} is not valid`, { tag: EXHAUSTIVE }, async ({ page }) => {
    await page.goto(`/decision-presupuesto/${id}`);
    await expect(page.getByText('La orden que buscas no existe o el enlace no es válido.')).toBeVisible();
  });
}

test('PUB-04 a quote that cannot be read says so and tries again on request @exhaustive', async ({
  page,
  shop,
}) => {
  const order = await quotedOrder(shop);
  await page.route('**/rest/v1/rpc/get_quote*', (route) => route.abort());
  await page.goto(link(order));
  await expect(page.getByText('Ocurrió un error al consultar la orden.')).toBeVisible();
  await page.unroute('**/rest/v1/rpc/get_quote*');
  await page.getByRole('main').getByRole('button', { name: 'Reintentar' }).click();
  await expect(approve(page)).toBeVisible();
});

test('PUB-04 by keyboard alone', async ({ page, shop }) => {
  const order = await quotedOrder(shop);
  await page.goto(link(order));
  await reject(page).focus();
  await page.keyboard.press('Tab');
  await expect(approve(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/gracias/aprobado');
});

test('PUB-27 a quote that changes while it is read is not approved: the new one is shown with a sentence', async ({
  page,
  shop,
}) => {
  const order = await quotedOrder(shop);
  await page.goto(link(order));
  await expect(page.getByRole('article')).toContainText('$45.990');
  await setPrice(shop, order.id, 99_000);
  await approve(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    'El presupuesto cambió mientras lo veías y tu respuesta no se registró. Este es el nuevo: revísalo y responde.',
  );
  await expect(page.getByRole('article')).toContainText('$99.000');
  await expect.poll(() => statusOf(shop, order.id)).toBe('quoted');
  await approve(page).click();
  await expect(page).toHaveURL('/gracias/aprobado');
  await expect.poll(() => statusOf(shop, order.id)).toBe('approved');
});
