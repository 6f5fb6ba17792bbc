/** The network is cut in every manner in forms of this remote (DATA-37). */
import { cutInEveryManner } from '../support/cut-network.ts';
import { withDatabase } from '../support/database.ts';
import { test } from '../support/fixtures.ts';
import { registerConfirmed, somebody } from '../support/people.ts';

test('DATA-37 an appointment and a confirmed RUT: nothing is lost, and there is one', async ({
  openAs,
  shop,
}) => {
  const person = somebody({ fullName: 'Ximena Cortada' });
  await registerConfirmed(shop, person);
  const page = await openAs('receptionist', '/dashboard/citas');
  await page.getByRole('button', { name: 'Nueva cita' }).click();
  const appointment = page.getByRole('dialog', { name: 'Nueva cita' });
  await appointment.getByLabel('Buscar cliente').fill('ximena cortada');
  await appointment.getByRole('button', { name: /Ximena Cortada/ }).click();
  await appointment.getByLabel('Fecha').fill('2032-01-05');
  await appointment.getByLabel('Hora').fill('11:30');
  await appointment.getByLabel('Motivo').fill('Retiro cortado');
  await cutInEveryManner(page, {
    form: 'mfe-customer/src/features/appointments/new-appointment-dialog.tsx',
    scope: appointment,
    submit: appointment.getByRole('button', { name: 'Agendar cita' }),
    request: { method: 'POST', path: '/rest/v1/appointments' },
    typed: [appointment.getByLabel('Motivo'), 'Retiro cortado'],
    count: () =>
      withDatabase(
        shop,
        async (sql) => (await sql`select from appointments where reason = 'Retiro cortado'`).length,
      ),
  });

  await page.goto('/dashboard/citas?vista=clientes');
  await page.getByLabel('Buscar cliente').fill(person.rut);
  await page.getByRole('button', { name: 'Confirmar RUT de Ximena Cortada' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirmar RUT' });
  await confirm.getByLabel('RUT de la cédula').fill(person.rut);
  await cutInEveryManner(page, {
    form: 'mfe-customer/src/features/customers/confirm-rut-dialog.tsx',
    scope: confirm,
    submit: confirm.getByRole('button', { name: 'Confirmar RUT' }),
    request: { method: 'POST', path: '/rest/v1/rpc/confirm_customer_rut' },
    typed: [confirm.getByLabel('RUT de la cédula'), person.rut],
    count: () =>
      withDatabase(
        shop,
        async (sql) =>
          (await sql`select from profiles where email = ${person.email} and rut_verified_at is not null`)
            .length,
      ),
  });
});
