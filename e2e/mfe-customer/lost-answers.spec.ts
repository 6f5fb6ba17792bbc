/** Network failures in each form of this remote (DATA-37). */
import { Secret, TOTP } from 'otpauth';
import { expectCutsToLoseNothing, toastOf, type CutForms } from '../support/cut-network.ts';
import { countRows, withDatabase } from '../support/database.ts';
import { expect, PASSWORD, test } from '../support/fixtures.ts';
import { registered } from '../support/people.ts';
import { EXHAUSTIVE } from '../support/tiers.ts';

const FORMS: CutForms = {
  'mfe-customer/src/features/profile/edit-profile-dialog.tsx': async ({ openAs, shop }) => {
    const person = await registered(shop, 'Pía Cortada');
    const page = await openAs(person, '/perfil');
    await page.getByRole('button', { name: 'Editar Perfil' }).click();
    const dialog = page.getByRole('dialog', { name: 'Editar Perfil' });
    await dialog.getByLabel('Dirección (opcional)').fill('Pasaje Cortado 12');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Guardar' }),
      request: { method: 'PATCH', path: '/rest/v1/profiles' },
      typed: [dialog.getByLabel('Dirección (opcional)'), 'Pasaje Cortado 12'],
      count: () => countRows(shop, (sql) => sql`profiles where address = 'Pasaje Cortado 12'`),
      done: toastOf(page, 'Guardamos tus datos.'),
      afterReload: () => expect(dialog).toBeVisible(),
    };
  },

  'mfe-customer/src/features/own-data/own-data.tsx': async ({ openAs, shop }) => {
    const person = await registered(shop, 'Dora Cortada');
    const page = await openAs(person, '/perfil');
    await page.getByRole('button', { name: 'Eliminar mis datos' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Tu contraseña, por seguridad').fill(PASSWORD);
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Eliminar mis datos' }),
      request: { method: 'POST', path: '/rest/v1/rpc/request_erasure' },
      count: () =>
        countRows(
          shop,
          (sql) =>
            sql`erasure_requests r join profiles p on p.id = r.customer_id where p.email = ${person.email}`,
        ),
      done: page.getByText(/Te respondemos a más tardar el \d/),
    };
  },

  'mfe-customer/src/features/security/session-list.tsx': async ({ openAs, shop }) => {
    const person = await registered(shop, 'Saúl Cortado');
    await openAs(person, '/perfil');
    const page = await openAs(person, '/perfil');
    await page.getByRole('button', { name: 'Cerrar las demás sesiones' }).click();
    const dialog = page.getByRole('alertdialog');
    const open = () =>
      countRows(
        shop,
        (sql) => sql`auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${person.email}`,
      );
    const before = await open();
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Cerrar sesión' }),
      request: { method: 'POST', path: '/rest/v1/rpc/end_other_sessions' },
      count: async () => before - (await open()),
      done: toastOf(page, 'Las demás sesiones fueron cerradas.'),
    };
  },

  'mfe-customer/src/features/security/factor-code-form.tsx': async ({ openAs, shop }) => {
    const person = await registered(shop, 'Fabio Cortado');
    await withDatabase(
      shop,
      (sql) => sql`update profiles set role = 'technician' where email = ${person.email}`,
    );
    const page = await openAs(person, '/perfil');
    await page.getByLabel('Tu contraseña, por seguridad').fill(PASSWORD);
    await page.getByRole('button', { name: 'Activar segundo factor' }).click();
    const secret = Secret.fromBase32(await page.locator('code').innerText());
    const code = new TOTP({ secret }).generate();
    const field = page.getByLabel('Código de 6 dígitos');
    await field.fill(code);
    return {
      page,
      scope: page.getByRole('main'),
      submit: page.getByRole('button', { name: 'Activar', exact: true }),
      request: { method: 'POST', path: '/auth/v1/factors/[^/]+/verify' },
      typed: [field, code],
      count: () =>
        countRows(
          shop,
          (sql) => sql`auth.mfa_factors f join auth.users u on u.id = f.user_id
            where u.email = ${person.email} and f.status = 'verified'`,
        ),
      done: page.getByText(/^Activo desde el/),
      tellsByItself: true,
    };
  },
};

for (const [form, open] of Object.entries(FORMS))
  test(
    `DATA-37 DATA-40 ${form}: nothing is lost, and there is one`,
    { tag: EXHAUSTIVE },
    async ({ openAs, shop }) => {
      await expectCutsToLoseNothing(await open({ openAs, shop }));
    },
  );
