/** Messages are sent when they are committed or due, without a schedule (decision 4). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeHandler } from '../../../../supabase/functions/_shared/send-messages.ts';
import { createClient } from '@supabase/supabase-js';
import { followOutbox } from '../../src/jobs/follow-outbox.ts';
import { JobRecord } from '../../src/jobs/job-record.ts';
import { startTestServer, type TestServer } from '../../src/testing/start-test-server.ts';
import { serveSimulator } from './serve-simulator.ts';

const CRON_SECRET = 'test-cron-secret';
/** The longest wait of a timer: runs happen only when something wakes the sender. */
const NEVER_MS = 2 ** 31 - 1;
const PATIENCE = { timeout: 60_000, interval: 20 };

let server: TestServer;
let provider: Awaited<ReturnType<typeof serveSimulator>>;
beforeAll(async () => {
  provider = await serveSimulator();
  // Before the server starts: its functions read it.
  for (const [name, value] of Object.entries({ ...provider.env, CRON_SECRET })) vi.stubEnv(name, value);
  server = await startTestServer({ demo: true });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});
beforeEach(() => server.sql`delete from whatsapp_messages`);

const stack: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stack.splice(0)) await stop();
});

async function send(): Promise<number | null> {
  const response = await fetch(`${server.url}/functions/v1/send-messages`, {
    method: 'POST',
    headers: { 'x-cron-secret': CRON_SECRET },
    body: '{}',
  });
  return ((await response.json()) as { nextMs: number | null }).nextMs;
}

/** A sender as a server runs it, without its timer. @returns how often it ran, and when it will by itself. */
async function follow(): Promise<{ runs: number; next: number | null }> {
  const counted = { runs: 0, next: null as number | null };
  const counting = async () => {
    counted.next = await send();
    counted.runs += 1;
    return counted.next;
  };
  stack.push(
    await followOutbox({
      name: 'send-messages',
      channel: 'messages_queued',
      listen: (channel, onNotice) => server.sql.listen(channel, onNotice, onNotice),
      send: counting,
      log: (line) => console.error(line),
      record: new JobRecord(),
      longestWaitMs: NEVER_MS,
    }),
  );
  // The run at its start is over: from here on only the database wakes it.
  await vi.waitFor(() => expect(counted.runs).toBe(1), PATIENCE);
  return counted;
}

const queue = (count: number, columns: Record<string, unknown> = {}) => {
  const extra = { phone: '56912345678', ...columns };
  return server.sql<{ id: string }[]>`
    insert into whatsapp_messages ${server.sql(
      Array.from({ length: count }, (_, n) => ({
        order_id: orderId,
        event: 'created',
        occurrence: n + 1,
        template: 'new_order',
        params: ['000001'],
        ...extra,
      })) as never,
    )} returning id`;
};
let orderId = '';
beforeAll(async () => {
  const [order] = await server.sql<{ id: string }[]>`select id from service_orders limit 1`;
  orderId = order?.id ?? '';
});

const arrived = (ids: readonly { id: string }[]) =>
  ids.map(({ id }) => provider.simulator.log().messages.filter(({ opaque }) => opaque === id).length);

test('MSG-26 the commit of a message has it sent, without a schedule or a call', async () => {
  await follow();
  const messages = await queue(1);
  await vi.waitFor(() => expect(arrived(messages)).toEqual([1]), PATIENCE);
});

test('MSG-26 a message that waits for ‘Deshacer’ is sent when its time is over, and not before', async () => {
  const counted = await follow();
  const messages = await queue(1, { held_until: new Date(Date.now() + 50_000) });
  await vi.waitFor(() => expect(counted.next).toBeGreaterThan(0), PATIENCE);
  expect(counted.next).toBeLessThanOrEqual(50_000);
  expect(arrived(messages)).toEqual([0]);
  await server.sql`update whatsapp_messages set held_until = now() + interval '2 seconds'`;
  await vi.waitFor(() => expect(arrived(messages)).toEqual([1]), PATIENCE);
});

test('MSG-26 Reintentar and a shorter wait wake the sender too', async () => {
  const counted = await follow();
  const messages = await queue(1, { state: 'failed', failed_at: new Date() });
  await server.sql`update whatsapp_messages set state = 'queued', failed_at = null where state = 'failed'`;
  await vi.waitFor(() => expect(arrived(messages)).toEqual([1]), PATIENCE);

  const before = counted.runs;
  const later = await queue(1, { event: 'completed', next_attempt_at: new Date(Date.now() + 3_600_000) });
  await vi.waitFor(() => expect(counted.runs).toBeGreaterThan(before), PATIENCE);
  await server.sql`update whatsapp_messages set next_attempt_at = now() where state = 'queued'`;
  await vi.waitFor(() => expect(arrived(later)).toEqual([1]), PATIENCE);
});

test('MSG-26 MSG-03 servers that are all woken send each message once', async () => {
  await Promise.all([follow(), follow(), follow()]);
  const messages = await queue(40);
  await vi.waitFor(() => expect(arrived(messages)).toEqual(messages.map(() => 1)), PATIENCE);
  // A sender writes down that a message went out after the provider has it.
  await vi.waitFor(async () => expect(await send()).toBeNull(), PATIENCE);
  expect(arrived(messages)).toEqual(messages.map(() => 1));
});

test('MSG-26 on Supabase the function answers at once, and then sends the messages that are due soon', async () => {
  const messages = await queue(1, { held_until: new Date(Date.now() + 1_000) });
  const client = createClient(server.url, server.keys.secret, { auth: { persistSession: false } });
  const works: Promise<void>[] = [];
  const handler = makeHandler({
    env: { ...provider.env, CRON_SECRET },
    client: () => client,
    admin: () => client,
    clientAddress: () => null,
    fetch: globalThis.fetch,
    now: () => new Date(),
    log: (level, text) => console.error(level, text),
    inBackground: (work) => works.push(work),
  });
  const ask = (headers: Record<string, string>) =>
    handler(new Request(server.url, { method: 'POST', headers, body: '{}' }));
  const answer = await ask({ 'x-cron-secret': CRON_SECRET });
  expect([answer.status, await answer.json()]).toEqual([200, {}]);
  await Promise.all(works);
  expect(arrived(messages)).toEqual([1]);
  expect((await ask({})).status).toBe(403);
  expect(works).toHaveLength(1);
});
