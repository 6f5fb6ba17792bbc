/** Changes that lock the same orders in opposite orders (DATA-46): by where they are stored, and by their ids. */
import { randomUUID } from 'node:crypto';
import { waitingSessions } from '@taller/server/testing/waiting-sessions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder, storedOrder } from './support/orders.ts';
import { openShop, type Client, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

/** Two orders of a name of their own, stored in the opposite order of their ids. */
async function storedBackwards() {
  const customer_name = `Cliente ${randomUUID()}`;
  const [first, second] = [randomUUID(), randomUUID()].toSorted();
  for (const id of [second, first]) await makeOrder(shop, { id: String(id), customer_name, quote: 50_000 });
  return { customer_name, ids: [String(first), String(second)] as const };
}

type Orders = Awaited<ReturnType<typeof storedBackwards>>;
const pay = ({ ids }: Orders, client: Client) =>
  client.rpc('take_payment', {
    p_id: randomUUID(),
    p_orders: ids.map((id) => ({ id, amount: 1000 })),
    p_method: 'debit',
  });

/** Both at once: the payment is first in line for the lower id, while the other one has locked the higher one. */
async function crossed<A>(orders: Orders, change: () => PromiseLike<A>) {
  let answers: Promise<[Awaited<ReturnType<typeof pay>>, A]> | undefined;
  await shop.sql.begin(async (tx) => {
    await tx`select from public.service_orders where id = ${orders.ids[0]} for update`;
    const paid = pay(orders, shop.people.receptionist.client).then((answer) => answer);
    await expect.poll(() => waitingSessions(shop.sql)).toHaveLength(1);
    const changed = Promise.resolve(change());
    await expect.poll(() => waitingSessions(shop.sql)).toHaveLength(2);
    answers = Promise.all([paid, changed]);
  });
  if (!answers) throw new Error('nothing was sent');
  return answers;
}

test('DATA-46 a change of all orders of a filter and a payment over them are both done', async () => {
  const orders = await storedBackwards();
  const [paid, changed] = await crossed(orders, () =>
    shop.people.receptionist.client
      .from('service_orders')
      .update({ notes: 'Avisado' })
      .eq('customer_name', orders.customer_name)
      .select('id'),
  );
  expect([paid.error, changed.error]).toEqual([null, null]);
  for (const id of orders.ids)
    expect(await storedOrder(shop, id)).toMatchObject({ notes: 'Avisado', advance_payment: '1000' });
});

test('DATA-46 a deletion of all orders of a filter crosses a payment over them without a failure', async () => {
  const orders = await storedBackwards();
  const [paid, deleted] = await crossed(orders, () =>
    shop.people.admin.client.from('service_orders').delete().eq('customer_name', orders.customer_name),
  );
  expect(deleted.error).toBeNull();
  expect([undefined, 'P0002']).toContain(paid.error?.code);
  const kept =
    await shop.sql`select from public.service_orders where customer_name = ${orders.customer_name}`;
  expect(kept).toEqual([]);
});
