/**
 * Messages with an unknown outcome, and notifications of the provider that cannot be stored (MSG-04, MSG-22). Webhooks
 * arrive only when a test sends them.
 */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../src/testing/start-test-server.ts';
import { sendWebhook } from '../../src/whatsapp-simulator/whatsapp-simulator.ts';
import { serveSimulator } from './serve-simulator.ts';

const CRON_SECRET = 'test-cron-secret';
let server: TestServer;
let provider: Awaited<ReturnType<typeof serveSimulator>>;

beforeAll(async () => {
  provider = await serveSimulator({ webhookUrl: () => `${server.url}/functions/v1/whatsapp-webhook` });
  // Before the server starts: its functions read it.
  for (const [name, value] of Object.entries({ ...provider.env, CRON_SECRET })) vi.stubEnv(name, value);
  server = await startTestServer({ demo: true });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

let messageId = '';
beforeEach(async () => {
  await server.sql`delete from whatsapp_messages`;
  await server.sql`delete from notifications`;
  const [row] = await server.sql<{ id: string }[]>`
    insert into whatsapp_messages (order_id, event, occurrence, template, params, phone)
    select id, 'created', 1, 'new_order', array['000001'], '56912345678' from service_orders order by order_number limit 1 returning id`;
  messageId = row?.id ?? '';
});

/** Acts as the schedule. */
async function tick(): Promise<{ sent: number; failed: number; pending: number }> {
  const response = await fetch(`${server.url}/functions/v1/send-messages`, {
    method: 'POST',
    headers: { 'x-cron-secret': CRON_SECRET },
    body: '{}',
  });
  const { sent, failed, pending } = (await response.json()) as Record<'sent' | 'failed' | 'pending', number>;
  return { sent, failed, pending };
}

const lockRunsOut = () =>
  server.sql`update whatsapp_messages set locked_until = now() - interval '1 second' where state = 'sending'`;
const sends = () => provider.simulator.log().messages.filter(({ opaque }) => opaque === messageId);

async function stored(): Promise<Record<string, unknown>> {
  const [row] =
    await server.sql`select state, error_code, unknown_sends from whatsapp_messages where id = ${messageId}`;
  return { ...row };
}

test('MSG-04 answers that never come: sent at most twice, then the staff are asked to call', async () => {
  provider.simulator.failNext({ kind: 'no_answer', times: 2 });
  expect(await tick()).toEqual({ sent: 0, failed: 0, pending: 1 });
  for (let round = 0; round < 6; round += 1) {
    await lockRunsOut();
    await tick();
  }
  expect(sends()).toHaveLength(2);
  expect(await stored()).toEqual({ state: 'failed', error_code: 'unknown', unknown_sends: 1 });
  const told = await server.sql<{ type: string; message: string }[]>`select type, message from notifications`;
  expect(
    told.map(({ type, message }) => [type, message.replace(/\d{6}/, 'n').replace(/Llama a .*$/, 'Llama a')]),
  ).toEqual([['message_failed', 'Orden n: no se sabe si el aviso por WhatsApp llegó. Llama a']]);
});

test('MSG-04 a status that arrives after a message was given up settles it', async () => {
  provider.simulator.failNext({ kind: 'no_answer', times: 2 });
  await tick();
  for (let round = 0; round < 2; round += 1) {
    await lockRunsOut();
    await tick();
  }
  expect(await stored()).toMatchObject({ state: 'failed', error_code: 'unknown' });
  const id = sends()[0]?.id ?? '';
  await server.sql`update whatsapp_messages set failed_at = now() + interval '1 minute' where id = ${messageId}`;
  await provider.simulator.report(id, 'sent');
  expect(await stored()).toMatchObject({ state: 'sent', error_code: null });
});

test('MSG-04 after an outage the wait for the provider’s news begins again: nothing goes out twice', async () => {
  provider.simulator.failNext({ kind: 'no_answer', times: 1 });
  await tick();
  await lockRunsOut();
  await server.sql`update private.message_sender set last_run = now() - interval '130 seconds'`;
  await tick();
  expect(sends()).toHaveLength(1);
  await provider.simulator.report(sends()[0]?.id ?? '', 'delivered');
  await lockRunsOut();
  await tick();
  expect(sends()).toHaveLength(1);
  expect(await stored()).toMatchObject({ state: 'delivered', error_code: null });
});

test('MSG-04 an answer that cannot be read is settled by the webhook and never shown as not sent', async () => {
  provider.simulator.failNext({ kind: 'unreadable', times: 1 });
  expect(await tick()).toEqual({ sent: 0, failed: 0, pending: 1 });
  await provider.simulator.report(sends()[0]?.id ?? '', 'sent');
  expect(await stored()).toMatchObject({ state: 'sent', error_code: null });
  expect(await server.sql`select from notifications`).toHaveLength(0);
});

test('MSG-04 senders that die before their request do not count as sends', async () => {
  for (let round = 0; round < 4; round += 1) {
    await server.sql`select claim_messages(10)`;
    await lockRunsOut();
  }
  expect(await tick()).toEqual({ sent: 1, failed: 0, pending: 0 });
  expect(await stored()).toMatchObject({ state: 'sent', unknown_sends: 0 });
});

test('MSG-04 a sender whose claim has passed to another does not send', async () => {
  const [first] = await server.sql<{ attempts: number }[]>`select attempts from claim_messages(10)`;
  await lockRunsOut();
  const [second] = await server.sql<{ attempts: number }[]>`select attempts from claim_messages(10)`;
  const begin = async (attempts = 0) => {
    const [row] = await server.sql`select begin_message_send(${messageId}, ${attempts}) as begun`;
    return row?.begun as boolean;
  };
  expect(await begin(first?.attempts)).toBe(false);
  expect(await begin(second?.attempts)).toBe(true);
  // The same call again, as after a lost response, must not start a second send.
  expect(await begin(second?.attempts)).toBe(false);
});

test('OPS-20 a clock that was set back delays no message', async () => {
  await server.sql`update whatsapp_messages set next_attempt_at = now() + interval '26 hours'`;
  expect(await tick()).toEqual({ sent: 1, failed: 0, pending: 0 });
  await server.sql`update whatsapp_messages set state = 'queued', next_attempt_at = now() + interval '50 minutes'`;
  expect(await tick()).toEqual({ sent: 0, failed: 0, pending: 0 });
});

test('MSG-22 a notification that the database cannot store is answered 200, and the rest is recorded', async () => {
  const reply = (id: string, more: object) => ({
    id,
    from: '56966661111',
    timestamp: '1763700000',
    type: 'text',
    text: { body: 'Hola' },
    ...more,
  });
  const accepted = await sendWebhook(
    {
      appSecret: provider.env.WHATSAPP_APP_SECRET ?? '',
      webhookUrl: () => `${server.url}/functions/v1/whatsapp-webhook`,
    },
    {
      messages: [
        reply('odd.1', { text: { body: 'Ho\0la' } }),
        reply('odd.2', { timestamp: '1e300' }),
        reply(`odd.${'x1y2z3'.repeat(30_000)}`, {}),
        reply('odd.3', {}),
      ],
      statuses: [{ id: 'odd.4', status: 'read', timestamp: '1e300' }],
    },
  );
  expect(accepted).toBe(true);
  const kept = await server.sql`
    select provider_message_id as id, body from whatsapp_replies where phone = '56966661111' order by 1`;
  expect(kept.slice(0, 3)).toEqual(['odd.1', 'odd.2', 'odd.3'].map((id) => ({ id, body: 'Hola' })));
});
