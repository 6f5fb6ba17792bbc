/** Network failures in each form of an order (DATA-37). */
import { expectCutsToLoseNothing, toastOf, type CutForms, type Stage } from '../support/cut-network.ts';
import { countRows } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { asNumber, fillOrderForm, newOrder } from '../support/orders.ts';
import { exhaustiveAfterFirst } from '../support/tiers.ts';

type Shop = Stage['shop'];

/** A new order, and its page. */
async function openOrder(
  { openAs, shop }: Stage,
  role: 'admin' | 'technician' | 'receptionist',
  columns: Record<string, unknown> = {},
) {
  const order = await newOrder(shop, columns);
  const page = await openAs(role, `/dashboard/orders/view/${order.id}`);
  return { order, page, status: page.getByLabel(`Estado de la orden ${asNumber(order)}`) };
}

/** Messages to the order's customer: each status change creates one. */
const messages = (shop: Shop, id: string, event: string) => () =>
  countRows(shop, (sql) => sql`whatsapp_messages where order_id = ${id} and event = ${event}`);

const PATCH_ORDER = { method: 'PATCH', path: '/rest/v1/service_orders' } as const;

const FORMS: CutForms = {
  'mfe-orders/src/features/orders/form/new-order-form.tsx': async ({ openAs, shop }) => {
    const page = await openAs('receptionist', '/dashboard');
    await page.getByRole('button', { name: 'Nueva orden' }).click();
    await fillOrderForm(page, { 'Nombre completo': 'Orden Cortada' });
    const field = page.getByLabel('Nombre completo', { exact: true });
    return {
      page,
      scope: page.getByRole('dialog'),
      submit: page.getByRole('button', { name: 'Crear orden' }),
      request: { method: 'POST', path: '/rest/v1/service_orders' },
      typed: [field, 'Orden Cortada'],
      count: () => countRows(shop, (sql) => sql`service_orders where customer_name = 'Orden Cortada'`),
      done: page.getByRole('dialog').getByText(/^Orden \d{6} creada$/),
      afterReload: () => expect(page.getByRole('dialog')).toBeVisible(),
    };
  },

  'mfe-orders/src/features/orders/desk/view-name-dialog.tsx': async ({ openAs, shop }) => {
    const page = await openAs('receptionist', '/dashboard?estado=quoted');
    await page.getByRole('button', { name: 'Guardar vista' }).click();
    const dialog = page.getByRole('dialog');
    const name = dialog.getByLabel('Nombre de la vista');
    await name.fill('Vista cortada');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Guardar' }),
      request: { method: 'POST', path: '/rest/v1/saved_views' },
      typed: [name, 'Vista cortada'],
      count: () => countRows(shop, (sql) => sql`saved_views where name = 'Vista cortada'`),
      done: toastOf(page, 'Vista guardada'),
    };
  },

  'mfe-orders/src/features/orders/form/edit-order-dialog.tsx': async ({ openAs, shop }) => {
    const order = await newOrder(shop);
    const page = await openAs('receptionist', `/orders/${order.id}`);
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel('Problema');
    await field.fill('No carga desde el corte');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Guardar cambios' }),
      request: PATCH_ORDER,
      typed: [field, 'No carga desde el corte'],
      count: () =>
        countRows(
          shop,
          (sql) =>
            sql`service_orders where id = ${order.id} and work_description = 'No carga desde el corte' and version = 2`,
        ),
      done: toastOf(page, 'Cambios guardados'),
      afterReload: () => expect(dialog).toBeVisible(),
    };
  },

  'mfe-orders/src/features/orders/actions/quote-dialog.tsx': async (stage) => {
    const { order, page } = await openOrder(stage, 'technician', { quote: 0 });
    await page.getByRole('button', { name: 'Presupuesto Listo' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Monto del presupuesto').fill('52.990');
    const work = dialog.getByLabel('Trabajo a realizar');
    await work.fill('Cambio de placa cortada');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Enviar presupuesto' }),
      request: PATCH_ORDER,
      typed: [work, 'Cambio de placa cortada'],
      count: messages(stage.shop, order.id, 'quoted'),
      done: toastOf(page, 'Presupuesto enviado'),
      afterReload: () => expect(dialog.getByLabel('Monto del presupuesto')).toHaveValue('52.990'),
    };
  },

  'mfe-orders/src/features/orders/actions/cancel-dialog.tsx': async (stage) => {
    const { order, page, status } = await openOrder(stage, 'technician');
    await status.selectOption('cancelled');
    const dialog = page.getByRole('dialog');
    const reason = dialog.getByLabel('Motivo de cancelación');
    await reason.fill('Se cortó');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Cancelar orden' }),
      request: PATCH_ORDER,
      typed: [reason, 'Se cortó'],
      // The notes contain the reason once.
      count: () =>
        countRows(
          stage.shop,
          (
            sql,
          ) => sql`service_orders o join whatsapp_messages m on m.order_id = o.id and m.event = 'cancelled'
            where o.id = ${order.id} and o.notes = 'Motivo de cancelación: Se cortó'`,
        ),
      done: toastOf(page, 'Orden cancelada'),
      afterReload: () => expect(dialog).toBeVisible(),
    };
  },

  'mfe-orders/src/features/orders/actions/deliver-dialog.tsx': async (stage) => {
    const { order, page, status } = await openOrder(stage, 'technician', { total_amount: 30_000 });
    await status.selectOption('delivered');
    const dialog = page.getByRole('dialog');
    const days = dialog.getByLabel('Días de garantía');
    await days.fill('45');
    await dialog.getByRole('radio', { name: 'Débito' }).check();
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Entregar' }),
      request: PATCH_ORDER,
      typed: [days, '45'],
      count: () =>
        countRows(
          stage.shop,
          (
            sql,
          ) => sql`service_orders o join whatsapp_messages m on m.order_id = o.id and m.event = 'delivered'
            where o.id = ${order.id} and o.final_payment = 30000`,
        ),
      done: toastOf(page, 'Orden entregada'),
      afterReload: () => expect(dialog.getByRole('radio', { name: 'Débito' })).toBeChecked(),
    };
  },

  'mfe-orders/src/features/orders/waits/wait-form.tsx': async (stage) => {
    const { order, page } = await openOrder(stage, 'technician');
    await page.getByRole('button', { name: `Más acciones de la orden ${asNumber(order)}` }).click();
    await page.getByRole('menuitem', { name: 'Poner en espera…' }).click();
    const dialog = page.getByRole('dialog');
    const note = dialog.getByLabel('Nota del taller (opcional)');
    await note.fill('Se cortó el pedido');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Poner en espera' }),
      request: { method: 'POST', path: '/rest/v1/rpc/set_wait' },
      typed: [note, 'Se cortó el pedido'],
      count: () => countRows(stage.shop, (sql) => sql`order_waits where order_id = ${order.id}`),
      done: toastOf(page, `Orden ${asNumber(order)} en espera`),
      afterReload: () => expect(dialog).toBeVisible(),
    };
  },

  'mfe-orders/src/features/orders/actions/notes-dialog.tsx': async (stage) => {
    const { order, page } = await openOrder(stage, 'receptionist');
    await page.getByRole('button', { name: 'Notas', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const notes = dialog.getByLabel('Notas para el cliente');
    await notes.fill('Llamar si se corta');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Guardar' }),
      request: PATCH_ORDER,
      typed: [notes, 'Llamar si se corta'],
      count: () =>
        countRows(
          stage.shop,
          (sql) =>
            sql`service_orders where id = ${order.id} and notes = 'Llamar si se corta' and version = 2`,
        ),
      done: toastOf(page, 'Notas guardadas'),
      afterReload: () => expect(dialog).toBeVisible(),
    };
  },

  'mfe-orders/src/features/orders/actions/notes-dialog.tsx#internal': async (stage) => {
    const { order, page } = await openOrder(stage, 'receptionist');
    await page.getByRole('button', { name: 'Notas', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const notes = dialog.getByLabel('Notas internas');
    await notes.fill('Ojo con el cable cortado');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Guardar' }),
      request: { method: 'POST', path: '/rest/v1/service_order_internal' },
      typed: [notes, 'Ojo con el cable cortado'],
      count: () =>
        countRows(
          stage.shop,
          (sql) => sql`service_order_internal where order_id = ${order.id} and version = 1`,
        ),
      done: toastOf(page, 'Notas guardadas'),
      afterReload: () => expect(dialog).toBeVisible(),
    };
  },

  'mfe-orders/src/features/orders/actions/use-choose-status.ts': async (stage) => {
    const { order, page, status } = await openOrder(stage, 'technician');
    return {
      page,
      scope: page.locator('body'),
      submit: status,
      press: () => status.selectOption('in_progress'),
      request: PATCH_ORDER,
      count: messages(stage.shop, order.id, 'in_progress'),
      // Other desks receive the change, and so does this one.
      done: page.getByRole('region', { name: 'Mensajes al cliente' }).getByText('En progreso'),
      tellsByItself: true,
    };
  },

  'mfe-orders/src/features/orders/actions/inline-price.tsx': async (stage) => {
    const { order, page } = await openOrder(stage, 'technician', { total_amount: 30_000 });
    await page.getByRole('button', { name: /^Cambiar el precio/ }).click();
    const price = page.getByLabel(`Precio de la orden ${asNumber(order)}`);
    await price.fill('31.500');
    return {
      page,
      scope: page.locator('body'),
      submit: page.getByRole('button', { name: 'Guardar', exact: true }),
      request: PATCH_ORDER,
      typed: [price, '31.500'],
      count: () =>
        countRows(
          stage.shop,
          (sql) => sql`service_orders where id = ${order.id} and total_amount = 31500 and version = 2`,
        ),
      done: toastOf(page, 'Precio actualizado'),
      learnsOtherwise: true,
    };
  },

  'mfe-orders/src/features/orders/view/device-code-panel.tsx': async (stage) => {
    const { order, page } = await openOrder(stage, 'technician', {
      password_type: 'pin',
      device_password: '2580',
    });
    await page.getByRole('button', { name: 'Otro motivo…' }).click();
    const reason = page.getByLabel('Motivo', { exact: true });
    await reason.fill('Probar tras el corte');
    return {
      page,
      scope: page.getByRole('main'),
      submit: page.getByRole('button', { name: 'Mostrar clave' }),
      request: { method: 'POST', path: '/functions/v1/open-device-code' },
      typed: [reason, 'Probar tras el corte'],
      // Each access that the server allowed is on the timeline, even if its response was lost.
      count: async () =>
        Math.min(
          1,
          await countRows(
            stage.shop,
            (sql) => sql`order_events where order_id = ${order.id} and kind = 'code_viewed'`,
          ),
        ),
      done: page.getByText('2580'),
    };
  },
};

for (const [index, [form, open]] of Object.entries(FORMS).entries())
  test(
    `DATA-37 DATA-40 ${form}: nothing is lost, and there is one`,
    { tag: exhaustiveAfterFirst(index) },
    async ({ openAs, shop }) => {
      await expectCutsToLoseNothing(await open({ openAs, shop }));
    },
  );
