/** Signatures for what was not shown, or that go by a back door (REC-80 to REC-86). */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { waitingSessions } from '@taller/server/testing/waiting-sessions.ts';
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { change, makeOrder } from './support/orders.ts';
import { keptPhoto } from './support/photos.ts';
import { newRut, openShop, type Shop } from './support/shop.ts';
import { linkFor, requireSignatures, shownBy, sign, signByLink, signingOf } from './support/signatures.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterEach(() => requireSignatures(shop, {}));
afterAll(() => shop[Symbol.asyncDispose]());

/** Takes in a device of a visit. */
async function takeIn(rut: string, mate: string | null): Promise<string> {
  const { data, error } = await shop.people.receptionist.client
    .from('service_orders')
    .insert({
      id: randomUUID(),
      ...orderColumns({ customer_rut: rut }),
      visit_details: { order: mate, more: mate === null },
    } as never)
    .select('id')
    .single();
  if (error) throw error;
  return data.id;
}

const signedOf = (orderId: string) =>
  shop.sql`select p.content, s.digest from private.sealed_personal p
    join private.order_signatures s on s.order_id = p.order_id where p.order_id = ${orderId}`;

test('REC-80 one change that alters an order and hands it over needs a signature of what it makes of it', async () => {
  const { receptionist, technician, admin } = shop.people;
  await requireSignatures(shop, { delivery: true });
  const { id } = await makeOrder(shop, { status: 'completed', total_amount: 10_000 });
  await sign(receptionist, id, { moment: 'delivery' });
  const delivered = { status: 'delivered', warranty_days: 30 };
  for (const [person, also] of [
    [admin, { total_amount: 90_000 }],
    [technician, { technical_work: 'Otro trabajo' }],
    [receptionist, { customer_name: 'Otra Persona' }],
    [receptionist, { imei: '356938035643809' }],
  ] as const) {
    const { error } = await change(person, id, { ...delivered, ...also });
    expect(error?.message, JSON.stringify(also)).toContain(
      'La orden cambió después de la firma de la entrega',
    );
  }
  expect((await change(receptionist, id, delivered)).error).toBeNull();
});

test('REC-81 who signs for a visit reads the terms of each of its orders', async () => {
  const { receptionist } = shop.people;
  const rut = newRut();
  const first = await takeIn(rut, null);
  await receptionist.client.rpc('print_terms', { p_order_id: first });
  const { terms: before } = await signingOf(receptionist, first);
  await shop.sql`update public.setting_sections set
    value = jsonb_set(value, '{items}', (value -> 'items') || '["Nada se devuelve."]') where section = 'terms'`;
  const second = await takeIn(rut, first);
  const token = await linkFor(receptionist, second);
  const shown = await shownBy(shop, token);
  expect(shown.orders.map(({ terms }) => terms)).toEqual([1, 2]);
  expect(shown.terms).toEqual([...before, 'Nada se devuelve.']);
  expect((await signByLink(shop, token, { digest: shown.digest })).error).toBeNull();
});

test('REC-82 what is sealed is what was shown, though a photo comes while the orders are signed', async () => {
  const { receptionist } = shop.people;
  const rut = newRut();
  const first = await takeIn(rut, null);
  const second = await takeIn(rut, first);
  const { digest, orders } = await signingOf(receptionist, first);
  const { signing } = await shop.sql.begin(async (tx) => {
    await tx`lock table private.order_signatures in share mode`;
    const signing = sign(receptionist, first, { digest });
    await expect.poll(() => waitingSessions(shop.sql)).toHaveLength(1);
    await tx`insert into public.order_photos (id, order_id, moment, checked_at, width, height, bytes, sha256)
      values (gen_random_uuid(), ${second}, 'reception', now(), 9, 9, 9, repeat('0', 64))`;
    // The promise is in an object so that it is awaited after the end of the lock.
    return { signing };
  });
  expect((await signing).error).toBeNull();
  for (const [place, id] of [first, second].entries())
    expect((await signedOf(id))[0]?.content).toMatchObject({ signed: orders[place] });
  // With the photo the second one is another order than the one that was signed.
  expect((await signingOf(receptionist, first)).orders.map(({ number }) => number)).toEqual([
    orders[1]?.number,
  ]);
});

test('REC-83 a signature after a correction is a record that names the one before', async () => {
  const { receptionist } = shop.people;
  const { id } = await makeOrder(shop);
  await sign(receptionist, id);
  await change(receptionist, id, { equipment_condition: 'Con la tapa suelta' });
  await sign(receptionist, id);
  await sign(receptionist, id, { moment: 'delivery' });
  const queued = await shop.sql`select id, kind, corrects from private.records_to_seal
    where order_id = ${id} order by id`;
  expect(queued.map(({ kind, corrects }) => [kind, corrects])).toEqual([
    ['reception', null],
    ['corrected_reception', queued[0]?.id],
    ['reception', queued[1]?.id],
    ['collection', null],
  ]);
});

test('REC-84 photos that go after their time leave a signature as it was; one that somebody removes does not', async () => {
  const { receptionist } = shop.people;
  const isCurrent = async (id: string) => {
    const { data } = await receptionist.client.rpc('order_signatures', { p_id: id });
    return data?.map(({ is_current: current }) => current);
  };
  const signedWithPhoto = async () => {
    const { id } = await makeOrder(shop, { status: 'completed' });
    const photo = await keptPhoto(shop, 'receptionist', id);
    expect((await sign(receptionist, id)).error).toBeNull();
    const { error } = await change(receptionist, id, { status: 'delivered', warranty_days: 30 });
    expect(error).toBeNull();
    return { id, photo };
  };
  const [old, recent] = [await signedWithPhoto(), await signedWithPhoto()];
  // The schedule does the same after photo_days.
  await shop.sql`delete from public.order_photos where id = ${old.photo}`;
  expect(await isCurrent(old.id)).toEqual([true]);
  expect(await isCurrent(recent.id)).toEqual([true]);
  await receptionist.client.rpc('remove_photo', { p_id: recent.photo });
  expect(await isCurrent(recent.id)).toEqual([false]);
});

test('REC-85 reception does not undo an intake that was signed', async () => {
  const { receptionist } = shop.people;
  const id = await takeIn(newRut(), null);
  await sign(receptionist, id);
  const { error } = await receptionist.client.rpc('take_back_order', {
    p_order_id: id,
    p_reason: 'Me equivoqué',
  });
  expect(error?.message).toBe('La orden ya se firmó: pide a administración que la elimine.');
  expect(await signedOf(id)).toHaveLength(1);
});

test('REC-86 an order that was cancelled at reception goes on with the signature that its reception needs', async () => {
  const { receptionist, technician } = shop.people;
  await requireSignatures(shop, { reception: true });
  const { id } = await makeOrder(shop);
  const to = (status: string, also = {}) => change(technician, id, { status, ...also });
  expect((await to('cancelled', { cancellation_reason: 'Se arrepintió' })).error).toBeNull();
  for (const status of ['in_progress', 'completed', 'quoted'])
    expect((await to(status)).error?.message, status).toBe(
      'Falta la firma de la recepción. Deja la orden pendiente y pide la firma antes de seguir.',
    );
  expect((await to('pending')).error).toBeNull();
  await sign(receptionist, id);
  expect((await to('in_progress')).error).toBeNull();
});

test('REC-73 two people whose requests have one id get links of their own', async () => {
  const { receptionist, technician } = shop.people;
  const requestId = randomUUID();
  const tokens = await Promise.all(
    [receptionist, technician].map(async ({ client }) => {
      const { id } = await makeOrder(shop);
      const asked = { p_request_id: requestId, p_order_id: id, p_moment: 'reception' };
      return (await client.rpc('ask_signature', asked)).data;
    }),
  );
  expect(new Set(tokens).size).toBe(2);
  expect(tokens).not.toContain(null);
});

test.each(['rejected', 'cancelled', 'completed'])(
  'REC-80 a %s device goes back unrepaired with the signature it has, charged less than was said and not more',
  async (status) => {
    const { receptionist } = shop.people;
    await requireSignatures(shop, { delivery: true });
    const reason = status === 'completed' && { unrepaired_reason: 'No hay repuestos' };
    const handBack = (id: string, price: number) =>
      change(receptionist, id, {
        status: 'delivered',
        warranty_days: 0,
        total_amount: price,
        quote: price,
        ...reason,
      });
    for (const price of [0, 5000]) {
      const { id } = await makeOrder(shop, { status, total_amount: 45_000, quote: 45_000 });
      await sign(receptionist, id, { moment: 'delivery' });
      expect((await handBack(id, 90_000)).error?.message).toContain('La orden cambió después de la firma');
      expect((await handBack(id, price)).error?.message).toBeUndefined();
    }
  },
);
