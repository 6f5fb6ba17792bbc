/** Signatures on the shop's screen: what is signed, by whom, and that it stays (REC-70 to REC-72, REC-76). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { callSaveChecklist, worksAt } from './support/checklists.ts';
import { change, makeOrder } from './support/orders.ts';
import { keptPhoto } from './support/photos.ts';
import { ACTORS, openShop, type Shop } from './support/shop.ts';
import { sign, signingOf, STROKES } from './support/signatures.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const stored = (orderId: string) =>
  shop.sql`select * from private.order_signatures where order_id = ${orderId} order by signed_at`;
const CHANGED = 'La orden cambió mientras se firmaba. Lee cómo quedó y firma otra vez.';

test('REC-70 what is signed at reception is customer, device, condition, checklist, accessories, photos and terms', async () => {
  const { receptionist, customer } = shop.people;
  const order = await makeOrder(shop, { equipment_condition: 'Vidrio trizado', imei: '356938035643809' });
  await callSaveChecklist(receptionist, order.id, {
    points: [worksAt('Pantalla')],
    accessories: [{ id: randomUUID(), label: 'Funda' }],
  });
  const photo = await keptPhoto(shop, 'receptionist', order.id);
  await shop.sql`update public.order_photos set moment = 'reception' where id = ${photo}`;
  const [{ sha256 } = {}] = await shop.sql`select sha256 from public.order_photos where id = ${photo}`;
  const shown = await signingOf(receptionist, order.id);
  expect(shown).toMatchObject({
    moment: 'reception',
    orders: [
      {
        number: order.order_number,
        customer: { name: customer.fullName, rut: customer.rut, phone: customer.phone },
        imei: '356938035643809',
        condition: 'Vidrio trizado',
        points: [worksAt('Pantalla')],
        accessories: ['Funda'],
        photos: [sha256],
        terms: 1,
      },
    ],
  });
  expect(shown.terms.length).toBeGreaterThan(0);
  expect((await sign(receptionist, order.id, { digest: shown.digest })).error).toBeNull();
  expect(await stored(order.id)).toMatchObject([
    {
      moment: 'reception',
      strokes: STROKES,
      signer_name: 'Rosa Soto',
      by_link: false,
      asked_by: receptionist.id,
    },
  ]);
  const [event] = await shop.sql`select kind, actor_id, changes from public.order_events
    where order_id = ${order.id} order by id desc limit 1`;
  expect(event).toEqual({
    kind: 'signed',
    actor_id: receptionist.id,
    changes: { reception_signature: [null, 'Rosa Soto'] },
  });
});

test('REC-71 an order that changed since it was shown is refused, whatever changed of what is signed', async () => {
  const { receptionist } = shop.people;
  const changes: readonly ((orderId: string) => PromiseLike<unknown>)[] = [
    (orderId) => change(receptionist, orderId, { equipment_condition: 'Golpeado' }),
    (orderId) => change(receptionist, orderId, { customer_name: 'Otro Nombre' }),
    (orderId) => change(receptionist, orderId, { equipment_model: 'Otro' }),
    (orderId) => callSaveChecklist(receptionist, orderId, { points: [worksAt('Pantalla')] }),
    (orderId) =>
      shop.sql`insert into public.order_photos
        (id, order_id, moment, checked_at, width, height, bytes, sha256)
        values (gen_random_uuid(), ${orderId}, 'reception', now(), 9, 9, 9, repeat('0', 64))`,
  ];
  for (const alter of changes) {
    const { id } = await makeOrder(shop);
    const { digest } = await signingOf(receptionist, id);
    await alter(id);
    expect((await sign(receptionist, id, { digest })).error?.message).toBe(CHANGED);
    expect(await stored(id)).toHaveLength(0);
    // Columns that are not signed at reception may change.
    const now = await signingOf(receptionist, id);
    await change(receptionist, id, { notes: 'Llamar después de las 18' });
    expect((await sign(receptionist, id, { digest: now.digest })).error).toBeNull();
  }
});

test('REC-70 a change and a signature at once: either the signature came first, or it is refused', async () => {
  const { receptionist, technician } = shop.people;
  for (let round = 0; round < 5; round += 1) {
    const { id } = await makeOrder(shop);
    const { digest } = await signingOf(receptionist, id);
    const [signed, changed] = await Promise.all([
      sign(receptionist, id, { digest }),
      callSaveChecklist(technician, id, { points: [worksAt('Pantalla')] }),
    ]);
    expect(changed.error).toBeNull();
    const rows = await stored(id);
    expect(rows).toHaveLength(signed.error ? 0 : 1);
    expect(signed.error?.message ?? CHANGED).toBe(CHANGED);
    for (const row of rows) expect(row.digest).toMatch(/^[0-9a-f]{64}$/);
  }
});

test('REC-70 the staff sign once for a request; an order that is signed as it is now is not signed again', async () => {
  const { technician } = shop.people;
  const { id } = await makeOrder(shop);
  const { digest } = await signingOf(technician, id);
  const requestId = randomUUID();
  const sent = await Promise.all([1, 2, 3].map(() => sign(technician, id, { requestId, digest })));
  expect(sent.map(({ error }) => error)).toEqual([null, null, null]);
  expect(await stored(id)).toHaveLength(1);
  const other = await sign(technician, id, { requestId, digest, name: 'Pedro Paz' });
  expect(other.error?.code).toBe('PT409');
  expect((await sign(technician, id, { digest })).error?.message).toBe(
    'La orden ya está firmada como está ahora.',
  );
  await change(shop.people.receptionist, id, { equipment_condition: 'Con un rayón más' });
  expect((await sign(technician, id)).error).toBeNull();
  const { data } = await technician.client.rpc('order_signatures', { p_id: id });
  expect(data?.map(({ is_current: isCurrent }) => isCurrent)).toEqual([true, false]);
});

test('REC-72 one signature covers the orders of a visit that are at reception, each with its own copy', async () => {
  const { receptionist, customer } = shop.people;
  const takeIn = async (visit: object) => {
    const { data, error } = await receptionist.client
      .from('service_orders')
      .insert({
        id: randomUUID(),
        ...orderColumns({
          customer_name: customer.fullName,
          customer_phone: customer.phone,
          customer_rut: customer.rut,
        }),
        visit_details: visit,
      } as never)
      .select('id')
      .single();
    if (error) throw error;
    return data.id;
  };
  const first = await takeIn({ order: null, more: true });
  const second = await takeIn({ order: first, more: true });
  const third = await takeIn({ order: first, more: false });
  const stranger = await makeOrder(shop);
  await shop.sql`update public.service_orders set status = 'cancelled' where id = ${third}`;
  expect((await signingOf(receptionist, second)).orders).toHaveLength(2);
  expect((await sign(receptionist, second)).error).toBeNull();
  expect(
    await Promise.all([first, second, third, stranger.id].map(async (id) => (await stored(id)).length)),
  ).toEqual([1, 1, 0, 0]);
  // One that was corrected is signed alone.
  await change(receptionist, first, { equipment_condition: 'Otra' });
  expect((await signingOf(receptionist, second)).orders).toHaveLength(1);
  // A device is collected alone, too.
  expect((await signingOf(receptionist, second, 'delivery')).orders).toHaveLength(1);
});

test('REC-70 only the staff sign on the screen; customers read the signatures of their own orders', async () => {
  const { id } = await makeOrder(shop);
  const { digest } = await signingOf(shop.people.admin, id);
  for (const actor of ['anon', 'customer', 'other'] as const) {
    const by = { client: shop.clientOf(actor) };
    expect((await sign(by, id, { digest })).error?.code, actor).toBe('42501');
    const asked = await by.client.rpc('ask_signature', {
      p_request_id: randomUUID(),
      p_order_id: id,
      p_moment: 'reception',
    });
    expect(asked.error?.code, actor).toBe('42501');
    await expect(signingOf(by, id), actor).rejects.toMatchObject({ code: '42501' });
  }
  expect((await sign(shop.people.technician, id, { strokes: null, name: '  Rosa Soto ' })).error).toBeNull();
  for (const actor of ACTORS) {
    const { data, error } = await shop.clientOf(actor).rpc('order_signatures', { p_id: id });
    const isRefused = actor === 'anon' || actor === 'other';
    expect(error?.code, actor).toBe(isRefused ? '42501' : undefined);
    const read = data?.map(({ signer_name: name, is_drawn: drawn, is_current: current }) => [
      name,
      drawn,
      current,
    ]);
    expect(read, actor).toEqual(isRefused ? undefined : [['Rosa Soto', false, true]]);
  }
});

test('REC-70 a scribble that is none, too large, or without a name is refused in words; so is an order that is gone', async () => {
  const { receptionist } = shop.people;
  const { id } = await makeOrder(shop);
  const unreadable = 'La firma no se entiende, o es demasiado larga. Bórrala y firma otra vez.';
  const long = Array.from({ length: 9000 }, (_, at) => at % 1000);
  for (const strokes of [
    [],
    [[5, 5]],
    [[0, 0, 1, 1]],
    [[1, 2, 3]],
    [[0, 0, 1001, 9]],
    [[0, 0, 9, 401]],
    [long, long],
  ])
    expect((await sign(receptionist, id, { strokes })).error?.message).toBe(unreadable);
  const nameless = 'Escribe el nombre de quien firma, en hasta 120 letras.';
  for (const name of ['', ' a ', 'a'.repeat(121)])
    expect((await sign(receptionist, id, { name })).error?.message).toBe(nameless);
  expect((await sign(receptionist, id, { moment: 'siempre', digest: 'a' })).error?.code).toBe('22023');
  expect((await sign(receptionist, randomUUID())).error?.code).toBe('P0002');
  expect(await stored(id)).toHaveLength(0);
});

test('REC-76 nobody changes a signature, the database’s owner included', async () => {
  const { id } = await makeOrder(shop);
  await sign(shop.people.receptionist, id);
  const refused = 'Una firma no se cambia.';
  await expect(
    shop.sql`update private.order_signatures set signer_name = 'Otra Persona' where order_id = ${id}`,
  ).rejects.toThrow(refused);
  await expect(
    shop.sql`update private.order_signatures set strokes = null, signer_name = null, digest = repeat('0', 64)
      where order_id = ${id}`,
  ).rejects.toThrow(refused);
});
