/** The warranties that run, as the form of a new order finds them, and until when (WARR-01, WARR-04). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder } from './support/orders.ts';
import { deliveredOrder, takeInReturn } from './support/returns.ts';
import { newRut, openShop, type Shop } from './support/shop.ts';
import { dayFromToday } from './support/waits.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

interface Warranty {
  warranty_end: string | null;
  suspended_since: string | null;
  original: {
    order_number: number;
    warranty_end: string;
    suspended_since: string | null;
    technical_work: string;
  } | null;
  returns: { id: string; warranty_of: number; warranty_outcome: string | null }[];
}
const warrantyOf = async (id: string, by: keyof Shop['people'] = 'receptionist') =>
  (await shop.people[by].client.rpc('order_warranty', { p_order_id: id })).data as unknown as Warranty | null;

type Clues = Partial<Record<'p_rut' | 'p_phone' | 'p_imei' | 'p_at', string>>;
const find = async (clues: Clues) => {
  const { data, error } = await shop.people.technician.client.rpc('find_warranties', clues);
  if (error) throw new Error(error.message);
  return data;
};

const storedTime = async (id: string) => {
  const [row] =
    await shop.sql`select to_jsonb(o) ->> 'created_at' as at from public.service_orders o where id = ${id}`;
  return String(row?.at);
};

/** A customer of their own for a test. */
const someone = (at: number) => ({ customer_rut: newRut(), customer_phone: `+56 9 8123 ${4000 + at}` });

/** Back and handed over again: in the shop from some days ago until some days ago. */
async function visit(
  number: number,
  from: number,
  until: number,
  outcome = 'covered',
  who: Record<string, string> = {},
): Promise<string> {
  const { id } = await takeInReturn(shop, number, from, who);
  await change(shop.people.receptionist, id, {
    status: 'delivered',
    warranty_outcome: outcome,
    warranty_reason: 'Golpe',
    warranty_days: 0,
  });
  await shop.sql`update public.service_orders set delivered_at = now() - make_interval(days => ${until})
    where id = ${id}`;
  return id;
}

test('WARR-01 an order with a running warranty is found by RUT, phone in any spelling, and IMEI', async () => {
  const who = { ...someone(1), imei: '356938035643809' };
  const order = await deliveredOrder(shop, { ago: 10, days: 30, technical_work: 'Batería', ...who });
  for (const clues of [
    { p_rut: who.customer_rut },
    { p_phone: '981234001' },
    { p_rut: newRut(), p_phone: '+56 9 8123 4001' },
    { p_rut: who.customer_rut, p_imei: who.imei },
  ])
    expect(await find(clues), JSON.stringify(clues)).toMatchObject([
      {
        order_number: order.order_number,
        technical_work: 'Batería',
        warranty_end: dayFromToday(20),
        returns: 0,
        same_customer: true,
      },
    ]);
  expect(await find({ p_rut: newRut(), p_imei: ` ${who.imei} ` })).toMatchObject([{ same_customer: false }]);
  expect(await find({})).toEqual([]);
});

test('WARR-01 neither an ended nor a missing warranty is found, nor what repeated digits have', async () => {
  const who = someone(2);
  const { id } = await deliveredOrder(shop, { ago: 30, days: 30, ...who });
  expect(await find({ p_rut: who.customer_rut })).toHaveLength(1);
  await shop.sql`update public.service_orders set delivered_at = delivered_at - interval '1 day' where id = ${id}`;
  await deliveredOrder(shop, { ago: 1, days: 0, ...who });
  await makeOrder(shop, { status: 'completed', ...who });
  expect(await find({ p_rut: who.customer_rut })).toEqual([]);
  const nobody = { customer_rut: '22222222-2', customer_phone: '999999999', second_phone: '+56 9 9999 9999' };
  await deliveredOrder(shop, { ago: 1, days: 30, ...nobody });
  expect(await find({ p_rut: nobody.customer_rut, p_phone: '99999999' })).toEqual([]);
});

test('WARR-01 the latest end comes first, five at most; of the technician only one who repairs here', async () => {
  const who = someone(4);
  const { technician, customer } = shop.people;
  for (const days of [20, 60, 40, 30, 50, 25]) await deliveredOrder(shop, { ago: 1, days, ...who });
  const found = await find({ p_rut: who.customer_rut });
  expect(found.map((row) => row.warranty_end)).toEqual([59, 49, 39, 29, 24].map(dayFromToday));
  const by = await deliveredOrder(shop, { ago: 1, days: 90, ...who, technician_id: technician.id });
  const [first] = await find({ p_rut: who.customer_rut });
  expect(first).toMatchObject({
    order_number: by.order_number,
    technician_id: technician.id,
    technician_name: technician.fullName,
  });
  for (const client of [customer.client, shop.anon])
    expect((await client.rpc('find_warranties', { p_rut: who.customer_rut })).error).toMatchObject({
      code: '42501',
    });
});

test('WARR-01 the device’s own warranty comes first, however many end later', async () => {
  const who = someone(5);
  const imei = '490154203237518';
  const device = await deliveredOrder(shop, { ago: 1, days: 10, ...who, imei });
  for (const days of [20, 60, 40, 30, 50]) await deliveredOrder(shop, { ago: 1, days, ...who });
  const found = await find({ p_rut: who.customer_rut, p_imei: imei });
  expect(found).toHaveLength(5);
  expect(found[0]).toMatchObject({ id: device.id, same_customer: true });
});

test('WARR-01 an order that is edited is offered what ran when it came in', async () => {
  const who = someone(6);
  const before = await deliveredOrder(shop, { ago: 40, days: 30, ...who });
  await deliveredOrder(shop, { ago: 5, days: 30, ...who });
  const p_at = `${dayFromToday(-12)}T15:00:00Z`;
  expect(await find({ p_rut: who.customer_rut, p_at })).toMatchObject([{ id: before.id }]);
});

test('WARR-04 a warranty is moved by the days in the shop, each once, and runs on from there', async () => {
  const original = await deliveredOrder(shop, { ago: 40, days: 60 });
  await visit(original.order_number, 30, 25);
  expect(await warrantyOf(original.id)).toMatchObject({
    warranty_end: dayFromToday(25),
    suspended_since: null,
    original: null,
  });
  // The same days twice, and two more.
  await visit(original.order_number, 27, 23, 'goodwill');
  const last = await visit(original.order_number, 4, 4, 'not_covered');
  expect(await warrantyOf(original.id)).toMatchObject({ warranty_end: dayFromToday(27) });
  expect(await warrantyOf(last)).toMatchObject({
    warranty_end: null,
    original: { order_number: original.order_number, warranty_end: dayFromToday(27) },
  });
  expect((await warrantyOf(last))?.returns).toHaveLength(3);
});

test('WARR-04 while the device is in the shop its days do not run; a cancelled return moves nothing', async () => {
  const { rut } = shop.people.customer;
  const original = await deliveredOrder(shop, { ago: 20, days: 21 });
  const open = await takeInReturn(shop, original.order_number, 8);
  const suspended = { warranty_end: dayFromToday(9), suspended_since: await storedTime(open.id) };
  expect(await warrantyOf(original.id)).toMatchObject(suspended);
  expect(await warrantyOf(open.id)).toMatchObject({ suspended_since: null, original: suspended });
  await change(shop.people.admin, open.id, { status: 'cancelled', cancellation_reason: 'Error' });
  expect(await warrantyOf(original.id)).toMatchObject({
    warranty_end: dayFromToday(1),
    suspended_since: null,
  });
  const found = (await find({ p_rut: rut })).find(({ id }) => id === original.id);
  expect(found).toMatchObject({ returns: 0 });
});

test('WARR-04 a return with days of its own is suspended by its own returns, not by those of its original', async () => {
  const original = await deliveredOrder(shop, { ago: 20, days: 60 });
  const first = await visit(original.order_number, 10, 9);
  await shop.sql`update public.service_orders set warranty_days = 30 where id = ${first}`;
  const other = await takeInReturn(shop, original.order_number, 3);
  expect(await warrantyOf(first)).toMatchObject({
    warranty_end: dayFromToday(21),
    suspended_since: null,
    original: { suspended_since: expect.any(String) as unknown },
    returns: [{ id: first }, { id: other.id, warranty_of: original.order_number }],
  });
});

test('WARR-02 WARR-04 a return whose own days are over goes on with the original’s: it can come back under that', async () => {
  const original = await deliveredOrder(shop, { ago: 20, days: 60 });
  const first = await visit(original.order_number, 10, 9);
  const [{ order_number: number } = { order_number: 0 }] = await shop.sql<{ order_number: number }[]>`
    update public.service_orders set warranty_days = 5 where id = ${first} returning order_number`;
  expect((await takeInReturn(shop, number)).warranty_of).toBe(original.order_number);
});

test('WARR-01 WARR-02 what is found is what is linked: of a return and its original the one that lasts longer', async () => {
  const who = someone(7);
  const original = await deliveredOrder(shop, { ago: 20, days: 60, ...who });
  const give = (id: string, columns: Record<string, string | number>) =>
    shop.sql`update public.service_orders set ${shop.sql(columns)} where id = ${id} returning order_number`;
  const first = await visit(original.order_number, 10, 9, 'covered', who);
  const [{ order_number: number } = { order_number: 0 }] = await give(first, { warranty_days: 30 });
  const found = async () => (await find({ p_rut: who.customer_rut })).map(({ id }) => id);
  const named = async () => {
    const came = await takeInReturn(shop, Number(number), 0, who);
    await shop.sql`delete from public.service_orders where id = ${came.id}`;
    return came.warranty_of;
  };
  expect(await found()).toEqual([original.id]);
  expect(await named()).toBe(original.order_number);
  await give(first, { warranty_days: 90 });
  expect(await found()).toEqual([first, original.id]);
  expect(await named()).toBe(number);
  // A repair of its own, which was charged.
  await give(first, { warranty_days: 30, warranty_outcome: 'not_covered', warranty_reason: 'Golpe' });
  expect(await found()).toEqual([original.id, first]);
  expect(await named()).toBe(number);
});

test('WARR-08 a customer reads the warranty of their own orders, and nothing of another’s', async () => {
  const original = await deliveredOrder(shop, { ago: 10, days: 30, technical_work: 'Batería' });
  const came = await takeInReturn(shop, original.order_number);
  expect(await warrantyOf(came.id, 'customer')).toMatchObject({
    original: { technical_work: 'Batería', technician_name: null },
    returns: [{ id: came.id }],
  });
  expect(await warrantyOf(came.id, 'other')).toBeNull();
  expect((await shop.anon.rpc('order_warranty', { p_order_id: came.id })).error).not.toBeNull();
  // A relative's order, linked by the phone.
  await shop.sql`update public.service_orders set customer_rut = ${newRut()} where id = ${original.id}`;
  expect(await warrantyOf(came.id, 'customer')).toMatchObject({ original: null });
});
