/** Deliveries of a visit by others, twice, with odd amounts and with others' signatures (REC-08, REC-09, REC-89). */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Json } from '@taller/shared/db/database.types.ts';
import { closeEven, openedDrawer } from './support/drawers.ts';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { brokenLedgers, ledgerOf } from './support/payments.ts';
import { keptPhoto } from './support/photos.ts';
import { openShop, type Shop } from './support/shop.ts';
import { requireSignatures, sign, signingOf } from './support/signatures.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterEach(() => requireSignatures(shop, {}));
afterAll(() => shop[Symbol.asyncDispose]());

interface Ready {
  id: string;
  order_number: number;
  version: number;
}
async function visitOf(...columns: readonly Record<string, string | number | null>[]): Promise<Ready[]> {
  const orders = [];
  for (const each of columns)
    orders.push(await makeOrder(shop, { status: 'completed', quote: 30_000, total_amount: 30_000, ...each }));
  const [visit] = await shop.sql`select nextval('private.visit_numbers')::integer as number`;
  for (const { id } of orders)
    await shop.sql`insert into private.visit_orders (order_id, visit) values (${id}, ${visit?.number})`;
  return orders;
}
const deliver = (
  orders: readonly Pick<Ready, 'id' | 'version'>[],
  payment: Json = { payment_method: 'debit' },
  by = shop.people.receptionist,
) =>
  by.client.rpc('deliver_visit', {
    p_request_id: randomUUID(),
    p_orders: orders.map(({ id, version }) => ({ id, version, warranty_days: 90 })),
    p_payment: payment,
  });
const statusOf = async (id: string) => (await storedOrder(shop, id)).status;

test('REC-08 two people at once deliver once: one payment, one record for each, the other one is told', async () => {
  const { receptionist, technician, admin } = shop.people;
  for (let round = 0; round < 4; round += 1) {
    const orders = await visitOf({}, { advance_payment: 5000 });
    const answers = await Promise.all(
      [receptionist, technician, admin].map((by, at) =>
        deliver(at % 2 ? orders.toReversed() : orders, { payment_method: 'debit' }, by),
      ),
    );
    const refusals = answers.flatMap(({ error }) => (error ? [error.message] : []));
    expect(refusals).toHaveLength(2);
    for (const refusal of refusals)
      expect(refusal).toMatch(/cambió mientras entregabas.*no se entregó ninguna\.$/);
    expect(await ledgerOf(shop, orders[0]?.id ?? '')).toEqual(['debit 30000']);
    const records = await shop.sql`select from private.records_to_seal
      where kind = 'delivery' and order_id in ${shop.sql(orders.map(({ id }) => id))}`;
    expect(records).toHaveLength(2);
  }
  expect(await brokenLedgers(shop)).toEqual([]);
});

test('REC-08 an order that is delivered already, or named twice, keeps all where they are', async () => {
  const [one, two] = (await visitOf({}, {})) as [Ready, Ready];
  const { data } = await change(shop.people.receptionist, one.id, { status: 'delivered', warranty_days: 30 });
  const again = { id: one.id, version: Number(data?.version) };
  expect((await deliver([again, two])).error?.message).toMatch(/no está lista para entregar/);
  expect((await deliver([two, two])).error).toMatchObject({
    code: '22023',
    message: 'Cada orden va una vez.',
  });
  expect(await statusOf(two.id)).toBe('completed');
  expect((await storedOrder(shop, one.id)).warranty_days).toBe(30);
});

test('REC-08 a document without a payment is refused, however it was said to be paid', async () => {
  const orders = await visitOf({ advance_payment: 30_000 }, { quote: 0, total_amount: 0 });
  const document = { kind: 'boleta', folio: 7 };
  for (const payment of [{ document }, { payment_method: 'debit', document }])
    expect((await deliver(orders, payment)).error?.message).toBe(
      'No hay un pago para ese documento: di cómo se pagó, o quítalo.',
    );
  expect((await deliver(orders, { payment_method: 'debit' })).error).toBeNull();
  expect(await ledgerOf(shop, orders[1]?.id ?? '')).toEqual([]);
});

test('REC-08 what is paid is what is owed: nothing for what was paid, has no price or goes back; amounts sent do not count', async () => {
  const orders = await visitOf(
    { advance_payment: 12_000 },
    { advance_payment: 45_000 },
    { quote: 0, total_amount: null },
    { status: 'rejected' },
    { status: 'cancelled', advance_payment: 4000 },
  );
  const sent = { payment_method: 'transfer', amount: 1_000_000, final_payment: 1_000_000 };
  expect((await deliver(orders, sent)).error).toBeNull();
  const ledgers = await Promise.all(orders.map(({ id }) => ledgerOf(shop, id)));
  expect(ledgers.map((ledger) => ledger.filter((line) => line.startsWith('transfer')))).toEqual([
    ['transfer 18000'],
    [],
    [],
    [],
    [],
  ]);
  expect(await brokenLedgers(shop)).toEqual([]);
  for (const method of ['gratis', 'owed', ' '])
    expect((await deliver(await visitOf({}, {}), { payment_method: method })).error?.message).toBe(
      'Elige cómo se pagó.',
    );
});

test('REC-08 a delivery of one takes no more than its balance either', async () => {
  const { id } = await makeOrder(shop, { status: 'completed', quote: 30_000, total_amount: 30_000 });
  const { error } = await change(shop.people.receptionist, id, {
    status: 'delivered',
    warranty_days: 90,
    final_payment: 30_001,
    payment_details: { payment_method: 'cash' },
  });
  expect(error?.message).toBe('El pago supera el saldo de la orden.');
  expect(await ledgerOf(shop, id)).toEqual([]);
});

test('REC-08 cash of a visit is in the drawer to the peso, and what is undone comes out of it', async () => {
  const { receptionist } = shop.people;
  await shop.sql`update public.setting_sections set value = value || '{"tills": ["Caja"]}' where section = 'desk'`;
  await shop.sql`update public.setting_sections set value = value || '{"undoSeconds": 30}' where section = 'messages'`;
  const orders = await visitOf({ advance_payment: 10_000 }, {});
  const cash = { payment_method: 'cash' };
  const refused = await deliver(orders, cash);
  expect(refused.error).not.toBeNull();
  expect(await statusOf(orders[0]?.id ?? '')).toBe('completed');
  const drawer = await openedDrawer(receptionist);
  const inDrawer = async () =>
    Number((await shop.sql`select private.drawer_cash(${drawer}) as cash`)[0]?.cash) - 10_000;
  const { data, error } = await deliver(orders, cash);
  expect(error).toBeNull();
  expect(await inDrawer()).toBe(50_000);
  await receptionist.client.rpc('undo_statuses', { p_orders: (data ?? []).map((order) => ({ ...order })) });
  expect(await Promise.all(orders.map(({ id }) => statusOf(id)))).toEqual(['completed', 'completed']);
  expect(await inDrawer()).toBe(0);
  const versions = await Promise.all(
    orders.map(async ({ id }) => ({ id, version: Number((await storedOrder(shop, id)).version) })),
  );
  expect((await deliver(versions, cash)).error).toBeNull();
  expect(await inDrawer()).toBe(50_000);
  expect(await brokenLedgers(shop)).toEqual([]);
  await closeEven(shop, receptionist, drawer);
  await shop.sql`update public.setting_sections set value = value || '{"tills": []}' where section = 'desk'`;
});

test('REC-09 a signature of another visit, of an earlier delivery or of other content hands over nothing', async () => {
  const { receptionist, technician } = shop.people;
  await requireSignatures(shop, { delivery: true });
  const [mine, mate] = (await visitOf({}, {})) as [Ready, Ready];
  const [theirs, other] = (await visitOf({}, {})) as [Ready, Ready];
  await sign(receptionist, theirs.id, { moment: 'delivery', others: [other.id, mine.id, mate.id] });
  expect((await deliver([mine, mate])).error?.message).toMatch(/^Falta la firma de quien retira/);
  expect((await deliver([theirs, other])).error).toBeNull();

  // Signed, delivered, taken back, changed and signed, changed back: the first signature was of the first delivery.
  const { id } = await makeOrder(shop, { status: 'completed', technical_work: 'Pantalla' });
  const handOver = () => change(receptionist, id, { status: 'delivered', warranty_days: 30 });
  await sign(receptionist, id, { moment: 'delivery' });
  expect((await handOver()).error).toBeNull();
  await shop.sql`update public.service_orders set status = 'completed' where id = ${id}`;
  await change(technician, id, { technical_work: 'Pantalla y conector' });
  await sign(receptionist, id, { moment: 'delivery' });
  await change(technician, id, { technical_work: 'Pantalla' });
  expect((await handOver()).error?.message).toMatch(/^La orden cambió después de la firma de la entrega/);
  expect((await signingOf(receptionist, id, 'delivery')).orders).toHaveLength(1);
  await sign(receptionist, id, { moment: 'delivery' });
  expect((await handOver()).error).toBeNull();
});

const CHANGED =
  'La orden cambió después de firmada su recepción: hace falta otra firma. Pídela en la orden, en «Firmas», antes de comenzar.';

test.each([
  ['device', { equipment_model: 'Otro' }],
  ['number', { imei: '356938035643809' }],
  ['condition', { equipment_condition: 'Golpeado' }],
  ['problem', { work_description: 'Otro' }],
  ['customer', { customer_name: 'Otra Persona' }],
])(
  'REC-89 a reception whose %s was changed since is signed again before the work begins',
  async (_, columns) => {
    const { receptionist, technician } = shop.people;
    await requireSignatures(shop, { reception: true });
    const { id } = await makeOrder(shop);
    const begin = () => change(technician, id, { status: 'in_progress' });
    await sign(receptionist, id);
    await change(receptionist, id, columns);
    expect((await begin()).error?.message).toBe(CHANGED);
    // One change that alters the order and begins the work is refused too.
    const { error } = await change(shop.people.admin, id, { status: 'in_progress', equipment_brand: 'Otra' });
    expect(error?.message).toBe(CHANGED);
    await sign(receptionist, id);
    expect((await begin()).error).toBeNull();
  },
);

test('REC-89 a checklist and a removed photo count too; photos that come later, another phone and new terms do not', async () => {
  const { receptionist, technician } = shop.people;
  await requireSignatures(shop, { reception: true });
  const begin = (id: string) => change(technician, id, { status: 'in_progress' });
  const kept = await makeOrder(shop);
  await sign(receptionist, kept.id);
  await keptPhoto(shop, 'receptionist', kept.id);
  await change(receptionist, kept.id, { customer_phone: '+56 9 7000 4455' });
  await shop.sql`update public.setting_sections set
    value = jsonb_set(value, '{items}', (value -> 'items') || '["Otra."]') where section = 'terms'`;
  expect((await begin(kept.id)).error).toBeNull();

  const { id } = await makeOrder(shop);
  const photo = await keptPhoto(shop, 'receptionist', id);
  await sign(receptionist, id);
  await receptionist.client.rpc('remove_photo', { p_id: photo });
  expect((await begin(id)).error?.message).toBe(CHANGED);
  await sign(receptionist, id);
  await shop.sql`insert into public.order_checklists (order_id, moment, equipment_type, points)
    values (${id}, 'reception', 'smartphone', '[{"label": "Pantalla", "result": "fails"}]')`;
  expect((await begin(id)).error?.message).toBe(CHANGED);
  await sign(receptionist, id);
  expect((await begin(id)).error).toBeNull();
});
