import { expect, test } from '../support/fixtures.ts';

test('OPS-42 a customer is told the code of a request that failed on the server', async ({ page }) => {
  const message = 'Error interno del servidor (código 3f9a1c2e77b0).';
  const failure = { code: 'XX000', message, details: null, hint: null };
  await page.route('**/rest/v1/public_order_status*', (route) =>
    route.fulfill({ status: 500, json: failure }),
  );
  await page.goto('/orders/view/6420');
  await expect(page.getByRole('alert')).toContainText('(código 3f9a1c2e77b0)', { timeout: 20_000 });
});
