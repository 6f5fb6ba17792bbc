import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../../supabase/seed/accounts.ts';
import { makeBackup } from '../src/backup/make-backup.ts';
import { restoreBackup } from '../src/backup/restore-backup.ts';
import { bootstrapDatabase } from '../src/database/bootstrap.ts';
import { embeddedUrls, type DatabaseUrls } from '../src/database/database.ts';
import { applyMigrations } from '../src/database/migrations.ts';
import { seedDemoShop } from '../src/database/seed.ts';
import { startServer, type RunningServer } from '../src/start-server.ts';
import { prepareDataDir } from '../src/testing/prepared-folder.ts';
import { tableHashes } from '../src/testing/table-hashes.ts';
import { createTestDatabase } from '../src/testing/template-database.ts';
import { acquireTestCluster } from '../src/testing/test-cluster.ts';
import { anonClient } from './support/people.ts';
import { withDatabase } from './support/restored.ts';

// A shop moves from the embedded server to a Supabase project and back, by its operator's `postgres`, no superuser.

const log = () => {};
const EMAIL = 'admin@taller.test';
let root: string;
let shop: string;
let project: DatabaseUrls;
let admin: postgres.Sql;
/** Secret of an admin's second factor. */
let secret: string;
const stack = new AsyncDisposableStack();

/** The authentication server's tables as GoTrue has them: other columns, another owner, texts that are never null. */
const GOTRUE = `
do $$ begin
  create role supabase_auth_admin nologin noinherit createrole;
exception when duplicate_object or unique_violation then null;
end $$;
alter table auth.users add column instance_id uuid not null, add column is_super_admin boolean,
  alter column confirmation_token set not null, alter column recovery_token set not null,
  alter column email_change set not null, alter column email_change_token_new set not null,
  alter column email_change_token_current set not null, alter column phone_change set not null,
  alter column phone_change_token set not null, alter column reauthentication_token set not null;
alter table auth.mfa_factors drop column last_step, drop column attempts, drop column attempts_since,
  add column phone text, add column web_authn_credential jsonb;
drop table auth.mfa_session_attempts;
create table auth.schema_migrations (version varchar(255) primary key);
create sequence auth.refresh_tokens_id_seq;
do $$ declare name text;
begin
  for name in select relname from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r' loop
    execute format('alter table auth.%I owner to supabase_auth_admin', name);
    execute format('alter table auth.%I enable row level security', name);
  end loop;
end $$;
alter schema auth owner to supabase_auth_admin;
alter sequence auth.refresh_tokens_id_seq owner to supabase_auth_admin;
create schema vault;
create table vault.secrets (id uuid primary key);
`;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-backup-project-'));
  chmodSync(root, 0o711);
  const { cluster, release } = await acquireTestCluster();
  stack.defer(release);
  // It makes the cluster's roles.
  await (await createTestDatabase(cluster, 'migrations')).stop();
  const outside = postgres(embeddedUrls(cluster.port, cluster).adminUrl, { max: 1, onnotice: () => {} });
  stack.defer(() => outside.end());
  const name = `project_${crypto.randomUUID().replaceAll('-', '')}`;
  await outside.unsafe(`create database ${name}`);
  stack.defer(async () => void (await outside.unsafe(`drop database if exists ${name} with (force)`)));
  project = embeddedUrls(cluster.port, cluster, name);
  admin = postgres(project.adminUrl, { max: 1, onnotice: () => {} });
  stack.defer(() => admin.end());
  await bootstrapDatabase(admin, project.adminUrl);
  await admin.unsafe(GOTRUE);
  await applyMigrations(project.adminUrl);

  shop = join(root, 'shop');
  await prepareDataDir(shop);
  const server = await startServer({ port: 0, mode: 'empty', quiet: true, dataDir: shop });
  await seedDemoShop(server.adminUrl);
  const client = await signedIn(server);
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Teléfono' });
  if (error) throw error;
  secret = data.totp.secret;
  await client.auth.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(secret) });
  await server.close();
});
afterAll(async () => {
  await stack.disposeAsync();
  rmSync(root, { recursive: true, force: true });
});

const codeOf = (of: string) => new TOTP({ secret: Secret.fromBase32(of) }).generate();

async function signedIn(server: RunningServer) {
  const client = anonClient(server);
  const { error } = await client.auth.signInWithPassword({ email: EMAIL, password: DEMO_PASSWORD });
  if (error) throw error;
  return client;
}

/** The rows that move: all but sessions, objects, the sealed secret of the factor, and the notes of backups. */
async function movedRows(adminUrl: string): Promise<Record<string, string>> {
  const hashes = Object.entries(await tableHashes(adminUrl));
  const stay = /^(?:auth\.(?!users$|identities$)|supabase_migrations\.|storage\.|private\.backup_run$)/;
  return Object.fromEntries(hashes.filter(([name]) => !stay.test(name)));
}

const shopOf = (hashes: Record<string, string>) =>
  Object.fromEntries(Object.entries(hashes).filter(([name]) => !name.startsWith('auth.')));

/** Triggers and keys of the shop's tables, which loading changes for its own time. */
const guards = () => admin`
  select tgrelid::regclass::text as table, tgname::text as name, tgenabled::text as mode from pg_trigger
  where not tgisinternal
  union all select conrelid::regclass::text, conname::text, concat(condeferrable, condeferred, convalidated)
  from pg_constraint where contype = 'f' order by 1, 2`;

test('OPS-91 a shop moves to a Supabase project and back with equal rows, its accounts, passwords and second factors', async () => {
  const before = await withDatabase(shop, movedRows);
  const guarded = await guards();
  const given = await makeBackup({ dataDir: shop, folder: join(root, 'of shop'), logical: true, log });
  const keys = join(root, 'keys');
  const to = { file: given.file, into: keys, databaseUrl: project.ownerUrl };
  const { rows } = await restoreBackup(to);
  expect(rows.get('auth.users')).toBe(14);

  expect(shopOf(await movedRows(project.adminUrl))).toEqual(shopOf(before));
  expect(await guards()).toEqual(guarded);
  const [account] = await admin`
    select instance_id, confirmation_token, f.secret from auth.users u join auth.mfa_factors f on f.user_id = u.id
    where email = ${EMAIL}`;
  expect(account).toEqual({
    instance_id: '00000000-0000-0000-0000-000000000000',
    confirmation_token: '',
    secret,
  });
  await expect(restoreBackup({ ...to, into: join(root, 'twice') })).rejects.toThrow(
    'El proyecto de DATABASE_URL ya tiene cuentas, órdenes o repuestos: no se toca.',
  );
  expect(existsSync(join(root, 'twice'))).toBe(false);

  const of = { dataDir: keys, folder: join(root, 'of project'), databaseUrl: project.ownerUrl, log };
  const back = await makeBackup(of);
  const into = join(root, 'back');
  await restoreBackup({ file: back.file, into });
  expect(await withDatabase(into, movedRows)).toEqual(before);
  const server = await startServer({ port: 0, mode: 'empty', quiet: true, dataDir: into });
  try {
    const client = await signedIn(server);
    const factor = (await client.auth.mfa.listFactors()).data?.totp[0];
    const given2 = { factorId: factor?.id ?? '', code: codeOf(secret) };
    expect((await client.auth.mfa.challengeAndVerify(given2)).error).toBeNull();
  } finally {
    await server.close();
  }
});

test('OPS-91 a project that has other migrations, cannot be reached or would get a copied cluster is refused with the reason', async () => {
  const folder = join(root, 'refused backups');
  const { file } = await makeBackup({ dataDir: shop, folder, logical: true, log });
  const into = join(root, 'refused');
  const databaseUrl = project.ownerUrl;
  const [last] = await admin<{ version: string }[]>`
    delete from supabase_migrations.schema_migrations
    where version = (select max(version) from supabase_migrations.schema_migrations) returning version`;
  await expect(restoreBackup({ file, into, databaseUrl })).rejects.toThrow(
    'El proyecto y el respaldo tienen otras migraciones',
  );
  await admin`insert into supabase_migrations.schema_migrations (version) values (${last?.version ?? ''})`;
  const nowhere = 'postgres://postgres@127.0.0.1:1/postgres';
  await expect(restoreBackup({ file, into, databaseUrl: nowhere })).rejects.toThrow(
    'No se pudo conectar a PostgreSQL (DATABASE_URL)',
  );
  const physical = await makeBackup({ dataDir: shop, folder, log });
  await expect(restoreBackup({ file: physical.file, into, databaseUrl })).rejects.toThrow(
    'En DATABASE_URL solo se carga un respaldo hecho con --logical.',
  );
  expect(existsSync(into)).toBe(false);
});

test('OPS-91 the first backup of a project makes the folder of its keys, and no folder with another database serves', async () => {
  const dataDir = join(root, 'new keys');
  const of = { folder: join(root, 'first'), databaseUrl: project.ownerUrl, log };
  const made = await makeBackup({ ...of, dataDir });
  expect(existsSync(made.file)).toBe(true);
  expect(existsSync(join(dataDir, 'installation.json'))).toBe(true);
  await expect(makeBackup({ ...of, dataDir: shop })).rejects.toThrow(
    'tiene la base de datos de otra tienda: di con DATA_DIR otra carpeta',
  );
});
