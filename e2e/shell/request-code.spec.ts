import { paths } from '@taller/shared/contract/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { EXHAUSTIVE } from '../support/tiers.ts';

test('OPS-42 a customer sees the code of a request that failed on the server', async ({ page }) => {
  const message = 'Error interno del servidor (código 3f9a1c2e77b0).';
  const failure = { code: 'XX000', message, details: null, hint: null };
  await page.route('**/rest/v1/public_order_status*', (route) =>
    route.fulfill({ status: 500, json: failure }),
  );
  await page.goto('/orders/view/6420');
  await expect(page.getByRole('alert')).toContainText('(código 3f9a1c2e77b0)');
});

const FAILURE = {
  code: 'XX000',
  message: 'Error interno del servidor (código 3f9a1c2e77b0).',
  details: null,
  hint: null,
};

for (const { account, screen, path, calls } of [
  {
    account: 'admin',
    screen: 'the inventory',
    path: paths.dashboardInventory.getHref(),
    calls: '**/rest/v1/rpc/list_inventory*',
  },
  {
    account: 'admin',
    screen: 'the reports',
    path: paths.reports.getHref(),
    calls: '**/rest/v1/rpc/report_overview*',
  },
  {
    account: 'admin',
    screen: 'the activity log',
    path: paths.activityLogs.getHref(),
    calls: '**/rest/v1/rpc/list_activity*',
  },
  {
    account: 'admin',
    screen: 'the users',
    path: paths.dashboardUsers.getHref(),
    calls: '**/rest/v1/rpc/search_profiles*',
  },
  {
    account: 'customer',
    screen: 'the profile',
    path: paths.profile.getHref(),
    calls: /profiles\?select=[^&]*rut_verified_at/,
  },
] as const) {
  test(
    `OPS-42 ${screen} tells the code of a request that failed on the server`,
    { tag: EXHAUSTIVE },
    async ({ openAs }) => {
      const page = await openAs(account, paths.services.getHref());
      await page.route(calls, (route) => route.fulfill({ status: 500, json: FAILURE }));
      await page.goto(path);
      await expect(
        page.getByRole('alert').filter({ hasText: '(código 3f9a1c2e77b0)' }).first(),
      ).toBeVisible();
    },
  );
}
