/** Internal notes stay with their order, and the timeline keeps what stood in them (ORD-94). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

async function noted(text: string) {
  const { id } = await makeOrder(shop);
  const { error } = await shop.people.technician.client
    .from('service_order_internal')
    .insert({ order_id: id, internal_notes: text });
  expect(error).toBeNull();
  return id;
}

test.each(['technician', 'receptionist', 'admin'] as const)(
  'ORD-94 a %s does not move notes to another order, nor forge their version or author',
  async (actor) => {
    const { client } = shop.people[actor];
    const id = await noted('Pidió rebaja');
    const other = await makeOrder(shop);
    for (const columns of [
      { order_id: other.id },
      { version: 1 },
      { updated_by: null },
      { updated_at: '2020-01-01' },
    ]) {
      const { error } = await client.from('service_order_internal').update(columns).eq('order_id', id);
      expect(error).toMatchObject({ code: '42501' });
    }
    const { data } = await client.from('service_order_internal').select('internal_notes').eq('order_id', id);
    expect(data).toEqual([{ internal_notes: 'Pidió rebaja' }]);
  },
);

test('ORD-94 the timeline keeps before and after with the person, for staff and nobody else', async () => {
  const { technician, receptionist, customer } = shop.people;
  const id = await noted('Pidió rebaja');
  await receptionist.client.from('service_order_internal').update({ internal_notes: '' }).eq('order_id', id);
  await receptionist.client.from('service_order_internal').update({ internal_notes: '' }).eq('order_id', id);
  const seen = (client: typeof technician.client) =>
    client.from('order_events').select('kind, actor_id, changes').eq('order_id', id).order('id');
  expect((await seen(technician.client)).data?.slice(1)).toEqual([
    { kind: 'edited', actor_id: technician.id, changes: { internal_notes: ['', 'Pidió rebaja'] } },
    { kind: 'edited', actor_id: receptionist.id, changes: { internal_notes: ['Pidió rebaja', ''] } },
  ]);
  expect((await seen(customer.client)).data).toEqual([]);
});
