/** Network failures in each form of appointments, customers and privacy (DATA-37). */
import { expectCutsToLoseNothing, toastOf, type CutForms, type Stage } from '../support/cut-network.ts';
import { countRows, withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { unclaimedOrder } from '../support/orders.ts';
import { registered, somebody, type Somebody } from '../support/people.ts';
import { EXHAUSTIVE } from '../support/tiers.ts';

type Shop = Stage['shop'];

/** A customer's erasure request. */
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
  'mfe-orders/src/features/appointments/new-appointment-dialog.tsx': async ({ openAs, shop }) => {
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
      // The selected customer is still selected, visibly.
      afterReload: () =>
        expect(dialog.getByText('Cliente', { exact: true }).locator('..')).toContainText(
          /Ximena Cortada.*Cambiar/,
        ),
    };
  },

  'mfe-orders/src/features/appointments/move-appointment-dialog.tsx': async ({ openAs, shop }) => {
    const { email } = await registered(shop, 'Mario Cortado');
    await withDatabase(
      shop,
      (sql) => sql`insert into appointments (customer_id, appointment_date, reason)
        select id, now() + interval '2 days', 'Cita por mover' from profiles where email = ${email}`,
    );
    const page = await openAs('receptionist', '/dashboard/citas');
    await page.getByRole('button', { name: /^Mover cita: Mario Cortado/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Mover cita' });
    await dialog.getByLabel('Fecha').fill('2032-01-05');
    await dialog.getByLabel('Hora').fill('11:30');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Mover cita' }),
      request: { method: 'POST', path: '/rest/v1/rpc/move_appointment' },
      typed: [dialog.getByLabel('Hora'), '11:30'],
      count: () =>
        countRows(
          shop,
          (sql) => sql`appointments where reason = 'Cita por mover' and version = 2
            and appointment_date = '2032-01-05T14:30:00Z'`,
        ),
      done: toastOf(page, /^Cita movida al/),
    };
  },

  'mfe-orders/src/features/appointments/cancel-appointment-dialog.tsx': async ({ openAs, shop }) => {
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

  'mfe-orders/src/features/customers/confirm-rut-dialog.tsx': async ({ openAs, shop }) => {
    const { email, rut } = await registered(shop, 'Rita Cortada');
    const page = await openAs('receptionist', '/dashboard/clientes?vista=cuentas');
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

  'mfe-orders/src/features/customers/new-account-dialog.tsx': async ({ openAs, shop }) => {
    const { email, rut, phone } = somebody({ fullName: 'Clara Cortada' });
    const page = await openAs('receptionist', '/dashboard/clientes?vista=cuentas');
    await page.getByRole('button', { name: 'Crear cuenta' }).click();
    const dialog = page.getByRole('dialog', { name: 'Crear cuenta de cliente' });
    for (const [label, value] of [
      ['Nombre completo', 'Clara Cortada'],
      ['RUT', rut],
      ['Correo electrónico', email],
      ['Teléfono', phone],
    ] as const)
      await dialog.getByLabel(label).fill(value);
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Crear cuenta' }),
      request: { method: 'POST', path: '/rest/v1/rpc/create_account' },
      typed: [dialog.getByLabel('Nombre completo'), 'Clara Cortada'],
      count: () => countRows(shop, (sql) => sql`profiles where email = ${email} and role = 'customer'`),
      done: page.getByRole('dialog', { name: 'Enlace de invitación' }),
    };
  },

  'mfe-orders/src/features/customers/attempt-dialog.tsx': async ({ openAs, shop }) => {
    const order = await unclaimedOrder(shop, 'Lino Cortado');
    const page = await openAs('receptionist', '/dashboard/clientes?vista=llamar');
    await page.getByRole('button', { name: 'Anotar intento con Lino Cortado' }).click();
    const dialog = page.getByRole('dialog', { name: 'Anotar intento' });
    await dialog.getByLabel('Qué pasó').fill('No contesta cortado');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Guardar' }),
      request: { method: 'POST', path: '/rest/v1/rpc/note_attempt' },
      typed: [dialog.getByLabel('Qué pasó'), 'No contesta cortado'],
      count: () => countRows(shop, (sql) => sql`private.unclaimed_attempts where order_id = ${order.id}`),
      done: toastOf(page, 'Intento anotado.'),
      afterReload: () => expect(dialog).toContainText('Lino Cortado'),
    };
  },

  'mfe-orders/src/features/privacy/answer-dialog.tsx': async ({ openAs, shop }) => {
    const { email } = await asked(shop, 'Nora Cortada');
    const page = await openAs('admin', '/dashboard/clientes?vista=privacidad');
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

  'mfe-orders/src/features/privacy/anonymize-dialog.tsx': async ({ openAs, shop }) => {
    const { fullName } = await asked(shop, 'Olga Cortada');
    const page = await openAs('admin', '/dashboard/clientes?vista=privacidad');
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
};

for (const [form, open] of Object.entries(FORMS))
  test(
    `DATA-37 DATA-40 ${form}: nothing is lost, and there is one`,
    { tag: EXHAUSTIVE },
    async ({ openAs, shop }) => {
      await expectCutsToLoseNothing(await open({ openAs, shop }));
    },
  );
