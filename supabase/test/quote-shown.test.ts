/** A decision is on the quote that was shown, and on no other (PUB-27). */
import { waitingSessions } from '@taller/server/testing/waiting-sessions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatClp } from '@taller/shared/values/money.ts';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { openShop, type Client, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const price = (amount: number) => ({ quote: amount, total_amount: amount });

/** An order that a technician quoted through the desk's dialog. */
async function quoted(amount = 10_000) {
  const order = await makeOrder(shop, { status: 'in_progress' });
  const { error } = await change(shop.people.technician, order.id, { status: 'quoted', ...price(amount) });
  expect(error).toBeNull();
  return order;
}

/** The part of the page that a decision names. */
async function shown(orderId: string) {
  const { data } = await shop.anon.rpc('get_quote', { p_order_id: orderId }).single();
  return { total_amount: data?.total_amount, version: data?.version };
}

async function decide(orderId: string, named: Record<string, unknown>, client: Client = shop.anon) {
  const { error, response } = await client.functions.invoke('update-quote-status', {
    body: { orderId, decision: 'approved', ...named },
  });
  return { status: response?.status, body: error ? ((await response?.json()) as unknown) : null };
}

const sendMessages = (orderId: string) =>
  shop.sql`update public.whatsapp_messages set state = 'sent', sent_at = now() where order_id = ${orderId}`;

describe('PUB-27 the page’s own decision', () => {
  test.each([
    ['the price', price(99_000)],
    ['the work', { technical_work: 'Solo limpieza' }],
    ['the price, lower', price(9000)],
  ])('PUB-27 %s changed since: nothing is decided, and the new quote can be', async (_, columns) => {
    const order = await quoted();
    const page = await shown(order.id);
    expect((await change(shop.people.technician, order.id, columns)).error).toBeNull();
    expect(await decide(order.id, page)).toEqual({
      status: 409,
      body: { error: 'changed', status: 'quoted', orderNumber: order.order_number },
    });
    expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'quoted', approved_at: null });
    expect(await shop.sql`select from public.decision_history where order_id = ${order.id}`).toEqual([]);
    expect((await decide(order.id, await shown(order.id))).status).toBe(200);
  });

  test('PUB-27 a page of the quote before the last decision approves no later quote', async () => {
    const order = await quoted();
    const page = await shown(order.id);
    expect((await decide(order.id, page)).status).toBe(200);
    await change(shop.people.technician, order.id, price(99_000));
    expect((await decide(order.id, page)).body).toMatchObject({ error: 'changed' });
    expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'quoted', total_amount: '99000' });
  });

  test('PUB-27 data that the page does not show, such as the phone, may change meanwhile', async () => {
    const order = await quoted();
    const page = await shown(order.id);
    await change(shop.people.receptionist, order.id, { customer_phone: '+56 9 8765 4321' });
    expect((await decide(order.id, page)).status).toBe(200);
  });

  test('PUB-27 the rule holds for a signed-in customer too', async () => {
    const order = await quoted();
    const page = await shown(order.id);
    await change(shop.people.technician, order.id, price(99_000));
    expect((await decide(order.id, page, shop.people.customer.client)).status).toBe(409);
  });

  test('PUB-27 a change that commits while the decision waits for the row is not approved', async () => {
    const order = await quoted();
    const page = await shown(order.id);
    let answer: ReturnType<typeof decide> | undefined;
    await shop.sql.begin(async (tx) => {
      await tx`update public.service_orders set quote = 99000, total_amount = 99000 where id = ${order.id}`;
      answer = decide(order.id, page);
      await expect.poll(() => waitingSessions(shop.sql)).not.toHaveLength(0);
    });
    expect((await answer)?.body).toMatchObject({ error: 'changed' });
  });

  test.each([
    { total_amount: 10_000 },
    { version: 'x' },
    { total_amount: '10000', version: 'x' },
    { total_amount: 0.5, version: 'x' },
  ])('PUB-27 a quote that is named by half or wrongly is no decision: %j', async (named) => {
    const order = await quoted();
    expect(await decide(order.id, named)).toEqual({ status: 400, body: { error: 'invalid' } });
  });
});

describe('PUB-27 a caller that names no quote', () => {
  test('PUB-27 decides the quote that was made, sent or not yet', async () => {
    expect((await decide((await quoted()).id, {})).status).toBe(200);
    const sent = await quoted();
    await sendMessages(sent.id);
    expect((await decide(sent.id, {})).status).toBe(200);
  });

  test('PUB-27 decides no quote that changed until the new one has been sent', async () => {
    const order = await quoted();
    await sendMessages(order.id);
    await change(shop.people.technician, order.id, price(99_000));
    expect((await decide(order.id, {})).body).toMatchObject({ error: 'changed' });
    await sendMessages(order.id);
    const [message] = await shop.sql`select params[3] as amount from public.whatsapp_messages
      where order_id = ${order.id} and event = 'quoted' order by occurrence desc limit 1`;
    expect(message?.amount).toBe(formatClp(99_000));
    expect((await decide(order.id, {})).status).toBe(200);
  });

  test('PUB-27 decides no quote that changed past the message that was sent', async () => {
    const order = await quoted();
    await sendMessages(order.id);
    await shop.sql`update public.service_orders set quote = 99000, total_amount = 99000 where id = ${order.id}`;
    await shop.sql`delete from public.whatsapp_messages where order_id = ${order.id} and occurrence = 2`;
    expect((await decide(order.id, {})).body).toMatchObject({ error: 'changed' });
  });
});
