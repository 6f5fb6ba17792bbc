/** The network is cut in every manner in forms of this remote (DATA-37). */
import { cutInEveryManner } from '../support/cut-network.ts';
import { withDatabase } from '../support/database.ts';
import { test } from '../support/fixtures.ts';
import { fillOrderForm } from '../support/orders.ts';

test('DATA-37 a user and an order: nothing is lost, and there is one', async ({ openAs, shop }) => {
  const page = await openAs('admin', '/dashboard/usuarios');
  await page.getByRole('button', { name: 'Nuevo usuario' }).click();
  const user = page.getByRole('dialog', { name: 'Nuevo usuario' });
  for (const [label, value] of [
    ['Nombre completo', 'Camila Cortada'],
    ['Correo electrónico', 'cortada@taller.test'],
    ['RUT', '14.555.666-7'],
    ['Teléfono', '+56 9 6000 1234'],
  ] as const)
    await user.getByLabel(label).fill(value);
  await user.getByLabel('Contraseña', { exact: true }).fill('clave-segura');
  await user.getByLabel('Rol').selectOption({ label: 'Técnico' });
  await cutInEveryManner(page, {
    form: 'mfe-orders/src/features/users/user-dialog.tsx',
    scope: user,
    submit: user.getByRole('button', { name: 'Crear usuario' }),
    request: { method: 'POST', path: '/rest/v1/rpc/admin_set_staff' },
    typed: [user.getByLabel('Nombre completo'), 'Camila Cortada'],
    count: () =>
      withDatabase(
        shop,
        async (sql) =>
          (await sql`select from profiles where full_name = 'Camila Cortada' and role <> 'customer'`).length,
      ),
  });

  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Nueva orden' }).click();
  await fillOrderForm(page, { 'Nombre completo': 'Orden Cortada' });
  await cutInEveryManner(page, {
    form: 'mfe-orders/src/features/orders/form/new-order-form.tsx',
    scope: page.getByRole('dialog'),
    submit: page.getByRole('button', { name: 'Crear orden' }),
    request: { method: 'POST', path: '/rest/v1/service_orders' },
    typed: [page.getByLabel('Nombre completo', { exact: true }), 'Orden Cortada'],
    count: () =>
      withDatabase(
        shop,
        async (sql) => (await sql`select from service_orders where customer_name = 'Orden Cortada'`).length,
      ),
  });
});
