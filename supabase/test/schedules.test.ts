/** The jobs that a hosted project schedules (docs/deploy.md), and what 'Estado' says there of whether they ran. */
import { readFileSync } from 'node:fs';
import { createClient } from '@supabase/supabase-js';
import type { StatusPart, SystemStatus } from '@taller/shared/system-status/system-status.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHandler } from '../functions/_shared/system-status.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const FIELD_LIMITS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

/** Whether pg_cron's parser accepts a schedule: five fields, or 1 to 59 seconds. */
function isSchedule(text: string): boolean {
  const seconds = /^(?<count>\d+) seconds?$/.exec(text)?.groups?.count;
  if (seconds !== undefined) return Number(seconds) >= 1 && Number(seconds) <= 59;
  const fields = text.split(' ');
  return fields.length === 5 && fields.every((field, at) => isField(field, FIELD_LIMITS[at] ?? [0, 0]));
}

/** A list of numbers, ranges and `*`, each perhaps with a step. */
function isField(field: string, [least, most]: readonly [number, number]): boolean {
  return field.split(',').every((part) => {
    const found = /^(?:\*|(?<from>\d+)(?:-(?<to>\d+))?)(?:\/(?<step>[1-9]\d*))?$/.exec(part)?.groups;
    if (!found) return false;
    const { from = least, to = from } = found;
    return least <= Number(from) && Number(from) <= Number(to) && Number(to) <= most;
  });
}

/** Name and schedule of each job in a document. */
const jobsOf = (document: string) =>
  [...readFileSync(document, 'utf8').matchAll(/cron\.schedule\('([^']+)', '([^']+)'/g)].map(
    ([, name = '', schedule = '']) => ({ name, schedule }),
  );

test('OPS-73 pg_cron accepts every schedule of the documents', () => {
  const jobs = [...jobsOf('docs/deploy.md'), ...jobsOf('docs/whatsapp.md')];
  expect(jobs.length).toBeGreaterThanOrEqual(4);
  expect(jobs.filter(({ schedule }) => !isSchedule(schedule))).toEqual([]);
  expect(
    ['1 minute', '60 seconds', '0 seconds', '* * * *', '60 * * * *', '* * * * * *'].filter(isSchedule),
  ).toEqual([]);
  expect(
    ['* * * * *', '*/5 0-6 1,15 * 1', '59 seconds', '1 second'].filter((one) => !isSchedule(one)),
  ).toEqual([]);
});

const CREDENTIAL = { WHATSAPP_TOKEN: 'a', WHATSAPP_PHONE_NUMBER_ID: '1', WHATSAPP_APP_SECRET: 'a' };

/** The part of the jobs as the function answers it on Supabase, where no host tells of its own. */
async function jobsPart(env: Record<string, string>): Promise<StatusPart | undefined> {
  const { data } = await shop.people.admin.client.auth.getSession();
  const authorization = `Bearer ${data.session?.access_token}`;
  const client = () =>
    createClient(shop.url, shop.publishableKey, { global: { headers: { authorization } } });
  const handler = makeHandler({
    env,
    client,
    admin: client,
    clientAddress: () => null,
    fetch,
    now: () => new Date(),
    log: () => {},
  });
  const answer = await handler(new Request(shop.url, { method: 'POST', headers: { authorization } }));
  const { parts } = (await answer.json()) as SystemStatus;
  return parts.find(({ name }) => name === 'jobs');
}

const SCHEDULED = jobsOf('docs/deploy.md').map(({ name }) => name);

test('OPS-73 Estado names the jobs of the documents on a hosted project, and says that they did not run', async () => {
  const part = await jobsPart(CREDENTIAL);
  expect(part).toMatchObject({ level: 'attention', reason: 'jobs-late' });
  expect(Object.keys(part?.facts.jobs ?? {}).sort()).toEqual(SCHEDULED.sort());
  // Without a credential nothing is sent, and nobody needs the job.
  expect(Object.keys((await jobsPart({}))?.facts.jobs ?? {})).not.toContain('send-messages');
});

test('OPS-73 the status function reports the last run of each job, from the traces of the jobs themselves', async () => {
  const began = new Date();
  await shop.sql`select public.purge_device_codes()`;
  await shop.sql`select public.drop_device_code_keys()`;
  await shop.sql`select public.run_retention()`;
  await shop.sql`select public.claim_messages()`;
  await shop.sql`select public.plan_reminders()`;
  await shop.sql`select public.photo_files_left()`;
  await shop.sql`select public.note_sealing()`;
  const part = await jobsPart(CREDENTIAL);
  expect(part).toMatchObject({ level: 'ok', reason: 'ok' });
  const times = Object.values(part?.facts.jobs ?? {}).map(({ at }) => new Date(at ?? 0) >= began);
  expect(times).toEqual(SCHEDULED.map(() => true));
});

test.each([
  ['seal-device-codes', '4 hours'],
  ['purge-device-codes', '27 hours'],
  ['plan-reminders', '2 hours'],
  ['clean-photos', '2 hours'],
  ['seal-records', '2 hours'],
])('OPS-73 a job that has missed its hour is late: %s', async (name, age) => {
  await shop.sql`update private.job_runs set ran_at = now() - ${age}::interval where name = ${name}`;
  expect(await jobsPart(CREDENTIAL)).toMatchObject({ reason: 'jobs-late' });
  await shop.sql`update private.job_runs set ran_at = now() where name = ${name}`;
  expect(await jobsPart(CREDENTIAL)).toMatchObject({ reason: 'ok' });
});

test('OPS-73 a failure reported by pg_cron is shown beside the job’s own time', async () => {
  await shop.sql.unsafe(`create schema cron;
    create table cron.job (jobid bigint, jobname text);
    create table cron.job_run_details (jobid bigint, status text, start_time timestamptz);
    grant usage on schema cron to postgres;
    grant select on all tables in schema cron to postgres;
    insert into cron.job values (1, 'retention'), (2, 'otra');
    insert into cron.job_run_details values (1, 'failed', now()), (2, 'succeeded', now());`);
  const part = await jobsPart(CREDENTIAL);
  await shop.sql`drop schema cron cascade`;
  expect(part).toMatchObject({ level: 'attention', reason: 'jobs-failing' });
  const { retention, otra } = (part?.facts.jobs ?? {}) as Record<string, unknown>;
  expect([retention, otra]).toMatchObject([{ failures: 1, late: false }, { failures: 0 }]);
});
