/** The log of messages by order through the API (MSG-05). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
const numbers: number[] = [];
beforeAll(async () => {
  shop = await openShop();
  for (const name of ['Ana Uno', 'Berta Dos', 'Carla Tres']) {
    const order = await makeOrder(shop, { customer_name: name });
    numbers.push(order.order_number);
    await shop.sql`delete from public.whatsapp_messages where order_id = ${order.id}`;
    const write = (event: string, state: string, at: string) => shop.sql`
      insert into public.whatsapp_messages (order_id, event, occurrence, template, params, phone, state, created_at)
      values (${order.id}, ${event}, 1, 'new_order', '{}', '56950001000', ${state}, ${at})`;
    const hour = String(10 + numbers.length);
    await write('created', 'read', `2026-11-01T${hour}:00:00Z`);
    // The first order has the newest message of all.
    if (name === 'Ana Uno') await write('completed', 'failed', '2026-11-02T10:00:00Z');
  }
  await shop.sql`
    insert into public.whatsapp_messages (event, occurrence, template, params, phone, state, created_at, requested_by)
    values ('test', 1, 'new_order', '{}', '56950001000', 'sent', '2026-11-01T12:30:00Z', ${shop.people.admin.id})`;
});
afterAll(() => shop[Symbol.asyncDispose]());

interface Listed {
  event: string;
  state: string;
  requester: string | null;
}

/** Order numbers with the events of their messages, and the total. */
async function list(
  args: { p_states?: string[]; p_event?: string; p_limit?: number; p_offset?: number } = {},
) {
  const { data, error } = await shop.people.technician.client.rpc('list_message_orders', args);
  if (error) throw error;
  return {
    groups: data.map(({ order_number, messages }) => [
      order_number,
      (messages as unknown as Listed[]).map(({ event, state }) => `${event} ${state}`),
    ]),
    total: data[0]?.total,
    data,
  };
}

test("MSG-05 an order's messages stand together, newest first, and the order with the newest comes first", async () => {
  const { groups, total, data } = await list();
  expect(groups).toEqual([
    [numbers[0], ['completed failed', 'created read']],
    [numbers[2], ['created read']],
    [null, ['test sent']],
    [numbers[1], ['created read']],
  ]);
  expect(total).toBe(4);
  expect(data[2]?.messages).toMatchObject([{ requester: shop.people.admin.fullName, order_id: null }]);
});

test('MSG-06 by state and kind it shows the messages that match, and counts their orders', async () => {
  expect((await list({ p_states: ['failed'] })).groups).toEqual([[numbers[0], ['completed failed']]]);
  expect((await list({ p_states: ['queued', 'sending'] })).groups).toEqual([]);
  expect((await list({ p_event: 'created' })).groups.map(([number]) => number)).toEqual([
    numbers[2],
    numbers[1],
    numbers[0],
  ]);
});

test('MSG-06 ORD-61 a message that failed before a later one of its order is history, here as in the view of the desk', async () => {
  const order = await makeOrder(shop, { customer_name: 'Delia Cuatro' });
  const write = (event: string, state: string, at: string) => shop.sql`
    insert into public.whatsapp_messages (order_id, event, occurrence, template, params, phone, state, created_at)
    values (${order.id}, ${event}, 9, 'new_order', '{}', '56950001000', ${state}, ${at})`;
  await shop.sql`delete from public.whatsapp_messages where order_id = ${order.id}`;
  await write('in_progress', 'failed', '2026-11-01T08:00:00Z');
  const failed = async () => (await list({ p_states: ['failed'] })).groups.map(([number]) => number);
  const inView = async () => {
    const { data } = await shop.people.technician.client.rpc('search_orders', { p_view: 'message_failed' });
    return data?.map(({ order_number }) => order_number);
  };
  expect(await failed()).toEqual([numbers[0], order.order_number]);
  expect(new Set(await inView())).toEqual(new Set(await failed()));
  await write('completed', 'sent', '2026-11-01T09:00:00Z');
  expect(await failed()).toEqual([numbers[0]]);
  expect(await inView()).toEqual([numbers[0]]);
  await shop.sql`delete from public.service_orders where id = ${order.id}`;
});

test('MSG-06 pages follow each other without a gap or a repetition', async () => {
  const all = (await list()).groups;
  const first = await list({ p_limit: 3 });
  const second = await list({ p_limit: 3, p_offset: 3 });
  expect([...first.groups, ...second.groups]).toEqual(all);
  expect([first.total, second.total]).toEqual([4, 4]);
});

test('MSG-05 customers and visitors get nothing of it', async () => {
  for (const actor of ['anon', 'customer', 'other'] as const) {
    const { data, error } = await shop.clientOf(actor).rpc('list_message_orders', {});
    expect([data, error?.code]).toEqual([null, '42501']);
  }
});
