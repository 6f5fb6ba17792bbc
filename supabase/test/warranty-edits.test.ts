/** Changes of a return and its original after they were linked: corrections, deletions, lost answers (WARR-07). */
import { randomUUID } from 'node:crypto';
import { waitingSessions } from '@taller/server/testing/waiting-sessions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder, orderOf, storedOrder } from './support/orders.ts';
import { deliveredOrder, takeIn, takeInReturn } from './support/returns.ts';
import { newRut, openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let desk: Person;
beforeAll(async () => {
  shop = await openShop();
  desk = shop.people.receptionist;
});
afterAll(() => shop[Symbol.asyncDispose]());

const APART = /no tendrían en común ni el RUT ni un teléfono: anota en una el teléfono de la otra/;
const RIGHT = '+56 9 8123 7655';

/** Two people of a family, one phone: what the one brought back the other had brought. */
async function tiedByPhone(at: number) {
  const phone = { customer_phone: `+56 9 8123 60${String(at).padStart(2, '0')}` };
  const original = await deliveredOrder(shop, { ago: 10, days: 30, customer_rut: newRut(), ...phone });
  const rut = newRut();
  const { data, error } = await takeIn(shop, desk, {
    customer_rut: rut,
    warranty_of: original.order_number,
    ...phone,
  });
  if (error) throw new Error(error.message);
  return { original, came: data, rut, phone: phone.customer_phone };
}

const correctPhone = (id: string, wrong: string) =>
  desk.client.rpc('correct_phone', { p_order_id: id, p_phone: wrong });

test('WARR-07 a phone that is corrected in the customer’s other orders leaves no return with another’s original', async () => {
  const { original, came, rut, phone } = await tiedByPhone(1);
  for (const customer_rut of [rut, (await storedOrder(shop, original.id)).customer_rut as string]) {
    const other = await makeOrder(shop, { customer_rut, customer_phone: RIGHT });
    expect((await correctPhone(other.id, phone)).error?.message).toMatch(APART);
  }
  for (const { id } of [came, original])
    expect(await storedOrder(shop, id)).toMatchObject({ customer_phone: phone });
  await change(desk, came.id, { second_phone: phone, customer_phone: RIGHT });
  const other = await makeOrder(shop, {
    customer_rut: (await storedOrder(shop, original.id)).customer_rut as string,
    customer_phone: RIGHT,
  });
  expect((await correctPhone(other.id, phone)).data).toBe(1);
});

test('WARR-07 the only phone that two orders share is corrected by what the refusal says', async () => {
  const { original, came, phone } = await tiedByPhone(2);
  for (const { id } of [came, original])
    expect((await change(desk, id, { customer_phone: RIGHT })).error?.message).toMatch(APART);
  expect((await change(desk, came.id, { customer_phone: RIGHT, second_phone: phone })).error).toBeNull();
  expect((await change(desk, original.id, { customer_phone: RIGHT })).error).toBeNull();
  expect((await change(desk, came.id, { second_phone: null })).error).toBeNull();
});

test('WARR-07 a correction of a return does not ask again whether the warranty runs', async () => {
  const { order_number: number } = await deliveredOrder(shop, { ago: 40, days: 30 });
  await shop.sql`update public.service_orders set delivered_at = now() - interval '30 days'
    where order_number = ${number}`;
  const first = await takeInReturn(shop, number);
  const second = await takeInReturn(shop, number);
  await shop.sql`update public.service_orders set delivered_at = now() - interval '35 days'
    where order_number = ${number}`;
  await change(shop.people.admin, first.id, { status: 'cancelled', cancellation_reason: 'Error' });
  for (const { id } of [first, second])
    expect((await change(desk, id, { customer_phone: RIGHT })).error).toBeNull();
});

test('WARR-07 after one of the two was anonymised the other one is corrected as any order', async () => {
  const one = await tiedByPhone(3);
  await shop.sql`select private.anonymize_orders(array[${one.original.id}]::uuid[])`;
  expect((await change(desk, one.came.id, { customer_phone: RIGHT })).error).toBeNull();
  const two = await tiedByPhone(4);
  await shop.sql`select private.anonymize_orders(array[${two.came.id}]::uuid[])`;
  expect((await change(desk, two.original.id, { customer_phone: RIGHT })).error).toBeNull();
  expect(await storedOrder(shop, two.came.id)).toMatchObject({ warranty_of: two.original.order_number });
});

test('WARR-07 of two corrections at once that would part the two, one is refused', async () => {
  const { original, came, phone } = await tiedByPhone(5);
  await change(desk, came.id, { second_phone: RIGHT });
  await change(desk, original.id, { second_phone: RIGHT });
  const work = await shop.sql.reserve();
  await work`begin`;
  await work`update public.service_orders set second_phone = null where id = ${original.id}`;
  const correction = change(desk, came.id, { customer_phone: '+56 9 8123 6099' }).then(({ error }) => error);
  await expect.poll(() => waitingSessions(shop.sql)).toHaveLength(1);
  await work`commit`;
  work.release();
  expect((await correction)?.message).toMatch(APART);
  expect(await storedOrder(shop, came.id)).toMatchObject({ customer_phone: phone });
});

test('WARR-07 a deletion of the original and a correction of the return at once both happen', async () => {
  const { original, came, rut, phone } = await tiedByPhone(6);
  const { data: sibling } = await takeIn(shop, desk, {
    customer_rut: rut,
    customer_phone: phone,
    warranty_of: original.order_number,
  });
  if (!sibling) throw new Error('No sibling');
  const work = await shop.sql.reserve();
  await work`begin`;
  await work`select from public.service_orders where id = ${came.id} for update`;
  const orders = shop.people.admin.client.from('service_orders');
  const deletion = orders
    .delete()
    .eq('id', original.id)
    .select('id')
    .then(({ data }) => data);
  await expect.poll(() => waitingSessions(shop.sql)).toHaveLength(1);
  await work`select set_config('role', 'authenticated', true), set_config('request.jwt.claims',
    ${JSON.stringify({ sub: desk.id, role: 'authenticated' })}, true)`;
  // Named by another return, the original is the same one.
  await work`update public.service_orders
    set customer_phone = ${RIGHT}, second_phone = ${phone}, warranty_of = ${sibling.order_number}
    where id = ${came.id}`;
  await work`commit`;
  work.release();
  expect(await deletion).toHaveLength(1);
  expect(await storedOrder(shop, came.id)).toMatchObject({ warranty_of: null, customer_phone: RIGHT });
});

test('WARR-07 ‘Deshacer’ brings no link back that the customer of today does not have', async () => {
  await shop.sql`
    update public.setting_sections set value = value || '{"undoSeconds": 60}' where section = 'messages'`;
  const { came } = await tiedByPhone(7);
  const { data } = await change(desk, came.id, {
    status: 'in_progress',
    warranty_of: null,
    customer_phone: RIGHT,
  });
  const undone = { p_order_id: came.id, p_version: Number(data?.version) };
  expect((await desk.client.rpc('undo_status', undone)).error?.message).toMatch(/es de otra persona/);
  expect(await storedOrder(shop, came.id)).toMatchObject({ status: 'in_progress', warranty_of: null });
});

test('WARR-02 a deleted original leaves no outcome on the order that came back', async () => {
  const { id: originalId, order_number: number } = await deliveredOrder(shop, { ago: 10, days: 30 });
  const { id } = await takeInReturn(shop, number);
  await change(desk, id, { warranty_outcome: 'not_covered', warranty_reason: 'Se mojó' });
  await shop.people.admin.client.from('service_orders').delete().eq('id', originalId);
  expect(await storedOrder(shop, id)).toMatchObject({
    warranty_of: null,
    warranty_outcome: null,
    warranty_reason: null,
  });
});

test('WARR-02 a return that is sent again after its answer was lost is there, whatever ended meanwhile', async () => {
  const original = await deliveredOrder(shop, { ago: 30, days: 30 });
  const row = {
    ...orderOf(shop.people.customer),
    id: randomUUID(),
    quote: 0,
    total_amount: 0,
    warranty_of: original.order_number,
  };
  const send = async () => (await desk.client.from('service_orders').insert(row)).error?.code;
  expect(await send()).toBeUndefined();
  await shop.sql`update public.service_orders set delivered_at = now() - interval '40 days'
    where id = ${original.id}`;
  expect(await send()).toBe('23505');
  row.id = randomUUID();
  expect(await send()).toBe('23514');
});
