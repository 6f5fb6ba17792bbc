/** A change of status can be undone with its message, for some seconds (MSG-25). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { openShop, type Client, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const set = (undoSeconds: number) =>
  shop.sql`update public.setting_sections set value = ${shop.sql.json({ ...FIRST_VALUES.messages, undoSeconds })} where section = 'messages'`;
// Longer than any test.
beforeEach(() => set(60));

const undo = async (client: Client, id: string, version: number) =>
  (await client.rpc('undo_status', { p_order_id: id, p_version: version })).error?.code ?? 'done';

const messagesOf = async (id: string) =>
  (
    await shop.sql`select event, state from public.whatsapp_messages where order_id = ${id} order by created_at`
  ).map(({ event, state }) => `${event} ${state}`);

const withoutTimes = (order: Record<string, unknown>) => ({ ...order, version: 0, updated_at: null });

test('MSG-25 undoing a delivery reverts status, payment, warranty, times and message, once', async () => {
  const { technician, receptionist, customer } = shop.people;
  const order = await makeOrder(shop, { total_amount: 45_000, quote: 45_000 });
  await change(technician, order.id, { status: 'completed' });
  const before = await storedOrder(shop, order.id);
  const { data } = await change(receptionist, order.id, {
    status: 'delivered',
    warranty_days: 30,
    final_payment: 45_000,
  });
  const version = Number(data?.version);
  for (const other of [technician, customer])
    expect(await undo(other.client, order.id, version)).not.toBe('done');
  expect((await storedOrder(shop, order.id)).status).toBe('delivered');

  expect(await undo(receptionist.client, order.id, version)).toBe('done');
  expect(withoutTimes(await storedOrder(shop, order.id))).toEqual(withoutTimes(before));
  const told = ['created queued', 'completed queued', 'delivered discarded'];
  expect(await messagesOf(order.id)).toEqual(told);
  expect(await undo(receptionist.client, order.id, version)).toBe('done');
  expect(await messagesOf(order.id)).toEqual(told);
});

test('MSG-25 an approved quote that was put to work is approved again, and no decision is noted', async () => {
  const { technician } = shop.people;
  const order = await makeOrder(shop, { status: 'approved', total_amount: 20_000, quote: 20_000 });
  await shop.sql`delete from public.whatsapp_messages where order_id = ${order.id}`;
  const { data } = await change(technician, order.id, { status: 'in_progress' });
  expect(await undo(technician.client, order.id, Number(data?.version))).toBe('done');
  expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'approved', technician_id: null });
  expect(await messagesOf(order.id)).toEqual(['in_progress discarded']);
  expect(await shop.sql`select from public.notifications where order_id = ${order.id}`).toHaveLength(0);
});

test('MSG-25 the message waits for the time of taking back, and is sent after it', async () => {
  const order = await makeOrder(shop);
  await change(shop.people.technician, order.id, { status: 'in_progress' });
  await shop.sql`delete from public.whatsapp_messages where order_id <> ${order.id} or event = 'created'`;
  const [next] = await shop.sql<[{ ms: number }]>`select public.next_message_in() as ms`;
  expect(next.ms).toBeGreaterThan(0);
  expect(next.ms).toBeLessThanOrEqual(60_000);
  const claimed = async () =>
    (await shop.sql`select event from public.claim_messages() where order_id = ${order.id}`).map(
      ({ event }) => event as string,
    );
  expect(await claimed()).toEqual([]);
  await shop.sql`update public.whatsapp_messages set held_until = now() - interval '1 second' where order_id = ${order.id}`;
  expect(await claimed()).toEqual(['in_progress']);
});

test('MSG-25 nothing is undone after the time limit, after another change, or once the message was sent', async () => {
  const { technician, receptionist } = shop.people;
  const late = await makeOrder(shop);
  const first = await change(technician, late.id, { status: 'in_progress' });
  await shop.sql`update private.undoable_changes set until = now() - interval '1 second'`;
  expect(await undo(technician.client, late.id, Number(first.data?.version))).toBe('23514');

  const edited = await makeOrder(shop);
  const second = await change(technician, edited.id, { status: 'in_progress' });
  await change(receptionist, edited.id, { customer_name: 'Rosa Soto' });
  expect(await undo(technician.client, edited.id, Number(second.data?.version))).toBe('23514');

  const gone = await makeOrder(shop);
  const third = await change(technician, gone.id, { status: 'in_progress' });
  await shop.sql`update public.whatsapp_messages set state = 'sent' where order_id = ${gone.id}`;
  expect(await undo(technician.client, gone.id, Number(third.data?.version))).toBe('23514');
  expect((await storedOrder(shop, gone.id)).status).toBe('in_progress');
  expect(await messagesOf(edited.id)).toEqual(['created queued', 'in_progress queued']);
});

test('MSG-25 with 0 seconds a message is due at once and nothing can be undone', async () => {
  await set(0);
  const order = await makeOrder(shop);
  const { data } = await change(shop.people.technician, order.id, { status: 'in_progress' });
  const due = await shop.sql`select from public.claim_messages() where order_id = ${order.id}`;
  expect(due).toHaveLength(2);
  expect(await undo(shop.people.technician.client, order.id, Number(data?.version))).toBe('23514');
});

test("MSG-25 'Enviar ahora' sends a held message at once, and its change can no longer be undone", async () => {
  const { technician } = shop.people;
  const order = await makeOrder(shop, {});
  const { data } = await change(technician, order.id, { status: 'in_progress' });
  const due = () => shop.sql<{ event: string }[]>`
    select m.event from public.whatsapp_messages m
    where m.order_id = ${order.id} and m.event = 'in_progress' and private.is_message_due(m)`;
  expect(await due()).toEqual([]);
  const [held] = await shop.sql`
    select id from public.whatsapp_messages where order_id = ${order.id} and event = 'in_progress'`;
  await technician.client.rpc('send_message_now', { p_id: String(held?.id) });
  expect(await due()).toEqual([{ event: 'in_progress' }]);
  expect(await undo(technician.client, order.id, Number(data?.version))).toBe('23514');
});

test('MSG-25 a change of several orders is undone together, except for orders changed since', async () => {
  const { technician, receptionist, customer } = shop.people;
  const orders = [await makeOrder(shop), await makeOrder(shop), await makeOrder(shop)];
  const [, , edited] = orders;
  if (!edited) throw new Error('No third order');
  const { data: outcomes } = await technician.client.rpc('change_orders', {
    p_request_id: randomUUID(),
    p_orders: orders.map(({ id, version }) => ({ id, version })),
    p_change: { status: 'completed' },
  });
  const changed = outcomes?.map(({ id, version }) => ({ id, version })) ?? [];
  await change(receptionist, edited.id, { customer_name: 'Rosa Soto' });
  const undoAll = (client: Client, p_orders = changed) => client.rpc('undo_statuses', { p_orders });

  expect((await undoAll(customer.client)).error?.code).toBe('42501');
  expect((await undoAll(receptionist.client)).data?.every(({ reason }) => reason !== null)).toBe(true);
  expect((await undoAll(technician.client, Array(51).fill(changed[0]))).error?.code).toBe('22023');
  for (const { id } of orders) expect((await storedOrder(shop, id)).status).toBe('completed');

  for (const _ of [1, 2]) {
    const { data } = await undoAll(technician.client);
    expect(data?.filter(({ reason }) => reason !== null)).toEqual([
      {
        id: edited.id,
        order_number: edited.order_number,
        reason: 'Ya no se puede deshacer: pasó el tiempo o la orden cambió. Corrige el estado en la orden.',
      },
    ]);
  }
  for (const { id } of orders) {
    const isEdited = id === edited.id;
    expect((await storedOrder(shop, id)).status).toBe(isEdited ? 'completed' : 'pending');
    expect(await messagesOf(id)).toEqual([
      'created queued',
      `completed ${isEdited ? 'queued' : 'discarded'}`,
    ]);
  }
});

test('MSG-25 ORD-95 a first or corrected quote is undone with its price before anybody reads it', async () => {
  const { receptionist } = shop.people;
  const order = await makeOrder(shop, { quote: 0, total_amount: 0 });
  const before = await storedOrder(shop, order.id);
  const quote = (total_amount: number) =>
    change(receptionist, order.id, {
      status: 'quoted',
      quote: total_amount,
      total_amount,
      technical_work: 'Cambio de pantalla',
    });
  const mistaken = await quote(4_599_000);
  expect(await undo(receptionist.client, order.id, Number(mistaken.data?.version))).toBe('done');
  expect(withoutTimes(await storedOrder(shop, order.id))).toEqual(withoutTimes(before));
  const told = ['created queued', 'quoted discarded'];
  expect(await messagesOf(order.id)).toEqual(told);

  await quote(45_990);
  const right = await storedOrder(shop, order.id);
  const corrected = await quote(4_599);
  expect(await messagesOf(order.id)).toEqual([...told, 'quoted queued', 'quoted queued']);
  expect(await undo(receptionist.client, order.id, Number(corrected.data?.version))).toBe('done');
  expect(withoutTimes(await storedOrder(shop, order.id))).toEqual(withoutTimes(right));
  expect(await messagesOf(order.id)).toEqual([...told, 'quoted queued', 'quoted discarded']);
});
