/** Network failures in each form of this remote (DATA-37). */
import {
  expectCutsToLoseNothing,
  toastOf,
  type CutForm,
  type CutForms,
  type Stage,
} from '../support/cut-network.ts';
import { countRows, withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { reportSection } from '../support/reports.ts';
import { DEMO_REPORT_PIN } from '../../supabase/seed/accounts.ts';
import { EXHAUSTIVE } from '../support/tiers.ts';

type Shop = Stage['shop'];

const setDemoPin = (shop: Shop) =>
  withDatabase(shop, async (sql) => {
    await sql`delete from private.report_pin_tries`;
    await sql`update private.report_pin set hash = extensions.crypt(${DEMO_REPORT_PIN}, extensions.gen_salt('bf', 4))`;
  });

async function openPinDialog({ openAs, shop }: Stage): Promise<CutForm> {
  await setDemoPin(shop);
  const page = await openAs('admin', reportSection('ingresos'));
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
}

const FORMS: CutForms = {
  'mfe-reports/src/features/earnings/pin-dialog.tsx#unsent': async (stage) => ({
    ...(await openPinDialog(stage)),
    cutOnly: 'before',
  }),
  'mfe-reports/src/features/earnings/pin-dialog.tsx#unanswered': async (stage) => ({
    ...(await openPinDialog(stage)),
    cutOnly: 'after',
  }),

  'mfe-reports/src/features/settings/section-form.tsx': async ({ openAs, shop }) => {
    const page = await openAs('admin', '/dashboard/ajustes/landing');
    const title = page.getByLabel('Título de los pasos');
    await title.fill('Pasos cortados');
    return {
      page,
      scope: page.getByRole('region', { name: 'Página de inicio', exact: true }),
      submit: page.getByRole('button', { name: 'Guardar' }),
      request: { method: 'POST', path: '/functions/v1/save-settings' },
      typed: [title, 'Pasos cortados'],
      count: () =>
        countRows(shop, (sql) => sql`setting_changes where after #>> '{steps,title}' = 'Pasos cortados'`),
      done: toastOf(page, 'Ajustes guardados.'),
      stays: true,
      afterReload: () => expect(title).toBeVisible(),
    };
  },

  'mfe-reports/src/features/settings/import-settings.tsx': async ({ openAs, shop }) => {
    const page = await openAs('admin', '/dashboard/ajustes/archivo');
    const file = { formato: 'taller-ajustes-1', secciones: { terms: { items: ['Condición cortada'] } } };
    await page.getByLabel('Archivo de ajustes').setInputFiles({
      name: 'ajustes.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(file)),
    });
    return {
      page,
      scope: page.getByRole('region', { name: 'Importar', exact: true }),
      submit: page.getByRole('button', { name: 'Cambiar una sección' }),
      request: { method: 'POST', path: '/functions/v1/save-settings' },
      count: () =>
        countRows(shop, (sql) => sql`setting_changes where after #>> '{items,0}' = 'Condición cortada'`),
      done: page.getByText('No hay nada que cambiar: los ajustes ya son los del archivo.'),
      tellsByItself: true,
    };
  },

  'mfe-reports/src/features/settings/section-history.tsx': async ({ openAs, shop }) => {
    await withDatabase(
      shop,
      (sql) => sql`update setting_sections
        set value = jsonb_set(value, '{why,title}', to_jsonb('Motivos cortados'::text)) where section = 'landing'`,
    );
    const page = await openAs('admin', '/dashboard/ajustes/landing');
    const newest = page.getByRole('region', { name: 'Historial' }).getByRole('row').nth(1);
    await newest.getByRole('button', { name: /^Deshacer el cambio/ }).click();
    const dialog = page.getByRole('alertdialog');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Deshacer' }),
      request: { method: 'POST', path: '/functions/v1/save-settings' },
      count: () => countRows(shop, (sql) => sql`setting_changes where undoes is not null`),
      done: toastOf(page, 'Cambio deshecho.'),
    };
  },
};

test.afterAll(({ shop }) => setDemoPin(shop));

for (const [form, open] of Object.entries(FORMS))
  test(
    `DATA-37 DATA-40 ${form}: nothing is lost, and there is one`,
    { tag: EXHAUSTIVE },
    async ({ openAs, shop }) => {
      await expectCutsToLoseNothing(await open({ openAs, shop }));
    },
  );
