/** Network failures in each form of messages and users (DATA-37). */
import { expectCutsToLoseNothing, toastOf, type CutForms } from '../support/cut-network.ts';
import { countRows, withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { asNumber, newOrder } from '../support/orders.ts';
import { makeTechnician, registerConfirmed, registered, somebody } from '../support/people.ts';
import { EXHAUSTIVE } from '../support/tiers.ts';

const FORMS: CutForms = {
  'shared/src/orders/messages/message-entry.tsx': async ({ openAs, shop }) => {
    const order = await newOrder(shop, { customer_phone: '+56 9 6123 4567' });
    await withDatabase(
      shop,
      (sql) => sql`
        insert into whatsapp_messages (order_id, event, occurrence, template, params, phone, state, error_code, failed_at)
        values (${order.id}, 'completed', 1, 'order_completed', ${[asNumber(order)]}, '56961234567', 'failed', '131016', now())`,
    );
    const page = await openAs('receptionist', `/dashboard/orders/view/${order.id}`);
    const retry = page.getByRole('button', { name: /^Reintentar: Reparación terminada/ });
    return {
      page,
      scope: page.locator('body'),
      submit: retry,
      request: { method: 'POST', path: '/rest/v1/rpc/retry_message' },
      count: async () =>
        1 -
        (await countRows(
          shop,
          (sql) => sql`whatsapp_messages where order_id = ${order.id} and state = 'failed'`,
        )),
      done: page
        .getByRole('region', { name: 'Mensajes al cliente' })
        .getByRole('listitem')
        .filter({ hasText: 'Reparación terminada' })
        .getByText(/^(?:En cola|Enviando|Enviado|Recibido|Leído)$/),
      tellsByItself: true,
    };
  },

  'mfe-reports/src/features/message-settings/message-test.tsx': async ({ openAs, shop }) => {
    await withDatabase(shop, (sql) => sql`delete from whatsapp_messages where event = 'test'`);
    const page = await openAs('admin', '/dashboard/ajustes/messages');
    const card = page.getByRole('region', { name: 'Mensaje de prueba' });
    const phone = card.getByLabel('Tu celular');
    await phone.fill('+56 9 5432 1000');
    return {
      page,
      scope: card,
      submit: card.getByRole('button', { name: 'Enviar prueba' }),
      request: { method: 'POST', path: '/rest/v1/rpc/send_test_message' },
      typed: [phone, '+56 9 5432 1000'],
      count: () => countRows(shop, (sql) => sql`whatsapp_messages where phone = '56954321000'`),
      done: toastOf(page, 'Prueba en camino.'),
      stays: true,
      afterReload: () => expect(phone).toBeVisible(),
    };
  },

  'mfe-reports/src/features/users/user-dialog.tsx': async ({ openAs, shop }) => {
    const page = await openAs('admin', '/dashboard/usuarios');
    await page.getByRole('button', { name: 'Nuevo usuario' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nuevo usuario' });
    for (const [label, value] of [
      ['Nombre completo', 'Camila Cortada'],
      ['Correo electrónico', 'cortada@taller.test'],
      ['RUT', '14.555.666-7'],
      ['Teléfono', '+56 9 6000 1234'],
    ] as const)
      await dialog.getByLabel(label).fill(value);
    const typePassword = () => dialog.getByLabel('Contraseña', { exact: true }).fill('clave-segura');
    await typePassword();
    await dialog.getByLabel('Rol').selectOption({ label: 'Técnico' });
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Crear usuario' }),
      request: { method: 'POST', path: '/rest/v1/rpc/create_account' },
      typed: [dialog.getByLabel('Nombre completo'), 'Camila Cortada'],
      count: () =>
        countRows(shop, (sql) => sql`profiles where full_name = 'Camila Cortada' and role <> 'customer'`),
      done: toastOf(page, 'Camila Cortada ya puede iniciar sesión.'),
      afterReload: typePassword,
      learnsOtherwise: true,
    };
  },

  'shared/src/people/users/invitation-dialog.tsx': async ({ openAs, shop }) => {
    const person = await registered(shop, 'Irma Cortada');
    const page = await openAs('admin', '/dashboard/usuarios');
    const dialog = await makeTechnician(page, person);
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Crear enlace' }),
      request: { method: 'POST', path: '/rest/v1/rpc/invite_account' },
      // Each link voids the one before: the person has one.
      count: () =>
        countRows(
          shop,
          (sql) => sql`private.account_invitations i join profiles p on p.id = i.user_id
            where p.email = ${person.email}`,
        ),
      done: dialog.getByLabel('Enlace', { exact: true }),
    };
  },

  'mfe-reports/src/features/users/users-page.tsx': async ({ openAs, shop }) => {
    const person = somebody({ fullName: 'Bruno Cortado' });
    const { email } = person;
    await registerConfirmed(shop, person);
    await withDatabase(shop, (sql) => sql`update profiles set role = 'technician' where email = ${email}`);
    const page = await openAs('admin', '/dashboard/usuarios');
    await page.getByRole('button', { name: 'Eliminar a Bruno Cortado' }).click();
    const dialog = page.getByRole('alertdialog');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Eliminar', exact: true }),
      request: { method: 'DELETE', path: '/rest/v1/profiles' },
      count: async () => 1 - (await countRows(shop, (sql) => sql`profiles where email = ${email}`)),
      done: toastOf(page, 'Usuario eliminado.'),
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
