import { ORDER_STATUSES, PUBLIC_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import { orderIn } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { watchErrors, watchRequests } from '../support/requests.ts';
import { exhaustiveAfterFirst } from '../support/tiers.ts';

const six = (orderNumber: number) => String(orderNumber).padStart(6, '0');

test('PUB-01 the lookup trims the number and leads to the order; empty does nothing', async ({
  page,
  shop,
}) => {
  const { order_number: number } = await orderIn(shop, 'pending');
  const errors = watchErrors(page);
  await page.goto('/');
  const consult = page.getByRole('button', { name: 'Consultar' });
  const field = page.getByRole('textbox', { name: /Consulta tu orden/ });
  await consult.click();
  await field.fill('   ');
  await consult.click();
  await expect(page).toHaveURL('/');
  await field.fill(`  ${number} `);
  await field.press('Enter');
  await expect(page).toHaveURL(`/orders/view/${number}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Orden ${six(number)}`);
  expect(errors).toEqual([]);
});

test('PUB-01 a number sent before the script has started is not lost', async ({ browser, shop }) => {
  const { order_number: number } = await orderIn(shop, 'pending');
  const early = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url });
  const slow = await early.newPage();
  await slow.goto('/');
  await slow.getByRole('textbox', { name: /Consulta tu orden/ }).fill(String(number));
  await slow.getByRole('button', { name: 'Consultar' }).click();
  const address = slow.url();
  await early.close();
  const late = await browser.newContext({ baseURL: shop.url });
  const page = await late.newPage();
  await page.goto(address);
  // The page without JavaScript responds.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Orden ${six(number)}`);
  await late.close();
});

test('PUB-01 the landing page: services, reasons, numbers, call, contact and the way to the account', async ({
  page,
}) => {
  await page.goto('/');
  for (const name of ['¿Qué le pasó a tu equipo?', '¿Por qué elegirnos?', 'Ven a vernos']) {
    await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
  }
  const numbers = page.getByRole('region', { name: 'El taller en números' });
  await expect(numbers).toContainText(/\+5\.000\s*equipos reparados/);
  await expect(numbers).toContainText(/98%\s*de clientes satisfechos/);
  await expect(numbers).toContainText(/20\+\s*años/);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Entra a tu cuenta' })).toHaveAttribute('href', '/auth');
  await expect(main.getByRole('link', { name: /^Llamar al/ })).toHaveAttribute('href', /^tel:\+56\d{9}$/);
  await expect(main.locator('a[href^="mailto:"]')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Ver en el mapa' })).toHaveAttribute('href', /maps/);
  for (const line of ['09:30 - 19:00', '10:00 - 17:00']) {
    await expect(main.getByText(line, { exact: true })).toBeVisible();
  }
});

for (const width of [390, 1280]) {
  test(`PUB-29 the first screen of ${width} px shows the lookup, and how to ask for a price`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/');
    const main = page.getByRole('main');
    for (const shown of [
      main.getByRole('button', { name: 'Consultar' }),
      main.getByRole('link', { name: 'Cotiza por WhatsApp' }),
      main.getByRole('link', { name: '+56 32 255 0142' }).first(),
    ]) {
      await expect(shown).toBeInViewport({ ratio: 1 });
    }
  });
}

test('PUB-01 link previews and search engines get their metadata', async ({ page, request }) => {
  await page.goto('/');
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /Valparaíso/);
  const preview = await page.locator('meta[property="og:image"]').getAttribute('content');
  const image = await request.get(new URL(preview ?? '').pathname);
  expect(image.headers()['content-type']).toBe('image/png');
  const business: unknown = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
  );
  expect(business).toMatchObject({ '@type': 'LocalBusiness' });
  for (const file of ['/sitemap.xml', '/robots.txt', '/site.webmanifest', '/apple-touch-icon.png']) {
    expect((await request.get(file)).status(), file).toBe(200);
  }
});

for (const [index, status] of ORDER_STATUSES.entries()) {
  test(
    `PUB-03 an order in ${status} says ${PUBLIC_STATUS_LABELS[status]} and what comes next`,
    { tag: exhaustiveAfterFirst(index) },
    async ({ page, shop }) => {
      const { order_number: number } = await orderIn(shop, status);
      await page.goto(`/orders/view/${number}`);
      const sheet = page.getByRole('article');
      await expect(sheet.getByText(PUBLIC_STATUS_LABELS[status], { exact: true })).toBeVisible();
      await expect(sheet.getByRole('heading', { name: 'Qué sigue' })).toBeVisible();
      await expect(sheet.locator('svg').first()).toBeVisible();
      const main = page.getByRole('main');
      await expect(main.getByRole('link', { name: 'Iniciar Sesión' })).toHaveAttribute('href', '/auth');
      await expect(main.getByRole('link', { name: 'Crear una cuenta' })).toHaveAttribute(
        'href',
        '/auth?register=true',
      );
    },
  );
}

test('PUB-03 the number is understood with zeros as well, and only the public view is read', async ({
  page,
  shop,
}) => {
  const { order_number: number } = await orderIn(shop, 'completed');
  const requests = watchRequests(page);
  await page.goto(`/orders/view/${six(number)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Orden ${six(number)}`);
  const tables = requests.flatMap((path) => /^\/rest\/v1\/(.+)$/.exec(path)?.[1] ?? []);
  expect([...new Set(tables.filter((table) => table !== 'profiles'))]).toEqual(['public_order_status']);
});

for (const [index, number] of ['99999999', 'abc', '0', '12-3', '999999999999999999'].entries()) {
  test(
    `PUB-03 PUB-21 PUB-22 the number ${number} is no order's: a note without alarm, and the number stays to be corrected`,
    { tag: exhaustiveAfterFirst(index) },
    async ({ page }) => {
      await page.goto(`/orders/view/${number}`);
      await expect(
        page.getByText('No se encontró una orden con ese número. Por favor, verifica e intenta de nuevo.'),
      ).toBeVisible();
      const field = page.getByRole('textbox', { name: 'Número de orden' });
      await expect(field).toHaveValue(/^\d{7,}$/.test(number) ? number.slice(0, 20) : number);
      await expect(field).toBeFocused();
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
      await expect(
        page.getByRole('main').getByRole('link', { name: 'Preguntar por WhatsApp' }),
      ).toHaveAttribute('href', /^https:\/\/wa\.me\/569\d{8}\?text=/);
    },
  );
}

test('PUB-03 without an answer the page says so and tries again on request @exhaustive', async ({
  page,
  shop,
}) => {
  const { order_number: number } = await orderIn(shop, 'completed');
  await page.route('**/rest/v1/public_order_status*', (route) => route.abort());
  await page.goto(`/orders/view/${number}`);
  await expect(page.getByText('Ocurrió un error al consultar la orden.')).toBeVisible();
  await page.unroute('**/rest/v1/public_order_status*');
  await page.getByRole('main').getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByText('Completado', { exact: true })).toBeVisible();
});

test('PUB-03 PUB-22 a signed-in customer finds a link to their panel instead of the login', async ({
  openAs,
  shop,
}) => {
  const { order_number: number } = await orderIn(shop, 'completed');
  const page = await openAs('customer', `/orders/view/${number}`);
  await expect(page.getByRole('link', { name: 'Ir a Mi Panel' })).toHaveAttribute('href', '/dashboard');
  await expect(page.getByRole('main').getByRole('link', { name: 'Iniciar Sesión' })).toHaveCount(0);

  // The page after an answer to a quote does the same (PUB-22).
  await page.goto('/gracias/aprobado');
  await expect(page.getByRole('link', { name: 'Mis órdenes' })).toHaveAttribute('href', '/dashboard');
});
