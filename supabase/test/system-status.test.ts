import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js';
import { readMigrations } from '@taller/server/database/migrations.ts';
import { NEWEST_MIGRATION } from '@taller/shared/system-status/newest-migration.ts';
import { STATUS_PARTS, type SystemStatus } from '@taller/shared/system-status/system-status.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeHandler } from '../functions/_shared/system-status.ts';
import { judge } from '../functions/_shared/system-status/judge.ts';
import { OTHER_FUNCTIONS } from '../functions/_shared/system-status/missing-functions.ts';
import { openShop, type Actor, type Shop } from './support/shop.ts';

const siteDir = mkdtempSync(join(tmpdir(), 'taller-status-'));
let shop: Shop;

beforeAll(async () => {
  mkdirSync(join(siteDir, 'remotes'));
  writeFileSync(join(siteDir, 'index.html'), '<!doctype html>');
  writeFileSync(join(siteDir, 'remotes/a.js'), '');
  const remotes = ['mfe-public', 'mfe-orders'].map((name) => ({
    name,
    build: 'abc',
    entry: name === 'mfe-public' ? '/remotes/a.js' : '/remotes/gone.js',
  }));
  writeFileSync(join(siteDir, 'remotes.json'), JSON.stringify({ release: 'r', remotes }));
  shop = await openShop({ siteDir });
});

afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  rmSync(siteDir, { recursive: true });
});

const ask = async (actor: Actor) => {
  const { data } = await shop.clientOf(actor).auth.getSession();
  const token = data.session?.access_token;
  return fetch(`${shop.url}/functions/v1/system-status`, {
    method: 'POST',
    headers: { apikey: shop.publishableKey, ...(token ? { authorization: `Bearer ${token}` } : {}) },
  });
};

async function status(): Promise<SystemStatus> {
  const answer = await ask('admin');
  expect(answer.status).toBe(200);
  return (await answer.json()) as SystemStatus;
}

const partOf = ({ parts }: SystemStatus, name: string) => parts.find((part) => part.name === name);

test('OPS-45 admins alone get the state, by the rules of the database', async () => {
  for (const actor of ['customer', 'technician', 'receptionist'] as const)
    expect([actor, (await ask(actor)).status]).toEqual([actor, 403]);
  expect([401, 403]).toContain((await ask('anon')).status);
  const { parts } = await status();
  expect(parts.map(({ name }) => name)).toEqual([...STATUS_PARTS]);
});

test('OPS-45 an admin whose session is over gets nothing', async () => {
  const leaving = await shop.addPerson('admin');
  const { data } = await leaving.client.auth.getSession();
  await shop.sql`delete from auth.sessions where user_id = ${leaving.id}`;
  const answer = await fetch(`${shop.url}/functions/v1/system-status`, {
    method: 'POST',
    headers: { apikey: shop.publishableKey, authorization: `Bearer ${data.session?.access_token}` },
  });
  expect([401, 403]).toContain(answer.status);
});

test('OPS-46 the status function reports database, disk, realtime, remotes and version, without paths or secrets', async () => {
  const found = await status();
  expect(partOf(found, 'database')?.facts).toMatchObject({
    bytes: expect.any(Number) as number,
    connections: expect.any(Number) as number,
    version: expect.stringMatching(/^\d+/) as string,
  });
  expect(partOf(found, 'disk')?.facts.free).toBeGreaterThan(0);
  expect(partOf(found, 'realtime')?.facts).toMatchObject({ subscribers: 0 });
  expect(partOf(found, 'version')?.facts.node).toBe(process.versions.node);
  expect(partOf(found, 'remotes')).toMatchObject({ level: 'failure', reason: 'remotes-missing' });
  const text = JSON.stringify(found);
  for (const secret of [siteDir, shop.dataDir, tmpdir(), 'sb_secret', 'postgres://', process.cwd()])
    expect(text).not.toContain(secret);
});

test('OPS-46 realtime counts who follows, and tells the last change', async () => {
  const { client } = shop.people.admin;
  const channel = client.channel('a').on('postgres_changes', { event: '*', schema: 'public' }, () => {});
  await new Promise<void>((resolve) => {
    channel.subscribe((state) => {
      if (state === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve();
    });
  });
  await shop.sql`insert into public.notifications (type, message) values ('quote_approved', 'x')`;
  await expect
    .poll(async () => partOf(await status(), 'realtime')?.facts)
    .toMatchObject({ subscribers: 1, last_event_at: expect.any(String) as string });
  await client.removeAllChannels();
});

test('OPS-47 a part that fails takes no other with it', async () => {
  await shop.sql`alter table public.whatsapp_messages rename to away`;
  try {
    const found = await status();
    expect(partOf(found, 'messages')).toMatchObject({ level: 'failure', reason: 'no-answer' });
    expect(partOf(found, 'database')?.reason).not.toBe('no-answer');
  } finally {
    await shop.sql`alter table public.away rename to whatsapp_messages`;
  }
});

test('OPS-47 a part that hangs is reported as such, and the others are answered', async () => {
  await shop.sql.begin(async (tx) => {
    await tx`lock table public.whatsapp_messages in access exclusive mode`;
    const found = await status();
    expect(partOf(found, 'messages')).toMatchObject({ level: 'failure', reason: 'no-answer' });
    expect(partOf(found, 'disk')?.reason).not.toBe('no-answer');
  });
});

const NOW = new Date('2027-01-10T12:00:00Z');
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000).toISOString();

test.each([
  ['database', { connections: 5, max_connections: 100, checksums: true, checksum_failures: 0 }, 'ok', 'ok'],
  ['database', { connections: 85, max_connections: 100, checksums: true }, 'attention', 'connections-high'],
  ['database', { checksums: true, checksum_failures: 1 }, 'failure', 'checksum-failures'],
  ['database', { connections: 5, max_connections: 100, checksums: false }, 'attention', 'checksums-off'],
  ['disk', {}, 'unknown', 'not-here'],
  ['disk', { free: 1e8, total: 1e11 }, 'failure', 'disk-full'],
  ['disk', { free: 3e9, total: 1e11 }, 'attention', 'disk-low'],
  ['disk', { free: 5e10, total: 1e11 }, 'ok', 'ok'],
  ['backups', {}, 'failure', 'no-backup'],
  ['backups', { hosted: true }, 'unknown', 'not-here'],
  ['backups', { backup_at: ago(3), backup_failed: true }, 'failure', 'backup-failed'],
  ['backups', { backup_at: ago(60) }, 'failure', 'backup-old'],
  ['backups', { backup_at: ago(3), test_at: ago(1), test_failed: true }, 'failure', 'test-failed'],
  ['backups', { backup_at: ago(3) }, 'attention', 'test-missing'],
  ['backups', { backup_at: ago(3), test_at: ago(100) }, 'ok', 'ok'],
  ['messages', { configured: false, queued: 0 }, 'unknown', 'not-configured'],
  ['messages', { configured: false, queued: 2, oldest_at: ago(9) }, 'attention', 'not-configured'],
  ['messages', { configured: true, queued: 2, overdue_at: ago(1) }, 'failure', 'messages-stuck'],
  ['messages', { configured: true, queued: 2, oldest_at: ago(9), overdue_at: ago(-1) }, 'ok', 'ok'],
  ['messages', { configured: true, queued: 0, failed: 1 }, 'attention', 'messages-failed'],
  ['messages', { configured: true, queued: 1, failed: 0, oldest_at: ago(0.1) }, 'ok', 'ok'],
  ['mail', { configured: false }, 'attention', 'mail-not-set-up'],
  ['mail', { configured: true, simulated: true }, 'ok', 'ok'],
  ['mail', { configured: true }, 'unknown', 'mail-never'],
  ['mail', { configured: true, delivered_at: ago(3), failed_at: ago(9), failure: 'login' }, 'ok', 'ok'],
  ['mail', { configured: true, failed_at: ago(9), failure: 'login' }, 'failure', 'mail-failing'],
  [
    'mail',
    { configured: true, delivered_at: ago(9), failed_at: ago(3), failure: 'refused' },
    'attention',
    'mail-failing',
  ],
  ['mail', { hosted: true, asked_at: ago(3) }, 'unknown', 'mail-unknown'],
  ['mail', { hosted: true, asked_at: ago(3), confirmed_at: ago(2) }, 'ok', 'ok'],
  ['jobs', {}, 'unknown', 'not-here'],
  ['jobs', { jobs: { a: { at: ago(1), failures: 2 } } }, 'attention', 'jobs-failing'],
  ['jobs', { jobs: { a: { at: ago(90), failures: 0 } } }, 'attention', 'jobs-late'],
  ['jobs', { jobs: { a: { at: ago(1), failures: 0 } } }, 'ok', 'ok'],
  ['retention', { last_run_at: null }, 'attention', 'retention-late'],
  ['retention', { last_run_at: null, up_since: ago(1) }, 'ok', 'ok'],
  ['retention', { last_run_at: ago(5), up_since: ago(50) }, 'ok', 'ok'],
  ['remotes', {}, 'unknown', 'not-here'],
] as const)('OPS-48 %s with %j is judged %s: %s', (name, facts, level, reason) => {
  expect(judge(name, facts, NOW)).toMatchObject({ level, reason });
});

/** The answer on a hosted project, where no server knows more than the database and the functions' secrets. */
async function hostedStatus(missing: readonly string[]): Promise<SystemStatus> {
  const handle = makeHandler({
    env: { SUPABASE_URL: 'https://proyecto.test', COMMIT: '3f9c2ab' },
    client: () => shop.people.admin.client,
    admin: () => createClient(shop.url, shop.secretKey, { auth: { persistSession: false } }),
    clientAddress: () => null,
    fetch: async (input) => {
      const name = new URL(new Request(input).url).pathname.split('/').at(-1) ?? '';
      return new Response(null, { status: missing.includes(name) ? 404 : 405 });
    },
    now: () => new Date(),
    log: () => undefined,
  });
  const answer = await handle(new Request('https://proyecto.test/', { method: 'POST' }));
  expect(answer.status).toBe(200);
  return (await answer.json()) as SystemStatus;
}

test('OPS-83 on a hosted project it names the functions that are not deployed', async () => {
  const found = await hostedStatus(['send-messages', 'whatsapp-webhook']);
  expect(partOf(found, 'functions')).toEqual({
    name: 'functions',
    level: 'failure',
    reason: 'functions-missing',
    facts: { missing: 'send-messages, whatsapp-webhook' },
  });
  expect(partOf(await hostedStatus([]), 'functions')).toMatchObject({ level: 'ok', reason: 'ok' });
});

test('OPS-87 on a hosted project a confirmed registration tells that mails arrive, an invitation does not', async () => {
  await shop.sql`update auth.users set confirmation_sent_at = null`;
  expect(partOf(await hostedStatus([]), 'mail')).toMatchObject({ level: 'unknown', reason: 'mail-unknown' });
  const { id } = shop.people.customer;
  await shop.sql`update auth.users set confirmation_sent_at = email_confirmed_at - interval '1 minute' where id = ${id}`;
  await shop.sql`insert into private.account_invitations (user_id, token_hash, used_at) values (${id}, sha256('x'), now())`;
  expect(partOf(await hostedStatus([]), 'mail')).toMatchObject({
    reason: 'mail-unknown',
    facts: { asked_at: expect.any(String) as string, confirmed_at: null },
  });
  await shop.sql`delete from private.account_invitations where user_id = ${id}`;
  expect(partOf(await hostedStatus([]), 'mail')).toMatchObject({
    level: 'ok',
    facts: { confirmed_at: expect.any(String) as string },
  });
});

test('OPS-83 the status function asks for every other function', () => {
  const folder = new URL('../functions', import.meta.url);
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name);
  expect([...OTHER_FUNCTIONS, 'system-status'].sort()).toEqual(names.sort());
});

test('OPS-83 on a hosted project the revision is that of the functions’ secret, and the database is of theirs', async () => {
  // A busy machine may take longer than a part has.
  await vi.waitFor(async () => {
    expect(partOf(await hostedStatus([]), 'version')).toMatchObject({
      level: 'ok',
      facts: { commit: '3f9c2ab', migration: readMigrations().at(-1)?.version },
    });
  }, 60_000);
});

test('OPS-84 a database older or newer than the functions is reported', async () => {
  const newest = NEWEST_MIGRATION;
  const migrate = (statement: string) => shop.sql.unsafe(statement);
  await migrate(`insert into supabase_migrations.schema_migrations (version) values ('29990101000000')`);
  try {
    expect(partOf(await hostedStatus([]), 'version')).toMatchObject({
      level: 'failure',
      reason: 'database-newer',
    });
  } finally {
    await migrate(`delete from supabase_migrations.schema_migrations where version = '29990101000000'`);
  }
  const older = { migration: '20260101000000', made_for: newest };
  expect(judge('version', older, NOW)).toMatchObject({ level: 'failure', reason: 'database-older' });
  expect(judge('version', { migration: null, made_for: newest }, NOW)).toMatchObject({
    reason: 'database-older',
  });
});

test('OPS-84 the functions are made for the newest migration', () => {
  expect(NEWEST_MIGRATION).toBe(readMigrations().at(-1)?.version);
});

test('CFG-03 OPS-46 pages that cannot be made with the current facts are told until they can be', async () => {
  const templates = join(siteDir, '.release/pages.json');
  const registry = join(siteDir, 'remotes.json');
  const before = readFileSync(registry, 'utf8');
  mkdirSync(join(siteDir, '.release'));
  writeFileSync(templates, '{"format":2}');
  writeFileSync(registry, JSON.stringify({ release: 'r', remotes: [] }));
  try {
    expect((await fetch(shop.url)).status).toBe(200);
    expect(partOf(await status(), 'remotes')).toMatchObject({ level: 'attention', reason: 'site-behind' });
    const [{ facts }] = await shop.sql<[{ facts: object }]>`select public.shop_facts() -> 'facts' as facts`;
    writeFileSync(templates, JSON.stringify({ format: 1, facts }));
    expect((await fetch(shop.url)).status).toBe(200);
    expect(partOf(await status(), 'remotes')).toMatchObject({ level: 'ok' });
  } finally {
    writeFileSync(registry, before);
    rmSync(join(siteDir, '.release'), { recursive: true });
  }
});

test('TAX-15 documents that wait for their provider, or were rejected by it, are told with the messages', async () => {
  expect(partOf(await status(), 'documents')).toMatchObject({
    level: 'ok',
    facts: { electronic: false },
  });
  const now = new Date('2026-11-28T12:00:00Z');
  const at = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
  const verdict = (facts: Parameters<typeof judge>[1]) => {
    const { level, reason } = judge('documents', { electronic: true, ...facts }, now);
    return [level, reason];
  };
  expect(verdict({ queued: 0, rejected: 0 })).toEqual(['ok', 'ok']);
  expect(verdict({ queued: 1, oldest_at: at(5), overdue_at: at(1) })).toEqual(['ok', 'ok']);
  expect(verdict({ queued: 1, oldest_at: at(40), overdue_at: at(40) })).toEqual([
    'failure',
    'documents-stuck',
  ]);
  expect(verdict({ queued: 1, oldest_at: at(180), overdue_at: at(-5) })).toEqual([
    'attention',
    'documents-waiting',
  ]);
  expect(verdict({ rejected: 1 })).toEqual(['attention', 'documents-rejected']);
});
