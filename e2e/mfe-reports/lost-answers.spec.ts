/** The network is cut in every manner in each form of this remote (DATA-37). */
import { cutInEveryManner, toastOf, type CutForms } from '../support/cut-network.ts';
import { countRows, withDatabase } from '../support/database.ts';
import { test } from '../support/fixtures.ts';
import { REPORTS } from '../support/reports.ts';
import { DEMO_REPORT_PIN } from '../../supabase/seed/seed-demo.ts';

const FORMS: CutForms = {
  'mfe-reports/src/features/earnings/pin-dialog.tsx': async ({ openAs, shop }) => {
    await withDatabase(shop, (sql) => sql`delete from private.report_pin_tries`);
    const page = await openAs('admin', REPORTS);
    await page.getByRole('button', { name: 'Cambiar PIN' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cambiar PIN' });
    await dialog.getByLabel('PIN actual', { exact: true }).fill(DEMO_REPORT_PIN);
    const next = dialog.getByLabel('PIN nuevo', { exact: true });
    await next.fill('7531');
    await dialog.getByLabel('Repite el PIN nuevo', { exact: true }).fill('7531');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Guardar' }),
      request: { method: 'POST', path: '/rest/v1/rpc/set_report_pin' },
      typed: [next, '7531'],
      count: () =>
        countRows(shop, (sql) => sql`private.report_pin where hash = extensions.crypt('7531', hash)`),
      done: toastOf(page, 'PIN guardado.'),
    };
  },
};

for (const [form, open] of Object.entries(FORMS))
  test(`DATA-37 DATA-40 ${form}: nothing is lost, and there is one`, async ({ openAs, shop }) => {
    await cutInEveryManner(await open({ openAs, shop }));
  });
