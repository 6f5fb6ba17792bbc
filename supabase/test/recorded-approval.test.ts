/** A customer's yes by phone or at the counter, recorded as what it is (ORD-91). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decide } from './support/decide-quote.ts';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { labour, part, saveLines, type SentLine } from './support/quotes.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const LAMINA = '4f4a1f0e-0a4c-4b7e-9a53-1d0c7c1f6a11';
const price = (amount: number) => ({ quote: amount, total_amount: amount });

/** An order approved at $22.990 that `by` raised to $39.990. */
async function raised(by: Person) {
  const order = await makeOrder(shop, { status: 'quoted', ...price(22_990) });
  await decide(shop.anon, order.id, 'approved');
  expect((await change(by, order.id, price(39_990))).error).toBeNull();
  return order;
}

const shown = async (id: string) => {
  const { data } = await shop.anon.rpc('get_quote', { p_order_id: id }).single();
  return { p_amount: data?.total_amount ?? 0, p_version: data?.version ?? '' };
};

async function record(by: Pick<Person, 'client'>, id: string, given: Record<string, unknown> = {}) {
  return by.client.rpc('record_approval', {
    p_order_id: id,
    p_channel: 'phone',
    p_said_by: 'Marta Rojas',
    ...(await shown(id)),
    ...given,
  });
}

test.each([
  ['phone', 'por teléfono'],
  ['counter', 'en el local'],
])(
  'ORD-91 an approval by %s is in the history with who, how and who noted it, and the customer gets a message',
  async (channel, place) => {
    const { technician, receptionist, customer, admin } = shop.people;
    const order = await raised(technician);
    expect((await record(receptionist, order.id, { p_channel: channel })).data).toMatchObject([
      { status: 'approved' },
    ]);
    expect(await storedOrder(shop, order.id)).toMatchObject({
      status: 'approved',
      approved_at: expect.any(Date),
    });
    const said = `Marta Rojas aprobó el presupuesto de $39.990 ${place}. Lo anotó ${receptionist.fullName}.`;
    const { data: seen } = await customer.client
      .from('decision_history')
      .select('type, message')
      .eq('order_id', order.id)
      .order('created_at', { ascending: false })
      .limit(1);
    expect(seen).toEqual([{ type: 'success', message: said }]);
    const [message] = await shop.sql`select params from public.whatsapp_messages
    where order_id = ${order.id} and event = 'approved' order by occurrence desc limit 1`;
    expect(message?.params).toEqual([
      String(order.order_number).padStart(6, '0'),
      `aprobado ${place}`,
      '$39.990',
    ]);
    const { data: origins } = await admin.client
      .from('decision_origins')
      .select('account_id, account_name')
      .eq('order_id', order.id)
      .not('account_id', 'is', null);
    expect(origins).toEqual([{ account_id: receptionist.id, account_name: receptionist.fullName }]);
    const [event] = await shop.sql`select actor_id from public.order_events
    where order_id = ${order.id} and kind = 'decision' order by id desc limit 1`;
    expect(event?.actor_id).toBe(receptionist.id);
    // The approved price is binding from now on.
    expect((await change(technician, order.id, { status: 'completed' })).error).toBeNull();
  },
);

test.each(['technician', 'receptionist', 'admin'] as const)(
  'ORD-91 a %s who raised the price does not note the approval, a colleague does',
  async (actor) => {
    const raiser = shop.people[actor];
    const order = await raised(raiser);
    expect((await record(raiser, order.id)).error).toMatchObject({
      code: '42501',
      message:
        'Subiste este precio: la aprobación la anota otra persona del taller, o el cliente responde por su enlace.',
    });
    // Lowered a little by the colleague, it is still the price that the first person raised.
    expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'quoted' });
    const colleague = shop.people[actor === 'technician' ? 'receptionist' : 'technician'];
    expect((await record(colleague, order.id)).error).toBeNull();
  },
);

test('ORD-91 who raised it stays known when another one lowers it a little', async () => {
  const { technician, admin } = shop.people;
  const order = await raised(technician);
  await change(admin, order.id, price(38_990));
  expect((await record(technician, order.id)).error).toMatchObject({ code: '42501' });
});

test('ORD-91 who raised it stays known when another one raises it a little', async () => {
  const { technician, admin, receptionist } = shop.people;
  const order = await raised(technician);
  await change(admin, order.id, price(39_991));
  expect((await record(technician, order.id)).error).toMatchObject({ code: '42501' });
  expect((await record(admin, order.id)).error).toMatchObject({ code: '42501' });
  await change(technician, order.id, price(39_990));
  expect((await record(technician, order.id)).error).toMatchObject({ code: '42501' });
  expect((await record(receptionist, order.id)).error).toBeNull();
  // The approval is the promise from now on: who raised the price before it may note the next one.
  await change(receptionist, order.id, price(49_990));
  expect((await record(technician, order.id)).data).toMatchObject([{ status: 'approved' }]);
});

test.each<[string, SentLine, number]>([
  ['an option', part('Batería', 30_000, { optional: true }), 30_000],
  ['an option that says it adjusts', labour('Ajuste', 30_000, { optional: true }), 30_000],
  ['another price of one', part('Lámina', 9000, { optional: true, id: LAMINA }), 9000],
])(
  'QUO-05 whoever added %s after the approval does not note that it was chosen, a colleague does',
  async (_, offered, more) => {
    const { technician, receptionist } = shop.people;
    const fixed = part('Pantalla', 20_000);
    const order = await makeOrder(shop, { status: 'in_progress' });
    const first = [fixed, part('Lámina', 1000, { optional: true, id: LAMINA })];
    await saveLines(technician, order.id, first, { status: 'quoted' });
    expect((await record(receptionist, order.id)).error).toBeNull();
    expect((await saveLines(technician, order.id, [fixed, offered])).data).toMatchObject({
      status: 'approved',
    });
    expect((await change(technician, order.id, { status: 'quoted' })).error).toBeNull();
    const choice = { p_chosen: [offered.id], p_amount: 20_000 + more };
    expect((await record(technician, order.id, choice)).error?.code).toBe('42501');
    expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'quoted', total_amount: '20000' });
    expect((await record(receptionist, order.id, choice)).error).toBeNull();
  },
);

test('ORD-91 the author of a first quote may record its answer, since there is no approved price before', async () => {
  const { technician } = shop.people;
  const order = await makeOrder(shop, { status: 'in_progress' });
  await change(technician, order.id, { status: 'quoted', ...price(22_990) });
  expect((await record(technician, order.id)).data).toMatchObject([{ status: 'approved' }]);
});

test('ORD-91 of a quote that was read out and changed meanwhile nothing is noted', async () => {
  const { technician, receptionist } = shop.people;
  const order = await raised(technician);
  const read = await shown(order.id);
  await change(technician, order.id, price(99_000));
  expect((await record(receptionist, order.id, read)).error).toMatchObject({
    code: '23514',
    message: 'El presupuesto cambió. Léele al cliente el nuevo antes de anotar su aprobación.',
  });
});

test('ORD-91 noted twice it is noted once, and of an order with an answer the answer stands', async () => {
  const { technician, receptionist } = shop.people;
  const order = await raised(technician);
  const read = await shown(order.id);
  const answers = await Promise.all([
    record(receptionist, order.id, read),
    record(receptionist, order.id, read),
  ]);
  expect(answers.map(({ data }) => data?.[0]?.status)).toEqual(['approved', 'approved']);
  expect(await shop.sql`select from public.decision_history where order_id = ${order.id}`).toHaveLength(2);
  const rejected = await raised(technician);
  const other = await shown(rejected.id);
  await decide(shop.anon, rejected.id, 'rejected');
  expect((await record(receptionist, rejected.id, other)).data).toMatchObject([{ status: 'rejected' }]);
});

test.each([{ p_said_by: ' \n' }, { p_channel: 'mail' }, { p_channel: null }, { p_said_by: 'x'.repeat(201) }])(
  'ORD-91 an approval without who and how is refused: %j',
  async (given) => {
    const order = await raised(shop.people.technician);
    expect((await record(shop.people.receptionist, order.id, given)).error).toMatchObject({
      code: '22023',
      message: 'Escribe quién aprobó, y si fue por teléfono o en el local.',
    });
  },
);

test.each(['technician', 'receptionist', 'admin'] as const)(
  'ORD-93 a %s sends an open quote again as it is, and pressed twice it goes out once',
  async (actor) => {
    const { client } = shop.people[actor];
    const order = await makeOrder(shop, { status: 'quoted', ...price(22_990) });
    await client.rpc('resend_quote', { p_order_id: order.id });
    await client.rpc('resend_quote', { p_order_id: order.id });
    const sent = () => shop.sql`select params[3] as amount from public.whatsapp_messages
      where order_id = ${order.id} and event = 'quoted'`;
    expect((await sent()).map(({ amount }) => amount as string)).toEqual(['$22.990']);
    await shop.sql`update public.whatsapp_messages set state = 'sent', created_at = now() - interval '2 minutes'
      where order_id = ${order.id}`;
    await client.rpc('resend_quote', { p_order_id: order.id });
    expect(await sent()).toHaveLength(2);
  },
);

test('ORD-93 orders without an open quote are not sent', async () => {
  const order = await makeOrder(shop, { status: 'approved' });
  const { error } = await shop.people.technician.client.rpc('resend_quote', { p_order_id: order.id });
  expect(error).toMatchObject({ code: '23514', message: 'La orden no tiene un presupuesto por responder.' });
});
