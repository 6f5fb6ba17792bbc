/** Signatures that the shop requires, their records, and what stays of them (REC-36, REC-74, REC-75, REC-77). */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { anonymize } from './support/anonymize.ts';
import { change, makeOrder } from './support/orders.ts';
import { CRON_SECRET, seal, verify } from './support/records.ts';
import { newRut, openShop, type Shop } from './support/shop.ts';
import { requireSignatures, sign, STROKES } from './support/signatures.ts';

let shop: Shop;
beforeAll(async () => {
  vi.stubEnv('CRON_SECRET', CRON_SECRET);
  shop = await openShop();
});
afterEach(() => requireSignatures(shop, {}));
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  vi.unstubAllEnvs();
});

const deliver = (id: string) =>
  change(shop.people.receptionist, id, { status: 'delivered', warranty_days: 30 });
const MISSING = 'Falta la firma de quien retira. Pídela en la orden, en «Firmas», y entrega después.';
const STALE =
  'La orden cambió después de la firma de la entrega, o esa firma era de otra entrega. Pide la firma otra vez.';

test('REC-75 where the shop requires it, nobody hands over without the signature of what is handed over', async () => {
  const { receptionist, technician, admin } = shop.people;
  await requireSignatures(shop, { delivery: true });
  const { id } = await makeOrder(shop, { status: 'completed' });
  for (const person of [receptionist, technician, admin]) {
    const { error } = await change(person, id, { status: 'delivered', warranty_days: 30 });
    expect(error?.message).toBe(MISSING);
  }
  // The signature of the reception is another one.
  await sign(receptionist, id);
  expect((await deliver(id)).error?.message).toBe(MISSING);
  await sign(receptionist, id, { moment: 'delivery' });
  await change(technician, id, { technical_work: 'También el conector' });
  expect((await deliver(id)).error?.message).toBe(STALE);
  expect((await sign(receptionist, id, { moment: 'delivery' })).error).toBeNull();
  expect((await deliver(id)).error).toBeNull();
  expect((await sign(receptionist, id, { moment: 'delivery', digest: 'a' })).error?.message).toBe(
    'El equipo ya se entregó: no queda nada por firmar.',
  );
});

test.each([
  ['rejected', null],
  ['rejected', 45_000],
  ['cancelled', null],
  ['in_progress', null],
  ['completed', 0],
  ['completed', 45_000],
])(
  'REC-36 a %s device of the price %s goes back with a charge for the review, and its signature stays one of the order',
  async (status, price) => {
    const { receptionist } = shop.people;
    await requireSignatures(shop, { delivery: true });
    const { id } = await makeOrder(shop, { status, total_amount: price, quote: price });
    const handBack = () =>
      change(receptionist, id, {
        status: 'delivered',
        warranty_days: 0,
        total_amount: 5000,
        quote: 5000,
        ...(['in_progress', 'completed'].includes(status) && { unrepaired_reason: 'No hay repuestos' }),
      });
    expect((await handBack()).error?.message).toBe(MISSING);
    await sign(receptionist, id, { moment: 'delivery' });
    const { data, error } = await handBack();
    expect(error).toBeNull();
    expect(data).toMatchObject({ status: 'delivered', total_amount: 5000 });
    const isCurrent = async () =>
      (await receptionist.client.rpc('order_signatures', { p_id: id })).data?.map((each) => each.is_current);
    expect(await isCurrent()).toEqual([true]);
    await shop.sql`update public.service_orders set equipment_brand = 'Otra ' || equipment_brand where id = ${id}`;
    expect(await isCurrent()).toEqual([false]);
    await shop.sql`update public.service_orders set equipment_brand = substr(equipment_brand, 6) where id = ${id}`;
    expect(await isCurrent()).toEqual([true]);
    // The next delivery is another one, once the device is back in the shop.
    await shop.sql`update public.service_orders set status = 'cancelled' where id = ${id}`;
    expect(await isCurrent()).toEqual([false]);
    expect((await handBack()).error?.message).toBe(STALE);
  },
);

test('REC-75 a device that was taken back is signed for again', async () => {
  const { receptionist } = shop.people;
  await requireSignatures(shop, { delivery: true });
  const { id } = await makeOrder(shop, { status: 'completed' });
  await sign(receptionist, id, { moment: 'delivery' });
  expect((await deliver(id)).error).toBeNull();
  await shop.sql`update public.service_orders set status = 'completed' where id = ${id}`;
  expect((await deliver(id)).error?.message).toBe(STALE);
  expect((await sign(receptionist, id, { moment: 'delivery' })).error).toBeNull();
  expect((await deliver(id)).error).toBeNull();
});

test('REC-75 a required signature of the reception holds the work of orders that came in since, and no cancellation', async () => {
  const { receptionist, technician } = shop.people;
  const before = await makeOrder(shop);
  await requireSignatures(shop, { reception: true });
  const [since, unwanted] = [await makeOrder(shop), await makeOrder(shop)];
  expect((await change(technician, before.id, { status: 'in_progress' })).error).toBeNull();
  const { error } = await change(technician, since.id, { status: 'in_progress' });
  expect(error?.message).toBe(
    'Falta la firma de la recepción. Pídela en la orden, en «Firmas», antes de comenzar.',
  );
  const cancelled = { status: 'cancelled', cancellation_reason: 'Se arrepintió' };
  expect((await change(technician, unwanted.id, cancelled)).error).toBeNull();
  await sign(receptionist, since.id);
  expect((await change(technician, since.id, { status: 'in_progress' })).error).toBeNull();
  // Later corrections block nothing once the work goes on.
  await change(receptionist, since.id, { equipment_condition: 'Golpeado' });
  expect((await change(technician, since.id, { status: 'completed' })).error).toBeNull();
});

test('REC-74 each signature is a sealed record, personal facts beside it, and an erasure leaves the chain verifiable', async () => {
  const { receptionist, admin } = shop.people;
  const rut = newRut();
  const { id } = await makeOrder(shop, {
    customer_rut: rut,
    customer_name: 'Rosa Soto',
    equipment_condition: 'Vidrio trizado',
    status: 'completed',
  });
  await sign(receptionist, id);
  await sign(receptionist, id, { moment: 'delivery', strokes: null });
  expect((await deliver(id)).error).toBeNull();
  await seal(shop);
  const records = await shop.sql<{ kind: string; body: string }[]>`
    select kind, body from private.sealed_records where order_id = ${id} order by seq`;
  expect(records.map(({ kind }) => kind)).toEqual(['reception', 'collection', 'delivery']);
  expect(JSON.parse(records[0]?.body ?? '')).toMatchObject({
    facts: { photos: [], terms_version: 1, is_drawn: true, by_link: false },
  });
  const personal = () =>
    shop.sql`select content from private.sealed_personal where order_id = ${id} order by event_id`;
  expect((await personal())[0]?.content).toMatchObject({
    signer_name: 'Rosa Soto',
    strokes: STROKES,
    signed: { customer: { rut }, condition: 'Vidrio trizado' },
  });
  for (const { body } of records)
    for (const word of ['Rosa', rut, 'trizado']) expect(body).not.toContain(word);
  expect((await verify(shop)).fault).toBeNull();
  expect((await anonymize(admin, 'rut', rut)).error).toBeNull();
  expect(await personal()).toHaveLength(0);
  const left =
    await shop.sql`select strokes, signer_name from private.order_signatures where order_id = ${id}`;
  expect(left).toEqual([
    { strokes: null, signer_name: null },
    { strokes: null, signer_name: null },
  ]);
  const traces = await shop.sql`select from public.order_events
    where order_id = ${id} and changes::text like '%Rosa Soto%'`;
  expect(traces).toHaveLength(0);
  expect((await verify(shop)).fault).toBeNull();
  expect((await sign(receptionist, id, { digest: 'a' })).error?.code).toBe('P0002');
});

test('REC-77 signatures go with their order, and are in the customer’s own copy', async () => {
  const { receptionist, customer, admin } = shop.people;
  const { id, order_number: number } = await makeOrder(shop);
  await sign(receptionist, id);
  const { data } = await customer.client.rpc('export_own_data');
  const orders = (data as { ordenes: { numero: number; firmas: unknown }[] }).ordenes;
  expect(orders.find((order) => order.numero === number)?.firmas).toMatchObject([
    { momento: 'recepción', nombre: 'Rosa Soto', trazo: STROKES, en_tu_telefono: false },
  ]);
  await admin.client.from('service_orders').delete().eq('id', id);
  expect(await shop.sql`select from private.order_signatures where order_id = ${id}`).toHaveLength(0);
});
