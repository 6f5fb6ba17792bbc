/** The network is cut in every manner in each form of this remote (DATA-37). */
import { Secret, TOTP } from 'otpauth';
import { cutInEveryManner, toastOf, type CutForms, type Stage } from '../support/cut-network.ts';
import { countRows, withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { registerConfirmed, somebody, type Somebody } from '../support/people.ts';

type Shop = Stage['shop'];

async function registered(shop: Shop, fullName: string): Promise<Somebody> {
  const person = somebody({ fullName });
  await registerConfirmed(shop, person);
  return person;
}

/** A request of somebody to erase the own data. */
async function asked(shop: Shop, fullName: string): Promise<Somebody> {
  const person = await registered(shop, fullName);
  await withDatabase(
    shop,
    (sql) =>
      sql`insert into erasure_requests (customer_id) select id from profiles where email = ${person.email}`,
  );
  return person;
}

const FORMS: CutForms = {
  'mfe-customer/src/features/appointments/new-appointment-dialog.tsx': async ({ openAs, shop }) => {
    await registered(shop, 'Ximena Cortada');
    const page = await openAs('receptionist', '/dashboard/citas');
    await page.getByRole('button', { name: 'Nueva cita' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nueva cita' });
    await dialog.getByLabel('Buscar cliente').fill('ximena cortada');
    await dialog.getByRole('button', { name: /Ximena Cortada/ }).click();
    await dialog.getByLabel('Fecha').fill('2032-01-05');
    await dialog.getByLabel('Hora').fill('11:30');
    await dialog.getByLabel('Motivo').fill('Retiro cortado');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Agendar cita' }),
      request: { method: 'POST', path: '/rest/v1/appointments' },
      typed: [dialog.getByLabel('Motivo'), 'Retiro cortado'],
      count: () => countRows(shop, (sql) => sql`appointments where reason = 'Retiro cortado'`),
      done: toastOf(page, 'Cita agendada.'),
      // Who was chosen still is, in sight.
      afterReload: () =>
        expect(dialog.getByText('Cliente', { exact: true }).locator('..')).toContainText(
          /Ximena Cortada.*Cambiar/,
        ),
    };
  },

  'mfe-customer/src/features/appointments/cancel-appointment-dialog.tsx': async ({ openAs, shop }) => {
    const { email } = await registered(shop, 'Ciro Cortado');
    await withDatabase(
      shop,
      (sql) => sql`insert into appointments (customer_id, appointment_date, reason)
        select id, now() + interval '2 days', 'Cita por cancelar' from profiles where email = ${email}`,
    );
    const page = await openAs('receptionist', '/dashboard/citas');
    await page.getByRole('button', { name: /^Cancelar cita: Ciro Cortado/ }).click();
    const dialog = page.getByRole('alertdialog');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Cancelar cita' }),
      request: { method: 'PATCH', path: '/rest/v1/appointments' },
      count: () =>
        countRows(
          shop,
          (sql) => sql`appointments where reason = 'Cita por cancelar' and status = 'cancelled'`,
        ),
      done: toastOf(page, 'Cita cancelada.'),
    };
  },

  'mfe-customer/src/features/customers/confirm-rut-dialog.tsx': async ({ openAs, shop }) => {
    const { email, rut } = await registered(shop, 'Rita Cortada');
    const page = await openAs('receptionist', '/dashboard/citas?vista=clientes');
    await page.getByLabel('Buscar cliente').fill(rut);
    await page.getByRole('button', { name: 'Confirmar RUT de Rita Cortada' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirmar RUT' });
    await dialog.getByLabel('RUT de la cédula').fill(rut);
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Confirmar RUT' }),
      request: { method: 'POST', path: '/rest/v1/rpc/confirm_customer_rut' },
      typed: [dialog.getByLabel('RUT de la cédula'), rut],
      count: () =>
        countRows(shop, (sql) => sql`profiles where email = ${email} and rut_verified_at is not null`),
      done: toastOf(page, 'RUT confirmado.'),
      afterReload: () => expect(dialog).toContainText('Rita Cortada'),
    };
  },

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

  'mfe-customer/src/features/privacy/answer-dialog.tsx': async ({ openAs, shop }) => {
    const { email } = await asked(shop, 'Nora Cortada');
    const page = await openAs('admin', '/dashboard/citas?vista=privacidad');
    await page.getByRole('button', { name: 'Prorrogar: Nora Cortada' }).click();
    const dialog = page.getByRole('dialog', { name: 'Prorrogar el plazo' });
    const reason = 'Falta revisar una orden cortada.';
    await dialog.getByLabel('Motivo').fill(reason);
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Prorrogar' }),
      request: { method: 'POST', path: '/rest/v1/rpc/answer_erasure' },
      typed: [dialog.getByLabel('Motivo'), reason],
      count: () =>
        countRows(
          shop,
          (sql) => sql`erasure_requests r join profiles p on p.id = r.customer_id
            where p.email = ${email} and r.answer = ${reason} and r.due_at > r.created_at + interval '59 days'
              and r.due_at < r.created_at + interval '61 days'`,
        ),
      done: toastOf(page, 'Respuesta guardada.'),
      afterReload: () => expect(dialog).toBeVisible(),
    };
  },

  'mfe-customer/src/features/privacy/anonymize-dialog.tsx': async ({ openAs, shop }) => {
    const { fullName } = await asked(shop, 'Olga Cortada');
    const page = await openAs('admin', '/dashboard/citas?vista=privacidad');
    await page.getByRole('button', { name: `Anonimizar: ${fullName}` }).click();
    const dialog = page.getByRole('alertdialog', { name: `¿Anonimizar a ${fullName}?` });
    const accounts = () => countRows(shop, (sql) => sql`profiles where full_name = ${fullName}`);
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Anonimizar para siempre' }),
      request: { method: 'POST', path: '/rest/v1/rpc/anonymize_customer' },
      count: async () => 1 - (await accounts()),
      done: toastOf(page, 'Cliente anonimizado.'),
    };
  },

  'mfe-customer/src/features/privacy/retention-terms.tsx': async ({ openAs, shop }) => {
    const page = await openAs('admin', '/dashboard/citas?vista=privacidad');
    const field = page.getByLabel('Textos de mensajes y avisos');
    await field.fill('91');
    const form = page.locator('form', { has: page.getByRole('button', { name: 'Guardar plazos' }) });
    return {
      page,
      scope: form,
      submit: form.getByRole('button', { name: 'Guardar plazos' }),
      request: { method: 'POST', path: '/rest/v1/shop_settings' },
      typed: [field, '91'],
      count: () => countRows(shop, (sql) => sql`shop_settings where key = 'message_days' and value = '91'`),
      done: toastOf(page, 'Guardamos los plazos.'),
      afterReload: () => expect(form).toBeVisible(),
      stays: true,
    };
  },

  'mfe-customer/src/features/own-data/own-data.tsx': async ({ openAs, shop }) => {
    const person = await registered(shop, 'Dora Cortada');
    const page = await openAs(person, '/perfil');
    await page.getByRole('button', { name: 'Solicitar supresión' }).click();
    const dialog = page.getByRole('alertdialog');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Solicitar supresión' }),
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

test.afterAll(({ shop }) =>
  withDatabase(shop, (sql) => sql`update shop_settings set value = '365' where key = 'message_days'`),
);

for (const [form, open] of Object.entries(FORMS))
  test(`DATA-37 DATA-40 ${form}: nothing is lost, and there is one`, async ({ openAs, shop }) => {
    await cutInEveryManner(await open({ openAs, shop }));
  });
