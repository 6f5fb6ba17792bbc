/** Reminders while the database is killed again and again in the middle of planning and of sending (TIME-47). */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startBreakable, type BreakableServer } from '../support/own-cluster.ts';
import { serveSimulator } from './serve-simulator.ts';

const CRON_SECRET = 'test-cron-secret';
const KILLS = 50;
/** Orders for each kill. */
const EACH = 3;
const PATIENCE = { timeout: 60_000, interval: 50 };
/** The moments at which a kill hits. */
const MOMENTS = ['planned, not committed', 'at the provider', 'at any moment'] as const;

let provider: Awaited<ReturnType<typeof serveSimulator>>;
let broken: BreakableServer;
beforeAll(async () => {
  provider = await serveSimulator({ webhookUrl: () => `${broken.server.url}/functions/v1/whatsapp-webhook` });
  // Before the server starts: its functions read it.
  for (const [name, value] of Object.entries({ ...provider.env, CRON_SECRET })) vi.stubEnv(name, value);
  broken = await startBreakable();
  // Open at all times and never silent: the sender asks the clock.
  await broken.sql`update public.setting_sections
    set value = value || ${broken.sql.json({
      week: Array.from({ length: 7 }, () => [{ open: '00:00', close: '23:59' }]),
      closedOnHolidays: false,
      specialDays: [],
    })} where section = 'hours'`;
  await broken.sql`update public.setting_sections
    set value = jsonb_set(jsonb_set(value, '{quote_reminder,enabled}', 'true'), '{quietHours,enabled}', 'false')
    where section = 'messages'`;
});
afterAll(async () => {
  await broken[Symbol.asyncDispose]();
  await provider.close();
});

/** Quotes that are two days old, of a customer each. */
const addOrders = (from: number) =>
  broken.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
    insert into public.service_orders (customer_name, customer_phone, customer_rut, equipment_type, equipment_brand,
      equipment_model, work_description, status, total_amount, quoted_at)
    select 'Cliente ' || n, '+569' || (70000000 + n), '11111111-1', 'smartphone', 'Samsung', 'A52', 'No carga', 'quoted',
      20000, now() - interval '2 days'
    from generate_series(${from}::integer, ${from + EACH - 1}::integer) as n`;
  });

const plan = () => broken.sql`select public.plan_reminders()`;

/** Acts as the schedule. @returns whether it was answered in order. */
async function send(): Promise<boolean> {
  const { ok } = await fetch(`${broken.server.url}/functions/v1/send-messages`, {
    method: 'POST',
    headers: { 'x-cron-secret': CRON_SECRET },
    body: '{}',
  });
  return ok;
}

const isAnswered = (work: Promise<unknown>) =>
  work.then(
    (answer) => answer !== false,
    () => false,
  );

/** Plans and sends, and kills the database meanwhile. @returns whether both were answered. */
async function workAndKill(kill: number): Promise<boolean> {
  const moment = MOMENTS[kill % MOMENTS.length];
  if (moment === 'planned, not committed') {
    let planned = 0;
    const answered = await isAnswered(
      broken.sql.begin(async (tx) => {
        const [row] = await tx`select public.plan_reminders() as planned`;
        planned = Number(row?.planned);
        broken.killPostmaster();
        await tx`select pg_sleep(10)`;
      }),
    );
    if (planned < EACH) throw new Error(`${planned} reminders were planned`);
    return answered;
  }
  if (moment === 'at the provider') {
    await plan();
    const { simulator } = provider;
    const take = simulator.send.bind(simulator);
    const killed = vi.spyOn(simulator, 'send').mockImplementationOnce(async (...request) => {
      const answer = await take(...request);
      broken.killPostmaster();
      return answer;
    });
    await isAnswered(send());
    await vi.waitUntil(() => killed.mock.calls.length > 0, PATIENCE);
    killed.mockRestore();
    return false;
  }
  const work = [isAnswered(plan().then(send)), isAnswered(send())];
  for (let turn = 0; turn < kill % 16; turn += 1) await fetch(`${broken.server.url}/livez`);
  broken.killPostmaster();
  return (await Promise.all(work)).every(Boolean);
}

const told = new Set<string>();

/** Tells what became of each message until the webhook has heard it, as the provider does. */
async function tellOutcomes(): Promise<void> {
  for (const { id } of provider.simulator.log().messages)
    if (!told.has(id) && (await provider.simulator.report(id, 'sent').catch(() => false))) told.add(id);
}

const isUp = () =>
  vi.waitFor(async () => {
    expect((await fetch(`${broken.server.url}/readyz`)).status).toBe(200);
    await broken.sql`select 1`;
  }, PATIENCE);

test(
  `TIME-47 after ${KILLS} kills of the database while reminders are planned and sent each went out once`,
  { tags: ['exhaustive'] },
  async () => {
    let cut = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await addOrders(kill * EACH);
      if (!(await workAndKill(kill))) cut += 1;
      await isUp();
      await tellOutcomes();
    }
    expect(cut).toBeGreaterThan(KILLS / 2);
    await vi.waitFor(
      async () => {
        await isUp();
        await plan();
        // The process that claimed them is dead.
        await broken.sql`update public.whatsapp_messages set locked_until = now() - interval '1 second'
          where state = 'sending'`;
        await send();
        await tellOutcomes();
        const [row] = await broken.sql`
          select count(*)::integer as there, count(*) filter (where state = 'sent')::integer as sent
          from public.whatsapp_messages where event = 'quote_reminder'`;
        expect({ ...row }).toEqual({ there: KILLS * EACH, sent: KILLS * EACH });
      },
      { timeout: 240_000, interval: 500 },
    );
    const phones = provider.simulator.log().messages.map(({ to }) => to);
    expect(phones).toHaveLength(KILLS * EACH);
    expect(new Set(phones).size).toBe(KILLS * EACH);
  },
);
