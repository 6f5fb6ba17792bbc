/** Reminders to customers: when each is planned, and what no longer holds when it is to be sent (TIME-40 to 42). */
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import { messagesSchema } from '@taller/shared/settings/messages-schema.ts';
import { MESSAGE_EVENTS, REMINDERS } from '@taller/shared/settings/message-variables.ts';
import { z } from '@taller/shared/values/zod.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { change, makeOrder } from './support/orders.ts';
import { planAt, remind, REMINDING, reminders } from './support/reminders.ts';
import { deliveredOrder, takeInReturn } from './support/returns.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await shop.sql`delete from public.service_orders`;
  await shop.sql`delete from private.reminder_consents`;
  await remind(shop);
});

let lastPhone = 61_000_000;
/** An order that has been in a state since a moment of the wall clock, of a customer of its own. */
async function orderSince(status: string, clock: string, columns: Record<string, string | number> = {}) {
  lastPhone += 1;
  const order = await makeOrder(shop, {
    customer_phone: `+569${lastPhone}`,
    status,
    total_amount: 20_000,
    ...columns,
  });
  await since(order.id, clock);
  return order;
}
const since = (id: string, clock: string) => shop.sql`
  update public.service_orders set quoted_at = m.at, completed_at = m.at, rejected_at = m.at
  from (select ${clock}::timestamp at time zone 'America/Santiago' as at) as m where id = ${id}`;

/** The next noon at which the shop is open, on its wall clock. */
async function nextNoon(): Promise<string> {
  const [clock] = await shop.sql`select to_char(d, 'YYYY-MM-DD') || ' 12:00' as noon from (
    select n::date as d from generate_series(now(), now() + interval '4 days', '1 day') as n
    where private.is_open((n::date + time '12:00') at time zone 'America/Santiago') order by n limit 1) as open`;
  return String(clock?.noon);
}

const steps = async () => (await reminders(shop)).map(({ event, step }) => [event, step]);

describe('TIME-40 reminders', () => {
  test('TIME-40 a new shop reminds nobody, and a form from before reminders gains them switched off', async () => {
    expect(REMINDERS.map((event) => FIRST_VALUES.messages[event]?.enabled)).toEqual([false, false, false]);
    await remind(shop, FIRST_VALUES.messages);
    await orderSince('quoted', '2026-04-06 12:00');
    expect(await planAt(shop, '2026-04-08 12:00')).toBe(0);
    const before = Object.fromEntries(
      Object.entries(FIRST_VALUES.messages).filter(([name]) => !/_reminder$|^(?:unclaimed|cost)$/.test(name)),
    );
    expect(z.parse(messagesSchema, before)).toEqual(FIRST_VALUES.messages);
    expect(MESSAGE_EVENTS.filter((event) => event.endsWith('_reminder'))).toEqual([...REMINDERS]);
  });

  test('TIME-40 a quote without an answer after 2 and 5 days, a device after 7, 15 and 30, each step once', async () => {
    const quote = await orderSince('quoted', '2026-06-01 18:00');
    const device = await orderSince('completed', '2026-06-01 12:00');
    const planned: string[] = [];
    for (let day = 1; day < 45; day += 1) {
      const date = new Date(Date.UTC(2026, 5, 1 + day)).toISOString().slice(0, 10);
      for (const clock of ['10:00', '10:10', '17:00']) await planAt(shop, `${date} ${clock}`);
    }
    for (const { order_id, event, step, clock } of await reminders(shop)) {
      planned.push(`${order_id === quote.id ? 'quote' : 'device'} ${event} ${step} ${clock}`);
      await shop.sql`update public.whatsapp_messages set state = 'sent' where order_id = ${order_id}`;
    }
    expect(device.id).not.toBe(quote.id);
    // The others wait for the one in the outbox.
    expect(planned).toEqual([
      'quote quote_reminder 1 2026-06-03 10:00',
      'device pickup_reminder 1 2026-06-08 10:00',
    ]);
    await planAt(shop, '2026-06-06 10:00');
    await planAt(shop, '2026-06-16 10:00');
    await planAt(shop, '2026-07-01 10:00');
    expect((await reminders(shop)).map(({ event, step, clock }) => `${event} ${step} ${clock}`)).toEqual([
      'quote_reminder 1 2026-06-03 10:00',
      'quote_reminder 2 2026-06-06 10:00',
      'pickup_reminder 1 2026-06-08 10:00',
      'pickup_reminder 2 2026-06-16 10:00',
    ]);
    // A holy day in the middle of the week is no day for reminders; the next one is.
    await shop.sql`update public.whatsapp_messages set state = 'sent' where private.is_reminder(event)`;
    expect(await planAt(shop, '2026-07-02 10:00')).toBe(1);
  });

  test('TIME-40 the message has the order, the link of its quote or page, and one that refuses more', async () => {
    await orderSince('quoted', '2026-04-06 12:00', { order_number: 7001 });
    const waits = await orderSince('in_progress', '2026-04-06 12:00', { order_number: 7002 });
    await shop.sql`insert into public.order_waits (order_id, reason, label, stops_clock, started_at)
      values (${waits.id}, 'customer', 'Respuesta', true, '2026-04-06 15:00-04')`;
    await shop.sql`update public.service_orders set on_hold = true where id = ${waits.id}`;
    expect(await planAt(shop, '2026-04-08 12:00')).toBe(2);
    const params =
      await shop.sql`select params from public.whatsapp_messages m join public.service_orders o on o.id = m.order_id
      where private.is_reminder(event) order by o.order_number`;
    expect(params[0]?.params).toEqual([
      '007001',
      expect.stringMatching(/\/decision-presupuesto\/[\da-f-]{57}$/),
      expect.stringMatching(/\/recordatorios\/[\da-f-]{57}$/),
    ]);
    expect(params[1]?.params).toEqual([
      '007002',
      expect.stringMatching(/\/orders\/view\/007002$/),
      expect.stringMatching(/\/recordatorios\/[\da-f-]{57}$/),
    ]);
  });

  test('TIME-41 of two reminders in the outbox for one phone one goes out a day', async () => {
    await orderSince('quoted', '2026-04-06 12:00');
    await orderSince('quoted', '2026-04-06 12:00');
    expect(await planAt(shop, '2026-04-08 12:00')).toBe(2);
    await shop.sql`update public.whatsapp_messages set phone = '56961112233' where private.is_reminder(event)`;
    const holding = async (clock: string) =>
      (
        await shop.sql<{ id: string }[]>`select m.id from public.whatsapp_messages m where m.state = 'queued'
          and private.reminder_holds(m, ${clock}::timestamp at time zone 'America/Santiago')`
      ).map(({ id }) => id);
    const [first, ...others] = await holding('2026-04-08 12:00');
    expect(others).toEqual([]);
    await shop.sql`update public.whatsapp_messages
      set state = 'sent', sent_at = '2026-04-08 12:01-04' where id = ${String(first)}`;
    expect(await holding('2026-04-08 17:00')).toEqual([]);
    expect(await holding('2026-04-09 10:00')).toHaveLength(1);
  });

  test('TIME-40 an order that waits for something else than its customer is silent', async () => {
    const order = await orderSince('quoted', '2026-04-06 12:00');
    await shop.sql`insert into public.order_waits (order_id, reason, label, stops_clock, started_at)
      values (${order.id}, 'part', 'Repuesto', true, now())`;
    expect(await planAt(shop, '2026-04-08 12:00')).toBe(0);
    await shop.sql`update public.order_waits set ended_at = now() + interval '1 day', outcome = 'arrived'`;
    expect(await planAt(shop, '2026-04-08 12:00')).toBe(1);
  });

  test('TIME-40 the end of a warranty is told once, days before, where the shop wants it', async () => {
    await deliveredOrder(shop, { ago: 85, days: 90 });
    const noon = await nextNoon();
    expect(await planAt(shop, noon)).toBe(0);
    await remind(shop, {
      ...REMINDING,
      warranty_reminder: { ...REMINDING.warranty_reminder, enabled: true },
    });
    expect(await planAt(shop, noon)).toBe(1);
    expect(await planAt(shop, noon)).toBe(0);
    expect(await steps()).toEqual([['warranty_reminder', 1]]);
  });

  test('TIME-40 TIME-51 a longer warranty on parts, or one that a return has moved, is told at its own end', async () => {
    const settings = { ...REMINDING, warranty_reminder: { ...REMINDING.warranty_reminder, enabled: true } };
    await remind(shop, settings);
    const parts = await deliveredOrder(shop, {
      ago: 175,
      days: 90,
      parts_warranty_days: 180,
      customer_phone: '+56 9 6333 0001',
    });
    const moved = await deliveredOrder(shop, { ago: 10, days: 90, customer_phone: '+56 9 6333 0002' });
    const back = await takeInReturn(shop, moved.order_number);
    await deliveredOrder(shop, { ago: 120, days: 90, customer_phone: '+56 9 6333 0003' });
    await shop.sql`update public.service_orders set created_at = now() - interval '102 days',
      delivered_at = now() - interval '100 days' where id = ${moved.id}`;
    await shop.sql`update public.service_orders set status = 'delivered', warranty_outcome = 'covered' where id = ${back.id}`;
    await shop.sql`update public.service_orders set created_at = now() - interval '30 days',
      delivered_at = now() - interval '15 days' where id = ${back.id}`;
    const noon = await nextNoon();
    const [due] = await shop.sql`select array_agg(s.order_id) as ids from unnest(private.present_stays(
      ${shop.sql.json(settings)}, ${noon}::timestamp at time zone 'America/Santiago')) as s`;
    expect(new Set(due?.ids)).toEqual(new Set([parts.id, moved.id]));
    expect(await planAt(shop, noon)).toBe(2);
    const [past] = await shop.sql`select private.rehearse_past(${shop.sql.json(settings)},
      ${noon}::timestamp at time zone 'America/Santiago') as found`;
    expect(past?.found).toMatchObject({ events: { warranty_reminder: 3 } });
  });
});

describe('TIME-41 whom, and when not', () => {
  test.each([
    ['before it opens', '2026-04-08 08:30'],
    ['in its quiet hours', '2026-04-08 09:30'],
    ['after it closes', '2026-04-08 19:00'],
    ['on a closed day', '2026-04-12 12:00'],
    ['on a holiday', '2026-05-01 12:00'],
  ])('TIME-41 nothing is planned %s', async (_, clock) => {
    for (const days of [2, 3, 4])
      await orderSince(
        'quoted',
        new Date(Date.parse(`${clock}Z`) - days * 86_400_000).toISOString().slice(0, 16),
      );
    expect(await planAt(shop, clock)).toBe(0);
  });

  test('TIME-41 two orders of one phone, in two spellings: one reminder a day, the older one first', async () => {
    const first = await orderSince('completed', '2026-04-06 12:00', { customer_phone: '+56 9 6222 0001' });
    const second = await orderSince('quoted', '2026-04-11 12:00', { customer_phone: '962220001' });
    expect(await planAt(shop, '2026-04-13 12:00')).toBe(1);
    await shop.sql`update public.whatsapp_messages set state = 'sent', sent_at = created_at where private.is_reminder(event)`;
    expect(await planAt(shop, '2026-04-13 17:00')).toBe(0);
    expect(await planAt(shop, '2026-04-14 10:00')).toBe(1);
    expect((await reminders(shop)).map(({ order_id }) => order_id)).toEqual([first.id, second.id]);
  });

  test.each([
    ['without a number', '-'],
    ['with a landline only', '32 212 3456'],
    ['with too short a number', '12345'],
  ])('TIME-41 nothing is planned for a customer %s', async (_, phone) => {
    await orderSince('quoted', '2026-04-06 12:00', { customer_phone: phone });
    expect(await planAt(shop, '2026-04-08 12:00')).toBe(0);
  });

  test('TIME-41 a landline with a mobile beside it is reminded on the mobile', async () => {
    await orderSince('quoted', '2026-04-06 12:00', {
      customer_phone: '32 212 3456',
      second_phone: '+56 9 6333 0001',
    });
    expect(await planAt(shop, '2026-04-08 12:00')).toBe(1);
    expect((await reminders(shop))[0]?.phone).toBe('56963330001');
  });
});

/** Whether a planned reminder still holds at a moment. */
const holdsAt = async (clock: string) => {
  const [row] = await shop.sql`
    select private.reminder_holds(m, ${clock}::timestamp at time zone 'America/Santiago') as holds
    from public.whatsapp_messages m where private.is_reminder(m.event) order by m.created_at desc limit 1`;
  return row?.holds as boolean;
};

describe('TIME-42 what has changed since', () => {
  test('TIME-42 a reminder is not sent after an answer, a cancellation, a refusal, another step or a new quote', async () => {
    const order = await orderSince('quoted', '2026-04-06 12:00');
    await planAt(shop, '2026-04-08 12:00');
    expect(await holdsAt('2026-04-08 12:01')).toBe(true);
    for (const status of ['approved', 'rejected', 'cancelled', 'in_progress', 'completed', 'delivered']) {
      await shop.sql`update public.service_orders set status = ${status}, warranty_days = 0 where id = ${order.id}`;
      expect(await holdsAt('2026-04-08 12:01'), status).toBe(false);
    }
    // Reopened: a new quote is not two days old.
    await shop.sql`update public.service_orders set status = 'quoted' where id = ${order.id}`;
    expect(await holdsAt('2026-04-08 12:01')).toBe(false);
    await since(order.id, '2026-04-06 12:00');
    expect(await holdsAt('2026-04-08 12:01')).toBe(true);
    await shop.sql`insert into private.reminder_consents (subject) select private.phone_key(customer_phone) from public.service_orders`;
    expect(await holdsAt('2026-04-08 12:01')).toBe(false);
    await shop.sql`delete from private.reminder_consents`;
    // The sender was not there for three days: the second step is the one to send.
    expect(await holdsAt('2026-04-11 12:00')).toBe(false);
  });

  test('TIME-42 after three days without the server the newest step alone goes out, and what is long past does not', async () => {
    await orderSince('completed', '2026-04-01 12:00');
    await orderSince('completed', '2025-11-01 12:00');
    await orderSince('quoted', '2026-04-01 12:00');
    expect(await planAt(shop, '2026-04-18 12:00')).toBe(1);
    expect(await steps()).toEqual([['pickup_reminder', 2]]);
  });

  test('TIME-42 the outbox keeps a reminder while the shop is closed, and asks again right before it is sent', async () => {
    const day = (hours: object[]) =>
      shop.sql`update public.setting_sections set value = value || jsonb_build_object('specialDays', jsonb_build_array(
        jsonb_build_object('from', private.shop_day(now()), 'to', private.shop_day(now()), 'hours', ${shop.sql.json(hours as never)}::jsonb)))
        where section = 'hours'`;
    const claim = async () =>
      (await shop.sql`select id, attempts from public.claim_messages() where private.is_reminder(event)`)[0];
    await remind(shop, { ...REMINDING, quietHours: { ...REMINDING.quietHours, enabled: false } });
    const order = await orderSince('quoted', '2026-04-06 12:00');
    await shop.sql`update public.service_orders set quoted_at = now() - interval '2 days'`;
    await day([{ open: '00:00', close: '23:59' }]);
    await shop.sql`select public.plan_reminders()`;
    await day([]);
    expect(await claim()).toBeUndefined();
    expect((await reminders(shop))[0]?.state).toBe('queued');
    await day([{ open: '00:00', close: '23:59' }]);
    const claimed = await claim();
    expect(claimed).toBeDefined();
    const begin = async () =>
      (
        await shop.sql`select public.begin_message_send(${String(claimed?.id)}, ${Number(claimed?.attempts)}) as begun`
      )[0]?.begun as boolean;
    await change(shop.people.admin, order.id, { status: 'cancelled', cancellation_reason: 'Sin arreglo' });
    expect(await begin()).toBe(false);
    await shop.sql`update public.whatsapp_messages set locked_until = now() - interval '1 second' where state = 'sending'`;
    expect(await claim()).toBeUndefined();
    expect((await reminders(shop))[0]?.state).toBe('discarded');
  });
});
