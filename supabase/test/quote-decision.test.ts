/**
 * The customer's decision: once, only while quoted, with all its effects in one transaction (PUB-04, NOTIF-03, ORD-12).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decide as decideAs } from './support/decide-quote.ts';
import { makeOrder, storedOrder } from './support/orders.ts';
import { type Client, openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const quoted = () => makeOrder(shop, { status: 'quoted', quote: 45_990 });

const decide = (orderId: unknown, decision: unknown, client: Client = shop.anon) =>
  decideAs(client, orderId, decision);

async function trail(orderId: string) {
  const { sql } = shop;
  return {
    history: (await sql`select type, message from public.decision_history where order_id = ${orderId}`).map(
      (row) => ({ ...row }),
    ),
    notifications: (
      await sql`select type, message, is_read from public.notifications where order_id = ${orderId}`
    ).map((row) => ({ ...row })),
    events: (
      await sql`select kind, actor_role from public.order_events where order_id = ${orderId} and kind = 'decision'`
    ).map((row) => ({ ...row })),
  };
}

describe('PUB-04 what the decision page reads', () => {
  test('PUB-04 PUB-20 number, device, day, work and total of an open quote, without an account', async () => {
    const order = await makeOrder(shop, {
      status: 'quoted',
      quote: 45_990,
      equipment_type: 'smartphone',
      equipment_brand: 'Samsung',
      equipment_model: 'Galaxy A54',
      quoted_at: '2026-11-20T15:00:00Z',
    });
    const { data } = await shop.anon.rpc('get_quote', { p_order_id: order.id });
    expect(data).toEqual([
      {
        order_number: order.order_number,
        status: 'quoted',
        technical_work: 'Cambio de pin de carga',
        total_amount: 45_990,
        equipment_type: 'smartphone',
        equipment_brand: 'Samsung',
        equipment_model: 'Galaxy A54',
        quoted_at: '2026-11-20T15:00:00+00:00',
        version: expect.stringMatching(/^[0-9a-f]{32}$/),
        lines: [expect.objectContaining({ kind: 'labour', unit_price: 45_990, chosen: true })],
        tax_rate: 19,
        valid_until: null,
        expired: false,
      },
    ]);
  });

  test('PUB-04 nothing but the status once there is nothing to decide', async () => {
    const order = await makeOrder(shop, { status: 'delivered', warranty_days: 30 });
    const { data } = await shop.anon.rpc('get_quote', { p_order_id: order.id });
    expect(data).toEqual([
      {
        order_number: order.order_number,
        status: 'delivered',
        technical_work: null,
        total_amount: null,
        equipment_type: null,
        equipment_brand: null,
        equipment_model: null,
        quoted_at: null,
        version: null,
        lines: [],
        tax_rate: null,
        valid_until: null,
        expired: false,
      },
    ]);
  });

  test.each(['', 'no-es-un-id', '000123', "' or 1=1 --"])(
    'PUB-04 a malformed id (%j) is an unknown order',
    async (id) => {
      const { data, error } = await shop.anon.rpc('get_quote', { p_order_id: id });
      expect({ data, error }).toEqual({ data: [], error: null });
    },
  );
});

describe('PUB-04 deciding', () => {
  test('PUB-04 approving stamps approved_at and leaves history, notification and timeline', async () => {
    const order = await quoted();
    const number = String(order.order_number).padStart(6, '0');
    expect(await decide(order.id, 'approved')).toEqual({
      status: 200,
      body: { status: 'approved', orderNumber: order.order_number },
    });
    expect(await storedOrder(shop, order.id)).toMatchObject({
      status: 'approved',
      approved_at: expect.any(Date),
      rejected_at: null,
    });
    expect(await trail(order.id)).toEqual({
      history: [{ type: 'success', message: 'El cliente aprobó el presupuesto de $45.990.' }],
      notifications: [
        {
          type: 'quote_approved',
          message: `Orden ${number}: ${shop.people.customer.fullName} aprobó el presupuesto.`,
          is_read: false,
        },
      ],
      events: [{ kind: 'decision', actor_role: null }],
    });
  });

  test('PUB-04 rejecting stamps rejected_at and the order stays rejected', async () => {
    const order = await quoted();
    expect(await decide(order.id, 'rejected')).toMatchObject({ status: 200, body: { status: 'rejected' } });
    expect(await storedOrder(shop, order.id)).toMatchObject({
      status: 'rejected',
      rejected_at: expect.any(Date),
      approved_at: null,
    });
    expect(await trail(order.id)).toMatchObject({
      history: [{ type: 'failure', message: 'El cliente rechazó el presupuesto de $45.990.' }],
      notifications: [{ type: 'quote_rejected' }],
    });
  });

  test('CUST-04 a customer who is signed in decides too, and the timeline names them', async () => {
    const order = await quoted();
    expect(await decide(order.id, 'approved', shop.people.customer.client)).toMatchObject({ status: 200 });
    expect((await trail(order.id)).events).toEqual([{ kind: 'decision', actor_role: 'customer' }]);
  });

  test('PUB-04 a second decision changes nothing and answers the status that stands', async () => {
    const order = await quoted();
    await decide(order.id, 'rejected');
    const again = await decide(order.id, 'approved');
    expect(again).toMatchObject({
      status: 409,
      body: { status: 'rejected', orderNumber: order.order_number },
    });
    expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'rejected', approved_at: null });
    expect((await trail(order.id)).history).toHaveLength(1);
  });

  test.each(['pending', 'in_progress', 'approved', 'rejected', 'completed', 'cancelled', 'delivered'])(
    'PUB-04 an order that is %s cannot be decided',
    async (status) => {
      const order = await makeOrder(shop, { status });
      expect(await decide(order.id, 'approved')).toMatchObject({ status: 409, body: { status } });
      expect(await storedOrder(shop, order.id)).toMatchObject({ status, approved_at: null });
      expect(await trail(order.id)).toEqual({ history: [], notifications: [], events: [] });
    },
  );

  test.each([
    ['an unknown order', () => randomUUID(), 'approved', 404],
    ['a malformed id', () => '000123', 'approved', 404],
    ['another word', async () => (await quoted()).id, 'delivered', 400],
    ['no decision', async () => (await quoted()).id, undefined, 400],
  ])('PUB-04 %s is refused', async (_, id, decision, status) => {
    expect(await decide(await id(), decision)).toMatchObject({ status });
  });

  test('PUB-04 of thirty simultaneous decisions exactly one wins, and leaves one trail', async () => {
    const order = await quoted();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => decide(order.id, index % 2 === 0 ? 'approved' : 'rejected')),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(29);
    const row = await storedOrder(shop, order.id);
    expect(won[0]?.body).toMatchObject({ status: row.status });
    const { history, notifications, events } = await trail(order.id);
    expect([history.length, notifications.length, events.length]).toEqual([1, 1, 1]);
  });
});

describe('NOTIF-03 one transaction', () => {
  test('NOTIF-03 order, notification, history and timeline carry the same transaction', async () => {
    const order = await quoted();
    await decide(order.id, 'approved');
    const rows = await shop.sql`
      select xmin::text as tx from public.service_orders where id = ${order.id}
      union all select xmin::text from public.notifications where order_id = ${order.id}
      union all select xmin::text from public.decision_history where order_id = ${order.id}
      union all select xmin::text from public.order_events where order_id = ${order.id} and kind = 'decision'`;
    expect(rows).toHaveLength(4);
    expect(new Set(rows.map(({ tx }) => tx as string)).size).toBe(1);
  });

  test('NOTIF-03 a decision is rolled back if its notification cannot be written', async () => {
    const order = await quoted();
    await shop.sql`alter table public.notifications add constraint no_more check (order_id <> ${shop.sql.unsafe(`'${order.id}'`)}) not valid`;
    try {
      expect((await decide(order.id, 'approved')).status).toBe(502);
    } finally {
      await shop.sql`alter table public.notifications drop constraint no_more`;
    }
    expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'quoted', approved_at: null });
    expect((await decide(order.id, 'approved')).status).toBe(200);
  });
});

describe('DATA-02 the trail is the server’s', () => {
  test.each(['message', 'type', 'created_at', 'order_id'])(
    'DATA-02 staff cannot change %s of a notification',
    async (column) => {
      const [row] =
        await shop.sql`insert into public.notifications (type, message) values ('quote_approved', 'Orden') returning id`;
      const value = { message: 'Otro', type: 'quote_rejected', created_at: '2020-01-01', order_id: null }[
        column
      ];
      const { error } = await shop.people.admin.client
        .from('notifications')
        .update({ [column]: value } as never)
        .eq('id', String(row?.id));
      expect(error).toMatchObject({ code: '42501' });
    },
  );

  test('NOTIF-01 staff mark all unread as read at once', async () => {
    const rows = await shop.sql`
      insert into public.notifications (type, message) values ('quote_approved', 'A'), ('quote_rejected', 'B') returning id`;
    const ids = rows.map(({ id }) => String(id));
    const { error } = await shop.people.receptionist.client
      .from('notifications')
      .update({ is_read: true })
      .in('id', ids);
    expect(error).toBeNull();
    expect(
      await shop.sql`select from public.notifications where id in ${shop.sql(ids)} and is_read`,
    ).toHaveLength(2);
  });
});
