/** One change of several orders through the API (ORD-77): rights, outcome of each order, and once. */
import { randomUUID } from 'node:crypto';
import { BULK_LIMIT, BULK_STATUSES, bulkObstacle } from '@taller/shared/orders/bulk-rules.ts';
import { ORDER_STATUSES } from '@taller/shared/orders/status/order-status.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { openShop, type Actor, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

type Asked = { id: string; version: number };
type BulkChange = { status: string } | { technician_id: string | null };

async function send(actor: Actor, orders: readonly Asked[], what: BulkChange, request = randomUUID()) {
  const asked = orders.map(({ id, version }) => ({ id, version }));
  return shop
    .clientOf(actor)
    .rpc('change_orders', { p_request_id: request, p_orders: asked, p_change: what });
}
/** The outcome of each order, in the order of the request. */
async function outcomes(actor: Actor, orders: readonly Asked[], what: BulkChange) {
  const { data, error } = await send(actor, orders, what);
  if (error) throw error;
  return orders.map(({ id }) => {
    const answer = data.find((row) => row.id === id);
    return [answer?.outcome, answer?.reason].filter(Boolean).join(': ');
  });
}
const eventsOf = async (id: string) =>
  (await shop.sql`select kind from public.order_events where order_id = ${id} order by id`).map(({ kind }) =>
    String(kind),
  );
const messagesOf = async (id: string) =>
  (await shop.sql`select event from public.whatsapp_messages where order_id = ${id} order by created_at`).map(
    ({ event }) => String(event),
  );

test.each(['anon', 'customer', 'other'] as const)('ORD-77 %s changes nothing', async (actor) => {
  const order = await makeOrder(shop);
  for (const what of [{ status: 'in_progress' }, { technician_id: shop.people.technician.id }]) {
    const { error } = await send(actor, [order], what);
    expect(error?.code).toBe('42501');
  }
  expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'pending', version: order.version });
});

test.each(['technician', 'receptionist', 'admin'] as const)(
  'ORD-77 what %s changes together is what the single change makes: columns, timeline, message',
  async (actor) => {
    const [single, one, two] = [await makeOrder(shop), await makeOrder(shop), await makeOrder(shop)];
    for (const status of ['in_progress', 'completed']) {
      const before = await Promise.all([one, two].map(async ({ id }) => storedOrder(shop, id)));
      await change(shop.people[actor], single.id, { status });
      expect(await outcomes(actor, before as Asked[], { status })).toEqual(['done', 'done']);
    }
    const told = async (id: string) => {
      const { status, technician_id, version, completed_at } = await storedOrder(shop, id);
      const events = await eventsOf(id);
      return {
        status,
        technician_id,
        version,
        isStamped: completed_at !== null,
        events,
        messages: await messagesOf(id),
      };
    };
    const expected = await told(single.id);
    expect(expected.events).toEqual(['created', 'status', 'status']);
    expect(await told(one.id)).toEqual(expected);
    expect(await told(two.id)).toEqual(expected);
  },
);

test('ORD-77 each order has its own outcome: what is left out, changed or gone does not hold up the others', async () => {
  const [good, same, quoted, delivered, changed, gone] = [
    await makeOrder(shop),
    await makeOrder(shop, { status: 'in_progress' }),
    await makeOrder(shop, { status: 'quoted' }),
    await makeOrder(shop, { status: 'delivered', warranty_days: 90 }),
    await makeOrder(shop),
    await makeOrder(shop),
  ];
  await change(shop.people.admin, changed.id, { notes: 'De la colega' });
  await shop.sql`delete from public.service_orders where id = ${gone.id}`;
  const { data } = await send('receptionist', [good, same, quoted, delivered, changed, gone], {
    status: 'in_progress',
  });
  const answers = new Map(data?.map((row) => [row.id, row]));
  expect(answers.get(good.id)).toMatchObject({ outcome: 'done', status: 'in_progress', version: 2 });
  expect(answers.get(same.id)).toMatchObject({ outcome: 'left_out', reason: 'same' });
  expect(answers.get(quoted.id)).toMatchObject({ outcome: 'left_out', reason: 'waiting' });
  expect(answers.get(delivered.id)).toMatchObject({ outcome: 'left_out', reason: 'closed' });
  expect(answers.get(changed.id)).toMatchObject({ outcome: 'conflict', status: 'pending', version: 2 });
  expect(answers.get(gone.id)).toMatchObject({ outcome: 'gone', version: null });
  expect(await storedOrder(shop, changed.id)).toMatchObject({ status: 'pending', notes: 'De la colega' });
  expect(await messagesOf(quoted.id)).not.toContain('in_progress');
});

test('ORD-77 the desk assigns a technician or nobody, a technician only themselves, and nobody assigns others than technicians', async () => {
  const { technician, receptionist, admin } = shop.people;
  for (const actor of ['receptionist', 'admin'] as const) {
    const order = await makeOrder(shop);
    expect(await outcomes(actor, [order], { technician_id: technician.id })).toEqual(['done']);
    expect(await storedOrder(shop, order.id)).toMatchObject({ technician_id: technician.id, version: 2 });
    expect(await eventsOf(order.id)).toEqual(['created', 'edited']);
    expect(await outcomes(actor, [{ ...order, version: 2 }], { technician_id: null })).toEqual(['done']);
    expect((await storedOrder(shop, order.id)).technician_id).toBeNull();
  }
  const own = await makeOrder(shop);
  expect(await outcomes('technician', [own], { technician_id: technician.id })).toEqual(['done']);
  for (const id of [receptionist.id, admin.id, randomUUID()]) {
    const { error } = await send('admin', [own], { technician_id: id });
    expect(error).toMatchObject({ code: '22023', message: 'Elige a un técnico del taller.' });
  }
});

test('ORD-77 a technician assigns no colleague: each order says why', async () => {
  const { technician } = shop.people;
  const colleague = randomUUID();
  await shop.sql`insert into auth.users (id, email) values (${colleague}, ${`${colleague}@taller.test`})`;
  await shop.sql`
    insert into public.profiles (id, email, full_name, rut, role)
    values (${colleague}, ${`${colleague}@taller.test`}, 'Otra Técnica', null, 'technician')
    on conflict (id) do update set role = 'technician'`;
  const [free, taken] = [await makeOrder(shop), await makeOrder(shop, { technician_id: technician.id })];
  expect(await outcomes('technician', [free, taken], { technician_id: colleague })).toEqual([
    'refused: Solo administración y recepción editan los datos de la orden.',
    'refused: Solo administración y recepción editan los datos de la orden.',
  ]);
  expect(await outcomes('technician', [taken], { technician_id: null })).toEqual(['done']);
});

test('ORD-77 a request sent twice, or twice at once, happens once and is answered the same', async () => {
  const orders = [await makeOrder(shop), await makeOrder(shop)];
  const request = randomUUID();
  const sent = () => send('admin', orders, { status: 'in_progress' }, request);
  const [first, atOnce] = await Promise.all([sent(), sent()]);
  expect(first.data?.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
  expect(atOnce.data).toEqual(first.data);
  await shop.sql`update public.service_orders set notes = 'Después' where id = ${orders[0]?.id ?? ''}`;
  expect((await sent()).data).toEqual(first.data);
  for (const { id } of orders) {
    expect(await messagesOf(id)).toEqual(['created', 'in_progress']);
    expect((await eventsOf(id)).filter((kind) => kind === 'status')).toHaveLength(1);
  }
  const other = await send('admin', orders, { status: 'completed' }, request);
  expect(other.error).toMatchObject({
    code: 'PT409',
    message: expect.stringContaining('Lo que enviaste antes sí llegó: se hizo el cambio en 2 órdenes.'),
  });
});

test('ORD-77 two people at once about the same orders wait for each other: each order is changed by one of them', async () => {
  const orders = await Promise.all(Array.from({ length: 10 }, () => makeOrder(shop)));
  const answers = await Promise.all([
    send('admin', orders, { status: 'in_progress' }),
    send('receptionist', orders.toReversed(), { status: 'completed' }),
  ]);
  expect(answers.map(({ error }) => error)).toEqual([null, null]);
  for (const { id } of orders) {
    const done = answers.filter(({ data }) => data?.find((row) => row.id === id)?.outcome === 'done');
    expect(done).toHaveLength(1);
    expect((await storedOrder(shop, id)).version).toBe(2);
  }
});

test('ORD-77 a bulk change has at most 50 orders, one change, and only a status that asks for nothing', async () => {
  const order = await makeOrder(shop);
  const refused = async (orders: readonly Asked[], what: Record<string, unknown>) =>
    (await send('admin', orders, what as BulkChange)).error?.code;
  expect(await refused([], { status: 'in_progress' })).toBe('22023');
  expect(
    await refused(
      Array.from({ length: BULK_LIMIT + 1 }, () => ({ id: randomUUID(), version: 1 })),
      { status: 'in_progress' },
    ),
  ).toBe('22023');
  for (const what of [
    {},
    { status: null },
    { notes: 'Todas' },
    { status: 'in_progress', technician_id: null },
    ...ORDER_STATUSES.filter((status) => !BULK_STATUSES.some((choice) => choice === status)).map(
      (status) => ({ status }),
    ),
  ])
    expect(await refused([order], what), JSON.stringify(what)).toBe('22023');
  expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'pending', version: order.version });
});

test('ORD-77 an order that is asked for twice in a request is changed once', async () => {
  const order = await makeOrder(shop);
  const shouted = { ...order, id: order.id.toUpperCase() };
  const { data } = await send('admin', [order, shouted, order], { status: 'in_progress' });
  expect(data).toHaveLength(1);
  expect((await storedOrder(shop, order.id)).version).toBe(2);
});

test('ORD-77 the interface leaves out beforehand what the server leaves out', async () => {
  const technician = shop.people.technician.id;
  const changes = [
    ...BULK_STATUSES.map((status) => ({ status })),
    { technician_id: technician },
    { technician_id: null },
  ];
  for (const status of ORDER_STATUSES)
    for (const technician_id of [technician, null]) {
      const order = await makeOrder(shop, { status, technician_id });
      for (const what of changes) {
        const [row] = await shop.sql`
          select private.bulk_obstacle(o, ${shop.sql.json(what)}) as obstacle
          from public.service_orders o where o.id = ${order.id}`;
        expect(row?.obstacle, `${status} ${JSON.stringify(what)}`).toBe(
          bulkObstacle({ status, technician_id }, what),
        );
      }
    }
});
