import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../src/testing/start-test-server.ts';
import { serveSimulator } from './serve-simulator.ts';

const SENDER = fileURLToPath(new URL('./sender-process.ts', import.meta.url));
const CRON_SECRET = 'test-cron-secret';
const LOCK_SECONDS = 6;
const KILLS = 10;

type Simulator = Awaited<ReturnType<typeof serveSimulator>>;
let server: TestServer;
/** Sends no webhooks: for tests of sending alone. */
let silent: Simulator;
/** Sends every message's webhook to the server, like the provider. It runs in this process and survives its senders. */
let reporting: Simulator;

beforeAll(async () => {
  silent = await serveSimulator();
  reporting = await serveSimulator({
    webhookUrl: () => `${server.url}/functions/v1/whatsapp-webhook`,
    reportDelivery: true,
  });
  // Before the server starts: its functions read it.
  for (const [name, value] of Object.entries({ ...silent.env, CRON_SECRET })) vi.stubEnv(name, value);
  server = await startTestServer({ demo: true });
});
afterAll(async () => {
  await server.close();
  await Promise.all([silent.close(), reporting.close()]);
});

/** Replaces the outbox with that many due messages. */
async function queue(count: number): Promise<void> {
  await server.sql`delete from whatsapp_messages`;
  const queued = await server.sql`
    insert into whatsapp_messages (order_id, event, occurrence, template, params, phone)
    select o.id, 'created', n, 'new_order', array['000001'], '56912345678'
    from service_orders o, generate_series(1, ${count}) n order by n, o.id limit ${count}`;
  expect(queued.count).toBe(count);
}

/** Acts as the schedule. Each caller has a concurrency limit; requests queued too long are rejected. */
async function sendAll(_: unknown, caller: number): Promise<number> {
  const response = await fetch(`${server.url}/functions/v1/send-messages`, {
    method: 'POST',
    headers: { 'x-cron-secret': CRON_SECRET, 'x-forwarded-for': `192.0.2.${caller}` },
    body: '{}',
  });
  const body = (await response.json()) as { sent: number };
  expect([response.status, body]).toMatchObject([200, { sent: expect.any(Number) }]);
  return body.sent;
}

const idsTakenBy = ({ simulator }: Simulator) => simulator.log().messages.map((message) => message.opaque);

for (const { count, tags } of [
  { count: 100, tags: [] },
  { count: 500, tags: ['exhaustive'] },
])
  test(`MSG-03 ${count} messages and five senders at once: as many sends, none twice`, { tags }, async () => {
    await queue(count);
    let sent = 0;
    let round: number;
    // A run ends after a minute, and the schedule starts the next one.
    do {
      const parts = await Promise.all(Array.from({ length: 5 }, sendAll));
      round = parts.reduce((sum, part) => sum + part, 0);
      sent += round;
    } while (round > 0 && sent < count);
    expect(sent).toBe(count);
    const ids = idsTakenBy(silent).slice(-count);
    expect(ids).toHaveLength(count);
    expect(new Set(ids).size).toBe(count);
  });

function startSender(): ChildProcess {
  return spawn(process.execPath, [SENDER], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...reporting.env,
      SENDER_URL: server.url,
      SENDER_KEY: server.keys.secret,
      SENDER_LOCK_SECONDS: String(LOCK_SECONDS),
    },
  });
}

test(
  'MSG-03 of 200 messages none is lost or sent twice while the sender is killed ten times',
  { tags: ['exhaustive'] },
  async () => {
    await queue(200);
    const { simulator } = reporting;
    let killAt = Number.POSITIVE_INFINITY;
    let sender: ChildProcess | undefined;
    const send = simulator.send.bind(simulator);
    // The worst case: the provider has the message, and the sender does not know it yet.
    simulator.send = async (...request) => {
      const answer = await send(...request);
      if (simulator.log().messages.length >= killAt) sender?.kill('SIGKILL');
      return answer;
    };
    const moments: string[] = [];
    for (let round = 1; round <= KILLS; round += 1) {
      sender = startSender();
      const dead = once(sender, 'exit');
      const target = simulator.log().messages.length + 1 + Math.floor(Math.random() * 18);
      if (round % 2 === 0) {
        killAt = target;
      } else {
        await vi.waitUntil(() => simulator.log().messages.length >= target, { timeout: 60_000, interval: 3 });
        sender.kill('SIGKILL');
      }
      const [, signal] = (await dead) as [number | null, string | null];
      moments.push(String(signal));
      killAt = Number.POSITIVE_INFINITY;
    }
    expect(moments).toEqual(Array.from({ length: KILLS }, () => 'SIGKILL'));

    sender = startSender();
    const last = sender;
    try {
      await expect
        .poll(
          async () => {
            const rows = await server.sql<{ state: string; messages: number }[]>`
              select state, count(*)::int as messages from whatsapp_messages group by state`;
            return Object.fromEntries(rows.map((row) => [row.state, row.messages]));
          },
          { timeout: 240_000, interval: 200 },
        )
        .toEqual({ delivered: 200 });
    } finally {
      last.kill('SIGKILL');
      await once(last, 'exit');
    }
    const ids = idsTakenBy(reporting);
    expect(new Set(ids).size).toBe(200);
    expect(ids).toHaveLength(200);
  },
);
