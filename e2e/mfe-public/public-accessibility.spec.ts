import { axeFindings, sidewaysOverflow } from '../support/axe.ts';
import { orderIn, quotedOrder } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { exhaustiveAfterFirst } from '../support/tiers.ts';

test.slow();

const PAGES = [
  ['the landing page', '/', /de vuelta a puerto/],
  ['the services page', '/servicios', 'Servicios'],
  ['the page about personal data', '/privacidad', 'Privacidad'],
  ['the page of an unknown order', '/orders/view/99999999', /No se encontró una orden/],
  ['a wrong decision link', '/decision-presupuesto/nada', /La orden que buscas no existe/],
  ['the page after an approval', '/gracias/aprobado', /aprobado/],
  ['the page after a rejection', '/gracias/rechazado', /rechazado/],
] as const;

for (const [index, [what, path, heading]] of PAGES.entries()) {
  const tag = exhaustiveAfterFirst(index);
  test(
    `PUB-01 to PUB-05 ${what} has no accessibility findings and fits a phone`,
    { tag },
    async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      expect(await sidewaysOverflow(page)).toBe(0);
    },
  );
}

test('PUB-03 the order status page has no accessibility findings and fits a phone', async ({
  page,
  shop,
}) => {
  const { order_number: number } = await orderIn(shop, 'in_progress');
  await page.goto(`/orders/view/${number}`);
  await expect(page.getByText('En Progreso', { exact: true })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toBe(0);
});

test('PUB-04 the quote has no accessibility findings and fits a phone', async ({ page, shop }) => {
  const order = await quotedOrder(shop);
  await page.goto(`/decision-presupuesto/${order.id}`);
  await expect(page.getByRole('button', { name: 'Rechazar' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toBe(0);
});
