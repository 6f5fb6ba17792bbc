/** Devices of a visit that are collected together: all or none, once, one payment, one signature (REC-08, REC-09). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '@taller/shared/db/database.types.ts';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { brokenLedgers, ledgerOf, paymentsOf } from './support/payments.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';
import { linkFor, requireSignatures, shownBy, sign, signByLink, signingOf } from './support/signatures.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

type Columns = Record<string, string | number | null>;
interface Ready {
  id: string;
  order_number: number;
  version: number;
}

const PRICE = { quote: 30_000, total_amount: 30_000 };
/** Orders of one visit, ready unless their columns say otherwise. */
async function visitOf(...columns: readonly Columns[]): Promise<Ready[]> {
  const orders = [];
  for (const each of columns) orders.push(await makeOrder(shop, { status: 'completed', ...PRICE, ...each }));
  const [visit] = await shop.sql`select nextval('private.visit_numbers')::integer as number`;
  for (const { id } of orders)
    await shop.sql`insert into private.visit_orders (order_id, visit) values (${id}, ${visit?.number})`;
  return orders;
}

interface Sent {
  requestId?: string;
  days?: number | null;
  payment?: Json;
}
const deliver = (
  by: Pick<Person, 'client'>,
  orders: readonly Pick<Ready, 'id' | 'version'>[],
  { requestId = randomUUID(), days = 90, payment = { payment_method: 'debit' } }: Sent = {},
) =>
  by.client.rpc('deliver_visit', {
    p_request_id: requestId,
    p_orders: orders.map(({ id, version }) => ({
      id,
      version,
      warranty_days: days,
      parts_warranty_days: null,
    })),
    p_payment: payment,
  });

const statusesOf = async (orders: readonly Ready[]) =>
  Promise.all(orders.map(async ({ id }) => (await storedOrder(shop, id)).status));
const queuedOf = (orders: readonly Ready[], kind: string) =>
  shop.sql`select order_id, facts from private.records_to_seal
    where order_id in ${shop.sql(orders.map(({ id }) => id))} and kind = ${kind} order by id`;

test('REC-08 orders of a visit are delivered at once, each as if alone, with one payment over what is owed', async () => {
  for (const role of ['receptionist', 'technician'] as const) {
    const by = shop.people[role];
    const [first, second, third] = (await visitOf(
      { advance_payment: 10_000 },
      { ...PRICE },
      { quote: 0, total_amount: 0 },
    )) as [Ready, Ready, Ready];
    const all = [first, second, third];
    const { data, error } = await deliver(by, all, {
      payment: { payment_method: 'debit', payment_reference: 'V-88' },
    });
    expect(error).toBeNull();
    expect(data?.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted());
    for (const { id } of all)
      expect(await storedOrder(shop, id)).toMatchObject({ status: 'delivered', warranty_days: 90 });
    const payments = await Promise.all(all.map(({ id }) => paymentsOf(shop.people.admin, id)));
    const last = payments.map((of) => of.at(-1));
    expect(last.map((payment) => payment?.amount)).toEqual([20_000, 30_000, undefined]);
    expect(last[0]).toMatchObject({ method: 'debit', reference: 'V-88', orders: 2, id: last[1]?.id });
    expect(await queuedOf(all, 'delivery')).toHaveLength(3);
    const events = await shop.sql`select actor_id from public.order_events
      where order_id in ${shop.sql(all.map(({ id }) => id))} and kind = 'status' and actor_id is not null`;
    expect(events.map(({ actor_id: actor }) => actor)).toEqual([by.id, by.id, by.id]);
  }
  expect(await brokenLedgers(shop)).toEqual([]);
});

test('REC-08 it happens once however often it is sent, and with other values it is refused', async () => {
  const { receptionist } = shop.people;
  const orders = await visitOf({}, {});
  const requestId = randomUUID();
  const sent = await Promise.all([1, 2, 3].map(() => deliver(receptionist, orders, { requestId })));
  expect(sent.map(({ error }) => error)).toEqual([null, null, null]);
  expect(new Set(sent.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  expect(await ledgerOf(shop, orders[0]?.id ?? '')).toEqual(['debit 30000']);
  expect((await deliver(receptionist, orders, { requestId, days: 30 })).error?.code).toBe('PT409');
  expect(await queuedOf(orders, 'delivery')).toHaveLength(2);
});

test('REC-08 all or none: an order that changed, is not ready, of another visit or gone keeps all where they are', async () => {
  const { receptionist, admin } = shop.people;
  const number = (order: Ready | undefined) => `#${String(order?.order_number).padStart(6, '0')}`;
  const refused = async (orders: readonly Ready[], message: string, sent: Sent = {}) => {
    const before = await statusesOf(orders);
    expect((await deliver(receptionist, orders, sent)).error?.message).toBe(message);
    expect(await statusesOf(orders)).toEqual(before);
    for (const { id } of orders) expect(await ledgerOf(shop, id)).toEqual([]);
  };
  const changed = await visitOf({}, {});
  await change(admin, changed[1]?.id ?? '', { quote: 45_000, total_amount: 45_000 });
  await refused(
    changed,
    `La orden ${number(changed[1])} cambió mientras entregabas. Mira cómo quedó y entrega otra vez: no se entregó ninguna.`,
  );
  const early = await visitOf({}, { status: 'in_progress' });
  await refused(
    early,
    `La orden ${number(early[1])} no está lista para entregar. Sácala de esta entrega: no se entregó ninguna.`,
  );
  await refused(
    [...(await visitOf({})), ...(await visitOf({}))],
    'Estas órdenes ya no son de una misma visita. Entrega cada una en su orden: no se entregó ninguna.',
  );
  await refused(
    [...(await visitOf({})), { id: randomUUID(), order_number: 0, version: 1 }],
    'Una de las órdenes ya no existe: alguien la eliminó. No se entregó ninguna.',
  );
  await refused(await visitOf({}, {}), 'Por favor, ingrese un número válido de días de garantía.', {
    days: null,
  });
  await refused(await visitOf({}, {}), 'No hay un pago para ese documento: di cómo se pagó, o quítalo.', {
    payment: { balance_reason: 'Paga después', document: { kind: 'boleta', folio: 7 } },
  });
});

test('REC-08 of a delivery and a change at once, one comes first and nothing is half done', async () => {
  const { receptionist, admin } = shop.people;
  for (let round = 0; round < 5; round += 1) {
    const orders = await visitOf({}, {});
    const [delivered] = await Promise.all([
      deliver(receptionist, orders),
      change(admin, orders[1]?.id ?? '', { notes: 'Llamar antes' }),
      deliver(admin, orders.toReversed()),
    ]);
    const statuses = new Set(await statusesOf(orders));
    expect(statuses.size).toBe(1);
    expect(delivered.error === null && !statuses.has('delivered')).toBe(false);
  }
  expect(await brokenLedgers(shop)).toEqual([]);
});

test('REC-08 rejected and cancelled devices go without repair and without charge; what is not paid says why', async () => {
  const [done, rejected] = (await visitOf({}, { status: 'rejected' })) as [Ready, Ready];
  const { error } = await deliver(shop.people.receptionist, [done, rejected], {
    payment: { balance_reason: 'Paga el viernes' },
  });
  expect(error).toBeNull();
  expect(await storedOrder(shop, rejected.id)).toMatchObject({ status: 'delivered', total_amount: '0' });
  expect(await storedOrder(shop, done.id)).toMatchObject({ final_payment: '0', unrepaired_reason: null });
  const [event] = await shop.sql`select changes from public.order_events
    where order_id = ${done.id} and kind = 'status' order by id desc limit 1`;
  expect(event?.changes).toMatchObject({ balance_reason: [null, 'Paga el viernes'] });
});

test('REC-08 only the staff deliver', async () => {
  const orders = await visitOf({}, {});
  for (const actor of ['anon', 'customer', 'other'] as const)
    expect((await deliver({ client: shop.clientOf(actor) }, orders)).error?.code, actor).toBe('42501');
  expect(await statusesOf(orders)).toEqual(['completed', 'completed']);
});

test('REC-08 a delivery of one order that is taken back gives back its share, and leaves the others’', async () => {
  const { receptionist } = shop.people;
  const orders = await visitOf({}, {});
  await shop.sql`update public.setting_sections set value = value || '{"undoSeconds": 30}' where section = 'messages'`;
  const { data } = await deliver(receptionist, orders);
  const [first] = data ?? [];
  const { data: undone } = await receptionist.client.rpc('undo_statuses', { p_orders: [{ ...first }] });
  expect(undone?.map(({ reason }) => reason)).toEqual([null]);
  expect(await ledgerOf(shop, first?.id ?? '')).toEqual(['debit 30000', 'debit -30000']);
  const other = orders.find(({ id }) => id !== first?.id);
  expect(await ledgerOf(shop, other?.id ?? '')).toEqual(['debit 30000']);
  expect(await brokenLedgers(shop)).toEqual([]);
});

test('REC-09 where the shop asks for it, one signature covers the orders that are collected, each with its record', async () => {
  const { receptionist } = shop.people;
  await requireSignatures(shop, { delivery: true });
  const [first, second, left] = (await visitOf({}, {}, {})) as [Ready, Ready, Ready];
  const missing = 'Falta la firma de quien retira. Pídela en la orden, en «Firmas», y entrega después.';
  expect((await deliver(receptionist, [first, second])).error?.message).toBe(missing);
  expect((await sign(receptionist, first.id, { moment: 'delivery', others: [second.id] })).error).toBeNull();
  expect(await queuedOf([first, second, left], 'collection')).toHaveLength(2);
  expect((await deliver(receptionist, [first, second, left])).error?.message).toBe(missing);
  expect(await statusesOf([first, second, left])).toEqual(['completed', 'completed', 'completed']);
  expect((await deliver(receptionist, [first, second])).error).toBeNull();

  // A device that goes back without repair is signed for without charge.
  const [done, rejected] = (await visitOf({}, { status: 'rejected' })) as [Ready, Ready];
  const both = await signingOf(receptionist, done.id, 'delivery', [rejected.id]);
  expect(both.orders.map(({ total }) => total)).toEqual([30_000, 0]);
  await sign(receptionist, done.id, { moment: 'delivery', others: [rejected.id] });
  expect((await deliver(receptionist, [done, rejected])).error).toBeNull();

  // The customer's phone shows the orders of this visit only.
  const stranger = await makeOrder(shop, { status: 'completed' });
  const [one, two] = (await visitOf({}, {})) as [Ready, Ready];
  const token = await linkFor(receptionist, one.id, 'delivery', [two.id, stranger.id]);
  const shown = await shownBy(shop, token);
  expect(shown.orders.map((order) => order.number)).toEqual([one.order_number, two.order_number]);
  expect(await signingOf(receptionist, one.id, 'delivery', [two.id])).toMatchObject({ digest: shown.digest });
  expect((await signByLink(shop, token)).error).toBeNull();
  expect((await deliver(receptionist, [one, two])).error).toBeNull();
  expect(await queuedOf([one, two, stranger], 'collection')).toHaveLength(2);
  await requireSignatures(shop, {});
});
