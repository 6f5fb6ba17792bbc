/** Network failures in the forms of what was decided: about a quote, and about a warranty (DATA-37). */
import { expectCutsToLoseNothing, toastOf, type CutForms } from '../support/cut-network.ts';
import { countRows } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { asNumber, coveredOrder, newOrder, statusSelect } from '../support/orders.ts';
import { EXHAUSTIVE } from '../support/tiers.ts';

/** Shares of an order's payments of that amount. */
const shares = (shop: Parameters<typeof countRows>[0], id: string, amount: number) => () =>
  countRows(shop, (sql) => sql`private.payment_shares where order_id = ${id} and amount = ${amount}`);

const FORMS: CutForms = {
  'mfe-orders/src/features/orders/payments/payment-form.tsx': async ({ openAs, shop }) => {
    const order = await newOrder(shop, { quote: 30_000, total_amount: 30_000 });
    const page = await openAs('receptionist', `/dashboard/orders/view/${order.id}`);
    await page.getByRole('button', { name: 'Registrar pago' }).click();
    const dialog = page.getByRole('dialog');
    const amount = dialog.getByLabel('Monto');
    // All of the balance: when the answer is lost, nothing is left to pay for the repetition.
    await amount.fill('30.000');
    await dialog.getByLabel('Medio de pago').selectOption('Efectivo');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Registrar pago' }),
      request: { method: 'POST', path: '/rest/v1/rpc/take_payment' },
      typed: [amount, '30.000'],
      count: shares(shop, order.id, 30_000),
      done: toastOf(page, 'Pago de $30.000 registrado'),
      afterReload: () => expect(dialog).toBeVisible(),
    };
  },

  'mfe-orders/src/features/orders/payments/correction-form.tsx': async ({ openAs, shop }) => {
    const order = await newOrder(shop, { quote: 30_000, total_amount: 30_000, advance_payment: 8000 });
    const page = await openAs('receptionist', `/dashboard/orders/view/${order.id}`);
    await page.getByRole('button', { name: /^Corregir/ }).click();
    const dialog = page.getByRole('dialog');
    const reason = dialog.getByLabel('Motivo');
    await reason.fill('Era de otra orden');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Corregir' }),
      request: { method: 'POST', path: '/rest/v1/rpc/correct_payment' },
      typed: [reason, 'Era de otra orden'],
      count: shares(shop, order.id, -8000),
      done: toastOf(page, 'Pago corregido'),
      afterReload: () => expect(dialog).toBeVisible(),
    };
  },

  'mfe-orders/src/features/orders/actions/hand-back-form.tsx': async ({ openAs, shop }) => {
    const order = await newOrder(shop, { status: 'rejected', quote: 30_000, total_amount: 30_000 });
    const page = await openAs('receptionist', `/dashboard/orders/view/${order.id}`);
    await statusSelect(page, order).selectOption('delivered');
    const dialog = page.getByRole('dialog');
    const charge = dialog.getByLabel('Cobro por la revisión');
    await charge.fill('8.000');
    await dialog.getByRole('radio', { name: 'Efectivo' }).check();
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Devolver equipo' }),
      request: { method: 'PATCH', path: '/rest/v1/service_orders' },
      typed: [charge, '8.000'],
      count: () =>
        countRows(
          shop,
          (
            sql,
          ) => sql`service_orders o join whatsapp_messages m on m.order_id = o.id and m.event = 'delivered'
            where o.id = ${order.id} and o.total_amount = 8000`,
        ),
      done: toastOf(page, 'Orden entregada'),
      afterReload: () => expect(dialog).toBeVisible(),
    };
  },

  'mfe-orders/src/features/orders/actions/approval-form.tsx': async ({ openAs, shop }) => {
    const order = await newOrder(shop, {
      status: 'quoted',
      quote: 30_000,
      total_amount: 30_000,
      technical_work: 'Cambio de pantalla',
    });
    const page = await openAs('receptionist', `/dashboard/orders/view/${order.id}`);
    await page.getByRole('button', { name: /^Más acciones/ }).click();
    await page.getByRole('menuitem', { name: 'Anotar aprobación' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Por teléfono').check();
    const name = dialog.getByLabel('Quién aprobó');
    await name.fill('Marta Cortada');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Anotar aprobación' }),
      request: { method: 'POST', path: '/rest/v1/rpc/record_approval' },
      typed: [name, 'Marta Cortada'],
      count: () =>
        countRows(shop, (sql) => sql`decision_history where order_id = ${order.id} and type = 'success'`),
      // After a reload the dialog says that the quote has been answered: there is nothing to note again.
      done: toastOf(page, 'Aprobación anotada'),
    };
  },

  'mfe-orders/src/features/orders/warranty/outcome-form.tsx': async ({ openAs, shop }) => {
    const original = await coveredOrder(shop);
    const order = await newOrder(shop, { warranty_of: original.order_number });
    const page = await openAs('technician', `/dashboard/orders/view/${order.id}`);
    await page.getByRole('button', { name: 'Resultado…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^No cubierta/ }).check();
    const reason = dialog.getByLabel('Por qué no la cubre');
    await reason.fill('Se cortó el cable');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Guardar' }),
      request: { method: 'PATCH', path: '/rest/v1/service_orders' },
      typed: [reason, 'Se cortó el cable'],
      count: () =>
        countRows(
          shop,
          (sql) =>
            sql`service_orders where id = ${order.id} and warranty_reason = 'Se cortó el cable' and version = 2`,
        ),
      done: toastOf(page, `Orden ${asNumber(order)}: resultado anotado`),
      afterReload: () => expect(dialog).toBeVisible(),
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
