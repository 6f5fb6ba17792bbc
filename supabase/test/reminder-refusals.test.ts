/** Refusals of reminders, and the list of calls about devices that nobody fetched (TIME-43, TIME-44). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { change, makeOrder } from './support/orders.ts';
import { planAt, remind, REMINDING, reminders } from './support/reminders.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';
import { dayFromToday } from './support/waits.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await shop.sql`delete from public.service_orders`;
  await shop.sql`delete from private.reminder_consents`;
  await remind(shop, { ...REMINDING, unclaimed: { enabled: true, callAfter: 45, letterAfter: 60 } });
});

const set = async ({ client }: Pick<Person, 'client'>, p_wanted: boolean, p_id?: string) =>
  (await client.rpc('set_reminders', { p_wanted, ...(p_id && { p_id }) })).error;
const wants = async ({ client }: Pick<Person, 'client'>, p_id?: string) =>
  (await client.rpc('wants_reminders', p_id ? { p_id } : {})).data;

const quotedOrder = async (columns: Record<string, string | number> = {}) => {
  const order = await makeOrder(shop, { status: 'quoted', total_amount: 9000, ...columns });
  await shop.sql`update public.service_orders set quoted_at = '2026-04-06 12:00-04' where id = ${order.id}`;
  return order;
};

describe('TIME-43 no reminders', () => {
  test('TIME-43 a customer refuses in the portal, also what is in the outbox, and takes it back', async () => {
    const { customer } = shop.people;
    await quotedOrder();
    expect(await wants(customer)).toBe(true);
    await planAt(shop, '2026-04-08 12:00');
    expect(await set(customer, false)).toBeNull();
    expect(await set(customer, false)).toBeNull();
    expect(await wants(customer)).toBe(false);
    const [held] = await shop.sql`select private.reminder_holds(m, '2026-04-08 12:01-04') as holds
      from public.whatsapp_messages m where private.is_reminder(m.event)`;
    expect(held?.holds).toBe(false);
    await shop.sql`delete from public.whatsapp_messages`;
    expect(await planAt(shop, '2026-04-08 12:00')).toBe(0);
    expect(await set(customer, true)).toBeNull();
    expect(await planAt(shop, '2026-04-08 12:00')).toBe(1);
  });

  test('TIME-43 the desk refuses for an order’s customer, and then no order of that phone or RUT is reminded', async () => {
    const { technician } = shop.people;
    const order = await quotedOrder();
    await quotedOrder({ customer_phone: '+56 9 6444 0001' });
    await quotedOrder({ customer_rut: '7654321-6' });
    expect(await set(technician, false, order.id)).toBeNull();
    expect(await wants(technician, order.id)).toBe(false);
    expect(await wants(shop.people.customer)).toBe(false);
    expect(await planAt(shop, '2026-04-08 12:00')).toBe(0);
  });

  test('TIME-43 a RUT of repeated digits stands for nobody: others that have it are reminded', async () => {
    const order = await quotedOrder({ customer_rut: '11111111-1', customer_phone: '+56 9 6555 0001' });
    await quotedOrder({ customer_rut: '11111111-1', customer_phone: '+56 9 6555 0002' });
    await set(shop.people.receptionist, false, order.id);
    await planAt(shop, '2026-04-08 12:00');
    expect((await reminders(shop)).map(({ phone }) => phone)).toEqual(['56965550002']);
  });

  test('TIME-48 the link of a reminder refuses more for the phone that it was sent to, and a wrong one nothing', async () => {
    const order = await quotedOrder();
    await planAt(shop, '2026-04-08 12:00');
    const [sent] = await shop.sql`select params[array_upper(params, 1)] as address
      from public.whatsapp_messages where private.is_reminder(event)`;
    const link = /\/recordatorios\/(\S+)$/.exec(String(sent?.address))?.[1] ?? '';
    expect(link).toMatch(new RegExp(`^${order.id}-[0-9a-f]{20}$`));
    const refuse = async (p_link: string) => (await shop.anon.rpc('refuse_reminders', { p_link })).data;
    const [quote] = await shop.sql`select private.quote_link(${order.id}) as link`;
    for (const wrong of [
      order.id,
      String(quote?.link),
      `${order.id}-${'0'.repeat(20)}`,
      '',
      'x'.repeat(5000),
    ])
      expect(await refuse(wrong)).toBe(false);
    expect(await wants(shop.people.technician, order.id)).toBe(true);
    expect(await refuse(link)).toBe(true);
    expect(await refuse(link.toUpperCase())).toBe(true);
    expect(await wants(shop.people.technician, order.id)).toBe(false);
    const [refused] = await shop.sql`select array_agg(subject) as subjects from private.reminder_consents`;
    expect(refused?.subjects).toHaveLength(1);
    await shop.sql`delete from public.whatsapp_messages`;
    expect(await planAt(shop, '2026-04-08 12:00')).toBe(0);
    await quotedOrder({ customer_phone: '+56 9 6444 0001' });
    expect(await planAt(shop, '2026-04-08 12:00')).toBe(1);
  });

  test('TIME-43 customers refuse for nobody else, and without a proven RUT not at all', async () => {
    const { other } = shop.people;
    const order = await quotedOrder();
    expect((await set(other, false, order.id))?.code).toBe('42501');
    expect(await wants(other, order.id)).toBeNull();
    expect(await set(other, false)).toBeNull();
    expect(await planAt(shop, '2026-04-08 12:00')).toBe(1);
    const stranger = await shop.addPerson('customer', { proven: false, phone: shop.people.customer.phone });
    expect((await set(stranger, false))?.message).toBe(
      'Primero confirma tu RUT: así sabemos qué órdenes son tuyas.',
    );
    expect((await set({ client: shop.anon }, false))?.code).toBe('42501');
  });

  test('TIME-43 an erasure takes the refusal with it', async () => {
    const order = await quotedOrder({ customer_rut: '7654321-6', customer_phone: '+56 9 6666 0001' });
    await set(shop.people.admin, false, order.id);
    await change(shop.people.admin, order.id, { status: 'cancelled', cancellation_reason: 'Sin arreglo' });
    const by = { p_by: 'rut', p_value: '7654321-6' };
    const { data } = await shop.people.admin.client.rpc('preview_anonymization', by);
    const { error } = await shop.people.admin.client.rpc('anonymize_customer', {
      ...by,
      p_seen: (data as { seen: string }).seen,
    });
    expect(error).toBeNull();
    expect(await shop.sql`select from private.reminder_consents`).toHaveLength(0);
  });
});

const readySince = async (days: number, columns: Record<string, string | number> = {}) => {
  const order = await makeOrder(shop, {
    status: 'completed',
    total_amount: 30_000,
    advance_payment: 5000,
    ...columns,
  });
  await shop.sql`update public.service_orders set completed_at = now() - make_interval(days => ${days}) where id = ${order.id}`;
  return order;
};
const calls = async (by: Person = shop.people.receptionist) => (await by.client.rpc('list_calls')).data ?? [];
const note = async (p_order_id: string, more: object = {}, by: Person = shop.people.receptionist) =>
  (
    await by.client.rpc('note_attempt', {
      p_request_id: randomUUID(),
      p_order_id,
      p_kind: 'call',
      p_note: 'No contesta',
      ...more,
    })
  ).error;

describe('TIME-44 the list of calls', () => {
  test('TIME-44 it has the devices that wait that long, the oldest first, and says which get a letter', async () => {
    const young = await readySince(44);
    const old = await readySince(46);
    const oldest = await readySince(60);
    const list = await calls();
    expect(
      list.map(({ order_id, owed, letter_due, tried, total }) => [order_id, owed, letter_due, tried, total]),
    ).toEqual([
      [oldest.id, 25_000, true, [], 2],
      [old.id, 25_000, false, [], 2],
    ]);
    expect(list.map(({ order_id }) => order_id)).not.toContain(young.id);
    await remind(shop);
    expect(await calls()).toEqual([]);
  });

  test('TIME-44 an attempt is noted once however often it is sent, and the order comes back on its day', async () => {
    const order = await readySince(50);
    const again = { p_request_id: randomUUID(), p_next_on: dayFromToday(2) };
    expect(await note(order.id, again)).toBeNull();
    expect(await note(order.id, again)).toBeNull();
    expect(await calls()).toEqual([]);
    await shop.sql`update private.unclaimed_attempts set next_on = private.shop_day(now())`;
    expect((await calls())[0]?.tried).toEqual([
      { kind: 'call', note: 'No contesta', at: expect.any(String), by: shop.people.receptionist.fullName },
    ]);
    expect(await note(order.id, { p_kind: 'letter', p_note: 'Enviada' })).toBeNull();
    expect(await calls()).toEqual([]);
    // Worked on and ready once more: nothing was tried about that.
    await shop.sql`update public.service_orders set completed_at = now() - interval '46 days'`;
    await shop.sql`update private.unclaimed_attempts set made_at = now() - interval '90 days'`;
    expect((await calls()).map(({ tried }) => tried)).toEqual([[]]);
  });

  test('TIME-44 refusals say what happened', async () => {
    const order = await readySince(50);
    const words = async (more: object) => (await note(order.id, more))?.message;
    expect(await words({ p_note: ' ' })).toBe('Escribe qué pasó.');
    expect(await words({ p_note: 'a'.repeat(501) })).toBe('La nota puede tener hasta 500 letras.');
    expect(await words({ p_kind: 'visit' })).toBe('Elige si fue un llamado o una carta.');
    expect(await words({ p_next_on: dayFromToday(0) })).toBe('Elige un día desde mañana, dentro de un año.');
    await shop.sql`update public.service_orders set status = 'delivered', warranty_days = 0 where id = ${order.id}`;
    expect(await words({})).toBe('Este equipo ya no espera a que lo retiren: la orden cambió.');
    expect(await shop.sql`select from private.unclaimed_attempts`).toHaveLength(0);
    expect((await note(order.id, {}, shop.people.customer))?.code).toBe('42501');
  });
});
