/**
 * The origin of a decision is recorded, the customer is notified, and staff cannot decide for the customer (SEC-21).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decide } from './support/decide-quote.ts';
import { makeOrder, storedOrder } from './support/orders.ts';
import { openShop, type Client, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ trustedProxies: ['127.0.0.1'] });
});
afterAll(() => shop[Symbol.asyncDispose]());

const quoted = () => makeOrder(shop, { status: 'quoted', quote: 45_990 });

/** The link's answer from a browser behind the proxy. */
const fromLink = (orderId: string, headers: Record<string, string>) =>
  fetch(`${shop.url}/functions/v1/update-quote-status`, {
    method: 'POST',
    headers: { apikey: shop.publishableKey, ...headers },
    body: JSON.stringify({ orderId, decision: 'approved' }),
  });

const originsSeenBy = async (client: Client, orderId: string) => {
  const { data } = await client
    .from('decision_origins')
    .select('address, browser, account_id, account_name')
    .eq('order_id', orderId);
  return data;
};

describe('SEC-21 where a decision came from', () => {
  test.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2::7', '2001:db8:1::/48'],
  ])(
    'SEC-21 a decision by the link alone from %s keeps the network %s and the browser',
    async (address, network) => {
      const order = await quoted();
      const headers = { 'x-forwarded-for': `198.51.100.1, ${address}`, 'user-agent': 'Firefox/145 Android' };
      expect((await fromLink(order.id, headers)).status).toBe(200);
      expect(await originsSeenBy(shop.people.admin.client, order.id)).toEqual([
        { address: network, browser: 'Firefox/145 Android', account_id: null, account_name: null },
      ]);
    },
  );

  test('SEC-21 a decision of a customer who is signed in keeps the account too', async () => {
    const order = await quoted();
    const { customer, admin } = shop.people;
    expect(await decide(customer.client, order.id, 'rejected')).toMatchObject({ status: 200 });
    expect(await originsSeenBy(admin.client, order.id)).toMatchObject([
      { address: '127.0.0.0/24', account_id: customer.id, account_name: customer.fullName },
    ]);
    const [event] =
      await shop.sql`select actor_id from public.order_events where order_id = ${order.id} and kind = 'decision'`;
    expect(event?.actor_id).toBe(customer.id);
  });

  test.each(['receptionist', 'technician', 'customer', 'other', 'anon'] as const)(
    'SEC-21 the origin of a decision is not shown to: %s',
    async (actor) => {
      const order = await quoted();
      await decide(shop.anon, order.id, 'approved');
      expect((await originsSeenBy(shop.clientOf(actor), order.id)) ?? []).toEqual([]);
    },
  );

  test('SEC-21 a browser that says too much is cut, and a second decision leaves nothing', async () => {
    const order = await quoted();
    await fromLink(order.id, { 'user-agent': 'x'.repeat(2000) });
    expect((await fromLink(order.id, { 'user-agent': 'second' })).status).toBe(409);
    const origins = await originsSeenBy(shop.people.admin.client, order.id);
    expect(origins?.map(({ browser }) => browser)).toEqual(['x'.repeat(300)]);
  });
});

describe('SEC-21 the shop does not decide for the customer', () => {
  test.each(['technician', 'receptionist', 'admin'] as const)(
    'SEC-21 a %s does not decide for the customer',
    async (actor) => {
      const order = await quoted();
      expect(await decide(shop.people[actor].client, order.id, 'approved')).toEqual({
        status: 403,
        body: { error: 'staff' },
      });
      expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'quoted', approved_at: null });
      expect(await originsSeenBy(shop.people.admin.client, order.id)).toEqual([]);
    },
  );

  test.each(['bearer ', 'BEARER ', 'Bearer  '])(
    'SEC-21 staff do not decide for the customer, however the token is announced: %j',
    async (scheme) => {
      const order = await quoted();
      const { data } = await shop.people.technician.client.auth.getSession();
      const response = await fetch(`${shop.url}/functions/v1/update-quote-status`, {
        method: 'POST',
        headers: { authorization: scheme + data.session?.access_token },
        body: JSON.stringify({ orderId: order.id, decision: 'approved' }),
      });
      expect(response.status).toBe(403);
      expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'quoted' });
    },
  );

  test.each(['anon', 'customer', 'technician', 'receptionist', 'admin'] as const)(
    'SEC-21 %s cannot decide past the function, with an origin of their own making',
    async (actor) => {
      const order = await quoted();
      const { error } = await shop.clientOf(actor).rpc('decide_quote', {
        p_order_id: order.id,
        p_decision: 'approved',
        p_address: '203.0.113.77',
      });
      expect(error?.code).toBe('42501');
      expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'quoted' });
    },
  );
});

describe('MSG-01 the customer is notified of the decision', () => {
  test.each([
    ['approved', 'aprobado'],
    ['rejected', 'rechazado'],
  ] as const)('MSG-01 %s: template quote_decision with number, %s and amount', async (decision, word) => {
    const order = await quoted();
    await decide(shop.anon, order.id, decision);
    const rows =
      await shop.sql`select template, params, state from public.whatsapp_messages where order_id = ${order.id} and event = ${decision}`;
    expect(rows.map((row) => ({ ...row }))).toEqual([
      {
        template: 'quote_decision',
        params: [String(order.order_number).padStart(6, '0'), word, '$45.990'],
        state: 'queued',
      },
    ]);
  });
});
