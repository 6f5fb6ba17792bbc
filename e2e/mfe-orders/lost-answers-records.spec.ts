/** Network failures in the forms of a visit, of a customer's card and of a device's history (DATA-37). */
import { expectCutsToLoseNothing, toastOf, type CutForms, type Stage } from '../support/cut-network.ts';
import { countRows, withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { asNumber, newOrder } from '../support/orders.ts';
import { somebody } from '../support/people.ts';
import { exhaustiveAfterFirst } from '../support/tiers.ts';

/** The page of a customer with an order, as reception sees it. */
async function customerOf({ openAs, shop }: Stage, values: Parameters<typeof newOrder>[1] = {}) {
  const { fullName, rut, phone } = somebody();
  const order = await newOrder(shop, {
    customer_name: fullName,
    customer_rut: rut,
    customer_phone: phone,
    ...values,
  });
  return { order, rut, page: await openAs('receptionist', `/dashboard/clientes/${order.id}`) };
}

const FORMS: CutForms = {
  'mfe-orders/src/features/orders/visits/deliver-visit-form.tsx': async ({ openAs, shop }) => {
    const visit = { status: 'completed', customer_rut: somebody().rut, quote: 20_000, total_amount: 20_000 };
    const orders = [await newOrder(shop, visit), await newOrder(shop, visit)] as const;
    const ids = orders.map(({ id }) => id);
    await withDatabase(
      shop,
      (sql) => sql`insert into private.visit_orders (order_id, visit)
        select id, ${orders[0].order_number} from unnest(${ids}::uuid[]) as id`,
    );
    const page = await openAs('receptionist', `/dashboard/orders/view/${orders[0].id}`);
    await page.getByRole('button', { name: 'Entregar juntos 2 equipos' }).click();
    const dialog = page.getByRole('dialog');
    const days = dialog.getByLabel(/^Días de garantía/);
    await days.first().fill('75');
    await days.last().fill('75');
    await dialog.getByRole('radio', { name: 'Transferencia' }).check();
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Entregar 2 equipos' }),
      request: { method: 'POST', path: '/rest/v1/rpc/deliver_visit' },
      typed: [days.first(), '75'],
      count: () =>
        countRows(
          shop,
          (sql) => sql`(select distinct s.payment_id from private.payment_shares s
            where s.part = 'final' and s.order_id in ${sql(ids)}) as payments`,
        ),
      // After a reload the dialog says that they are delivered: there is nothing to send again.
      done: page.getByText('2 equipos entregados'),
    };
  },

  'mfe-orders/src/features/customers/card-dialog.tsx': async (stage) => {
    const { page, rut } = await customerOf(stage);
    await page.getByRole('button', { name: 'Editar ficha' }).click();
    const dialog = page.getByRole('dialog');
    const notes = dialog.getByLabel('Notas');
    await notes.fill('Paga los viernes');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Guardar ficha' }),
      request: { method: 'POST', path: '/rest/v1/rpc/save_customer_card' },
      typed: [notes, 'Paga los viernes'],
      count: () =>
        countRows(stage.shop, (sql) => sql`private.customer_cards where rut = ${rut} and version = 1`),
      done: toastOf(page, 'Ficha guardada'),
      afterReload: () => expect(dialog).toBeVisible(),
    };
  },

  'mfe-orders/src/features/customers/contact-dialog.tsx': async (stage) => {
    const { page, rut } = await customerOf(stage);
    await page.getByRole('button', { name: 'Agregar contacto' }).click();
    const dialog = page.getByRole('dialog');
    const name = dialog.getByLabel('Nombre');
    await name.fill('Rosa Cortada');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Guardar contacto' }),
      request: { method: 'POST', path: '/rest/v1/rpc/save_customer_contact' },
      typed: [name, 'Rosa Cortada'],
      count: () => countRows(stage.shop, (sql) => sql`customer_contacts where rut = ${rut}`),
      done: toastOf(page, 'Contacto guardado'),
      afterReload: () => expect(dialog).toBeVisible(),
    };
  },

  'mfe-orders/src/features/customers/pay-orders-dialog.tsx': async (stage) => {
    const { page, order } = await customerOf(stage, { quote: 30_000, total_amount: 30_000 });
    await page.getByRole('button', { name: 'Registrar pago' }).click();
    const dialog = page.getByRole('dialog');
    const number = `#${asNumber(order)}`;
    const amount = dialog.getByLabel(`Monto de la orden ${number}`);
    await dialog.getByLabel(number, { exact: true }).setChecked(true);
    await amount.fill('12.000');
    await dialog.getByLabel('Medio de pago').selectOption('Transferencia');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Registrar pago' }),
      request: { method: 'POST', path: '/rest/v1/rpc/take_payment' },
      typed: [amount, '12.000'],
      count: () =>
        countRows(
          stage.shop,
          (sql) => sql`private.payment_shares where order_id = ${order.id} and amount = 12000`,
        ),
      done: toastOf(page, 'Pago de $12.000 registrado'),
      afterReload: () => expect(dialog).toBeVisible(),
    };
  },

  'mfe-orders/src/features/orders/passport/device-lookups.tsx': async ({ openAs, shop }) => {
    const imei = '490154203237518';
    await newOrder(shop, { imei });
    const page = await openAs('receptionist', `/dashboard/equipos/${imei}`);
    const where = page.getByLabel('Dónde se consultó');
    await page.getByLabel('Qué respondió la consulta').selectOption({ index: 1 });
    await where.fill('En el sitio de la subtel');
    return {
      page,
      scope: page.locator('body'),
      submit: page.getByRole('button', { name: 'Anotar consulta' }),
      request: { method: 'POST', path: '/rest/v1/rpc/note_device_lookup' },
      typed: [where, 'En el sitio de la subtel'],
      count: () => countRows(shop, (sql) => sql`private.device_lookups where note like '%subtel'`),
      done: toastOf(page, 'Consulta anotada.'),
      afterReload: () => expect(where).toBeVisible(),
    };
  },
};

for (const [index, [form, open]] of Object.entries(FORMS).entries())
  test(
    `DATA-37 DATA-40 REC-37 ${form}: nothing is lost, and there is one`,
    { tag: exhaustiveAfterFirst(index) },
    async ({ openAs, shop }) => {
      await expectCutsToLoseNothing(await open({ openAs, shop }));
    },
  );
