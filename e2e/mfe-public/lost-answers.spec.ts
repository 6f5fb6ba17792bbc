/** Network failures in each form of this remote (DATA-37). */
import type { Page } from '@playwright/test';
import { expectCutsToLoseNothing, type CutForms, type Stage } from '../support/cut-network.ts';
import { countRows, quotedOrder } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { EXHAUSTIVE } from '../support/tiers.ts';

const FORMS: CutForms<Stage & { page: Page }> = {
  'mfe-public/src/features/quote-decision/quote-decision.tsx': async ({ page, shop }) => {
    const order = await quotedOrder(shop);
    await page.goto(`/decision-presupuesto/${order.id}`);
    const approve = page.getByRole('button', { name: 'Aprobar y Continuar' });
    await expect(approve).toBeVisible();
    return {
      page,
      scope: page.getByRole('main'),
      submit: approve,
      request: { method: 'POST', path: '/functions/v1/update-quote-status' },
      count: () =>
        countRows(shop, (sql) => sql`decision_history where order_id = ${order.id} and type = 'success'`),
      done: page.getByRole('heading', { name: 'Decisión ya Registrada' }),
      tellsByItself: true,
    };
  },
};

for (const [form, open] of Object.entries(FORMS))
  test(
    `DATA-37 DATA-40 ${form}: nothing is lost, and there is one`,
    { tag: EXHAUSTIVE },
    async ({ openAs, page, shop }) => {
      await expectCutsToLoseNothing(await open({ openAs, page, shop }));
    },
  );
