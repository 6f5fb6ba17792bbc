import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../src/testing/start-test-server.ts';
import { anonClient } from '../support/people.ts';

interface Log {
  messages: { to: string; template: string; parameters: string[]; opaque: string | null; id: string }[];
}

const CRON_SECRET = 'test-cron-secret';
let server: TestServer;
let reception: SupabaseClient;
let technician: SupabaseClient;
let customer: SupabaseClient;

async function demoClient(account: string): Promise<SupabaseClient> {
  const client = anonClient(server);
  const { error } = await client.auth.signInWithPassword({
    email: `${account}@taller.test`,
    password: 'taller-demo',
  });
  if (error) throw error;
  return client;
}

async function taken(): Promise<Log['messages']> {
  return ((await (await fetch(`${server.url}/_dev/whatsapp.json`)).json()) as Log).messages;
}

async function newOrder(phone = '+56 9 8765 4321'): Promise<{ id: string; order_number: number }> {
  const { data, error } = await reception
    .from('service_orders')
    .insert(orderColumns({ customer_name: 'Ana Mensajes', customer_phone: phone }))
    .select('id, order_number')
    .single();
  if (error) throw error;
  return data;
}

/** Runs the sender for the messages of one order. */
async function send(orderId: string): Promise<unknown> {
  await server.sql`
    delete from whatsapp_messages where state in ('queued', 'sending') and order_id is distinct from ${orderId}`;
  const response = await fetch(`${server.url}/functions/v1/send-messages`, {
    method: 'POST',
    headers: { 'x-cron-secret': CRON_SECRET },
    body: '{}',
  });
  const { nextMs: _, ...summary } = (await response.json()) as Record<string, unknown>;
  return summary;
}

const fail = (kind: number | string, times = 1) =>
  fetch(`${server.url}/_dev/whatsapp/failures`, {
    method: 'POST',
    body: JSON.stringify({ kind, times }),
  });

const report = (id: string, status: string, code?: number) =>
  fetch(`${server.url}/_dev/whatsapp/statuses`, {
    method: 'POST',
    body: JSON.stringify({ id, status, code }),
  });

/** Waits for the provider's webhook, which is sent right after a message. */
async function stateOf(orderId: string, wanted: string): Promise<string> {
  return expect
    .poll(
      async () => {
        const [row] = await server.sql<{ state: string }[]>`
          select state from whatsapp_messages where order_id = ${orderId} order by created_at desc limit 1`;
        return row?.state;
      },
      { timeout: 60_000 },
    )
    .toBe(wanted)
    .then(() => wanted);
}

beforeAll(async () => {
  // Before the server starts: its functions read it.
  vi.stubEnv('CRON_SECRET', CRON_SECRET);
  server = await startTestServer({ demo: true });
  await server.sql`delete from whatsapp_messages`;
  [reception, technician, customer] = await Promise.all([
    demoClient('recepcion'),
    demoClient('tecnico'),
    demoClient('cliente'),
  ]);
});
afterAll(() => server.close());

describe('MSG-03 messages are queued, sent and reported', () => {
  test('MSG-03 a new order’s message is queued with it, sent once and reported delivered', async () => {
    const order = await newOrder();
    const number = String(order.order_number).padStart(6, '0');
    const [queued] = await server.sql`select * from whatsapp_messages where order_id = ${order.id}`;
    expect(queued).toMatchObject({
      template: 'new_order',
      params: [number],
      phone: '56987654321',
      state: 'queued',
    });

    expect(await send(order.id)).toEqual({ sent: 1, failed: 0, pending: 0 });
    await stateOf(order.id, 'delivered');
    expect(await send(order.id)).toEqual({ sent: 0, failed: 0, pending: 0 });
    expect((await taken()).filter((message) => message.parameters[0] === number)).toHaveLength(1);
  });

  test('MSG-01 a quote carries number, work, amount and the decision link', async () => {
    const order = await newOrder();
    await technician
      .from('service_orders')
      .update({ status: 'quoted', total_amount: 45_990, quote: 45_990, technical_work: 'Cambio de pantalla' })
      .eq('id', order.id);
    await send(order.id);
    const quote = (await taken()).findLast((message) => message.template === 'order_quoted');
    expect(quote?.parameters).toEqual([
      String(order.order_number).padStart(6, '0'),
      'Cambio de pantalla',
      '$45.990',
      expect.stringMatching(new RegExp(`^${server.url}/decision-presupuesto/${order.id}-[0-9a-f]{20}$`)),
    ]);
  });

  test('MSG-26 only callers with the secret of the schedule can start sending', async () => {
    const order = await newOrder();
    for (const client of [reception, customer, anonClient(server)]) {
      const { error } = await client.functions.invoke('send-messages', { body: { orderId: order.id } });
      expect((error as { context?: Response } | null)?.context?.status).toBe(403);
    }
    const [row] = await server.sql`select state from whatsapp_messages where order_id = ${order.id}`;
    expect(row?.state).toBe('queued');
  });

  test('MSG-02 a message that cannot succeed fails at once with the provider’s reason, and the order keeps its status', async () => {
    const order = await newOrder();
    await send(order.id);
    await fail(131026);
    const { error } = await technician
      .from('service_orders')
      .update({ status: 'in_progress' })
      .eq('id', order.id);
    expect(error).toBeNull();
    expect(await send(order.id)).toEqual({ sent: 0, failed: 1, pending: 0 });
    const [row] = await server.sql`
      select m.state, m.error_code, o.status from whatsapp_messages m join service_orders o on o.id = m.order_id
      where m.order_id = ${order.id} and m.event = 'in_progress'`;
    expect(row).toEqual({ state: 'failed', error_code: '131026', status: 'in_progress' });
    const [told] = await server.sql`select type from notifications where order_id = ${order.id}`;
    expect(told?.type).toBe('message_failed');
  });

  test('MSG-03 a message that may succeed later is queued again with a back-off', async () => {
    const order = await newOrder();
    await fail(131016);
    expect(await send(order.id)).toEqual({ sent: 0, failed: 0, pending: 1 });
    const [row] = await server.sql`
      select state, attempts, next_attempt_at > now() + interval '10 seconds' as later from whatsapp_messages where order_id = ${order.id}`;
    expect(row).toEqual({ state: 'queued', attempts: 1, later: true });
    await server.sql`update whatsapp_messages set next_attempt_at = now() where order_id = ${order.id}`;
    expect(await send(order.id)).toEqual({ sent: 1, failed: 0, pending: 0 });
  });

  test('MSG-03 an answer that never came is settled by the webhook and not sent again', async () => {
    const order = await newOrder();
    await fail('no_answer');
    expect(await send(order.id)).toEqual({ sent: 0, failed: 0, pending: 1 });
    await stateOf(order.id, 'delivered');
    await server.sql`update whatsapp_messages set locked_until = now() - interval '1 second' where order_id = ${order.id}`;
    expect(await send(order.id)).toEqual({ sent: 0, failed: 0, pending: 0 });
  });

  test.each([
    ['a landline', '32 255 0142', 'phone'],
    ['letters', 'sin teléfono', 'phone'],
  ])('MSG-02 %s cannot be written to: failed, nothing sent', async (_, phone, code) => {
    const order = await newOrder(phone);
    expect(await send(order.id)).toEqual({ sent: 0, failed: 1, pending: 0 });
    const [row] =
      await server.sql`select state, error_code from whatsapp_messages where order_id = ${order.id}`;
    expect(row).toEqual({ state: 'failed', error_code: code });
  });

  test('MSG-03 a failed message is sent again by Reintentar', async () => {
    const order = await newOrder('sin teléfono');
    await send(order.id);
    await reception.from('service_orders').update({ customer_phone: '912345678' }).eq('id', order.id);
    const [message] = await server.sql<
      { id: string }[]
    >`select id from whatsapp_messages where order_id = ${order.id}`;
    const { error } = await reception.rpc('retry_message', { p_id: message?.id });
    expect(error).toBeNull();
    expect(await send(order.id)).toEqual({ sent: 1, failed: 0, pending: 0 });
    expect((await customer.rpc('retry_message', { p_id: message?.id })).error?.code).toBe('42501');
  });

  test('MSG-03 a reply is kept on the newest order of the number and tells the desk', async () => {
    const order = await newOrder('+56 9 7777 1234');
    const answered = await fetch(`${server.url}/_dev/whatsapp/replies`, {
      method: 'POST',
      body: JSON.stringify({ from: '56977771234', text: '¿Está listo?' }),
    });
    expect(await answered.json()).toEqual({ ok: true });
    const [reply] = await server.sql`select body from whatsapp_replies where order_id = ${order.id}`;
    expect(reply?.body).toBe('¿Está listo?');
    const [told] = await server.sql`select type from notifications where order_id = ${order.id}`;
    expect(told?.type).toBe('customer_reply');
  });

  test('MSG-03 the webhook accepts nothing without a valid signature', async () => {
    const response = await fetch(`${server.url}/functions/v1/whatsapp-webhook`, {
      method: 'POST',
      headers: { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
      body: '{"entry":[]}',
    });
    expect(response.status).toBe(401);
  });

  test('MSG-03 a late status of a failed send does not stop the send after Reintentar', async () => {
    const order = await newOrder();
    await send(order.id);
    await stateOf(order.id, 'delivered');
    const first = (await taken()).at(-1)?.id ?? '';
    await server.sql`update whatsapp_messages set state = 'sent', delivered_at = null where order_id = ${order.id}`;
    await report(first, 'failed', 131026);
    await stateOf(order.id, 'failed');

    const [message] = await server.sql<{ id: string }[]>`
      select id from whatsapp_messages where order_id = ${order.id}`;
    await reception.rpc('retry_message', { p_id: message?.id });
    await report(first, 'failed', 131026);
    await stateOf(order.id, 'queued');
    expect(await send(order.id)).toEqual({ sent: 1, failed: 0, pending: 0 });
    await report(first, 'failed', 131026);
    await stateOf(order.id, 'delivered');
  });

  test('MSG-03 a failure reported by the webhook before the sender has recorded the send is kept', async () => {
    const order = await newOrder();
    const [claimed] = await server.sql<{ id: string }[]>`
      select id from claim_messages() where order_id = ${order.id}`;
    const id = claimed?.id ?? '';
    await server.sql`select record_message_status('wamid.fast', ${id}, 'failed', now(), '131026', 'Undeliverable')`;
    await server.sql`select record_message_sent(${id}, 'wamid.fast')`;
    const [row] = await server.sql`select state, error_code from whatsapp_messages where id = ${id}`;
    expect(row).toEqual({ state: 'failed', error_code: '131026' });
  });

  test('MSG-01 free text becomes one line: the provider refuses line breaks', async () => {
    const order = await newOrder();
    await send(order.id);
    await technician
      .from('service_orders')
      .update({
        status: 'quoted',
        total_amount: 9990,
        quote: 9990,
        technical_work: 'Pantalla\n\tnueva     y  batería',
      })
      .eq('id', order.id);
    await technician
      .from('service_orders')
      .update({ status: 'cancelled', notes: 'Motivo de cancelación: Sin\nrepuesto' })
      .eq('id', order.id);
    const rows = await server.sql`
      select params[2] as text from whatsapp_messages where order_id = ${order.id} and event <> 'created' order by created_at`;
    expect(rows.map((row) => row.text)).toEqual(['Pantalla nueva y batería', 'Sin repuesto']);
    expect(await send(order.id)).toEqual({ sent: 2, failed: 0, pending: 0 });
  });

  test('MSG-03 the desk finds the orders whose newest message did not arrive', async () => {
    const found = async () =>
      ((await reception.rpc('search_orders', { p_message_failed: true })).data as { id: string }[]).map(
        (row) => row.id,
      );
    const order = await newOrder('sin teléfono');
    expect(await found()).not.toContain(order.id);
    await send(order.id);
    expect(await found()).toContain(order.id);
    await reception
      .from('service_orders')
      .update({ customer_phone: '912345678', status: 'in_progress' })
      .eq('id', order.id);
    expect(await found()).not.toContain(order.id);
  });

  test('MSG-01 the preview shows every message for a real order', async () => {
    const order = await newOrder();
    const { data } = await reception.rpc('preview_messages', { p_order_number: order.order_number });
    const previews = data as { event: string; params: string[] }[];
    expect(previews.map(({ event, params }) => [event, params.length])).toEqual([
      ['created', 1],
      ['in_progress', 2],
      ['quoted', 4],
      ['approved', 3],
      ['rejected', 3],
      ['on_hold', 2],
      ['promise_changed', 2],
      ['photos_sent', 2],
      ['completed', 1],
      ['delivered', 2],
      ['cancelled', 2],
      ['quote_reminder', 3],
      ['pickup_reminder', 2],
      ['warranty_reminder', 3],
      ['booking_confirmed', 2],
      ['booking_moved', 1],
      ['booking_cancelled', 1],
    ]);
    const ofOrders = previews.filter(({ event }) => !event.startsWith('booking_'));
    expect(ofOrders.map(({ params }) => params[0])).toEqual(
      ofOrders.map(() => String(order.order_number).padStart(6, '0')),
    );
    expect((await customer.rpc('preview_messages', {})).error?.code).toBe('42501');
  });
});
