/** Network failures in everything a customer does about orders (DATA-37). */
import { expectCutsToLoseNothing, toastOf, type CutForms } from '../support/cut-network.ts';
import { countRows } from '../support/database.ts';
import { test } from '../support/fixtures.ts';
import { confirmAtCounter, registerConfirmed, somebody, takeIn } from '../support/people.ts';
import { EXHAUSTIVE } from '../support/tiers.ts';

const FORMS: CutForms = {
  'mfe-customer/src/features/panel/claim-invitation.tsx': async ({ openAs, shop }) => {
    const person = somebody({ fullName: 'Vera Cortada', phone: '+56 9 4444 1234' });
    const order = await takeIn(shop, { ...person, phone: '+56 9 7777 4321' });
    await registerConfirmed(shop, person);
    const page = await openAs(person, '/dashboard');
    const invitation = page.getByRole('region', { name: '¿Dejaste un equipo en el taller?' });
    await invitation.getByLabel('Número de orden').fill(String(order.order_number));
    await invitation.getByLabel('Teléfono que dejaste').fill('9 7777 4321');
    return {
      page,
      scope: invitation,
      submit: invitation.getByRole('button', { name: 'Vincular mis órdenes' }),
      request: { method: 'POST', path: '/rest/v1/rpc/claim_orders' },
      typed: [invitation.getByLabel('Teléfono que dejaste'), '9 7777 4321'],
      count: () =>
        countRows(shop, (sql) => sql`profiles where email = ${person.email} and rut_verified_at is not null`),
      done: toastOf(page, 'Listo: tus órdenes están vinculadas a tu cuenta.'),
    };
  },

  'mfe-customer/src/features/order/customer-order.tsx': async ({ openAs, shop }) => {
    const person = somebody({ fullName: 'Aída Cortada' });
    const order = await takeIn(shop, person, { status: 'quoted', quote: 45_990, total_amount: 45_990 });
    await registerConfirmed(shop, person);
    await confirmAtCounter(shop, person);
    const page = await openAs(person, `/dashboard/orders/view/${order.id}`);
    return {
      page,
      scope: page.getByRole('main'),
      submit: page.getByRole('button', { name: 'Aprobar y Continuar' }),
      request: { method: 'POST', path: '/functions/v1/update-quote-status' },
      count: () =>
        countRows(shop, (sql) => sql`decision_history where order_id = ${order.id} and type = 'success'`),
      done: page.getByRole('alert').getByText('Aprobaste el presupuesto.'),
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
