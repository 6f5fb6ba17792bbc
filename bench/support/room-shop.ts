import { randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { ADMIN_ROLE } from '@taller/server/postgres/create-cluster.ts';
import { clusterUrl } from '@taller/server/postgres/cluster.ts';
import { readPidFile } from '@taller/server/postgres/postmaster.ts';
import { clusterOf } from '@taller/server/postgres/places.ts';
import { npmStart, type StartedShop } from '@taller/server/testing/npm-start.ts';
import type { Database } from '@taller/shared/db/database.types.ts';
import postgres from 'postgres';
import { loginRows } from '../../supabase/seed/accounts.ts';
import { insertRows } from '../../supabase/seed/insert-rows.ts';
import { fillOrders } from './desk-orders.ts';

/** The number of orders that the product is designed for. */
export const ORDERS = 5_839;
export const PASSWORD = 'clave-de-medir';
/** bcrypt cost of a real shop. */
const HASH_COST = 10;

/** One version of the product, started from its own folder, with accounts. */
export interface RoomShop extends AsyncDisposable {
  readonly name: string;
  readonly started: StartedShop;
  readonly url: string;
  readonly key: string;
  /** E-mail addresses of the receptionists, all with {@link PASSWORD}. */
  readonly desk: readonly string[];
  readonly sql: postgres.Sql;
  /** A signed-in client. */
  signIn(email: string): Promise<SupabaseClient<Database>>;
  /** The longest block of the event loop since the last call. */
  longestStall(): Promise<{ wallMs: number; cpuMs: number }>;
}

/** The folder of a version: a given one, or a new one with the files of a commit and its dependencies installed. */
export function checkoutOf(version: string): { folder: string; remove: () => void } {
  const root = join(import.meta.dirname, '../..');
  if (existsSync(version)) return { folder: resolve(version), remove: () => {} };
  const folder = join(mkdtempSync(join(tmpdir(), 'taller-version-')), 'taller');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'ignore' });
  git('worktree', 'add', '--detach', folder, version);
  // Versions from before platform/release have it in tooling.
  const setup = ['platform/release', 'tooling'].find((path) => existsSync(join(folder, path, 'setup')));
  const install = `import('./${setup}/setup/install.mjs').then((setup) => setup.install())`;
  execFileSync(process.execPath, ['-e', install], { cwd: folder, stdio: 'ignore' });
  return { folder, remove: () => git('worktree', 'remove', '--force', folder) };
}

/** Starts a version with the shop's orders and that many receptionists, with the bcrypt cost of a real shop. */
export async function openRoomShop(
  name: string,
  root: string,
  deskSize: number,
  hashCost = HASH_COST,
): Promise<RoomShop> {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'taller-room-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const watch = `--import=${join(import.meta.dirname, 'watch-loop.mjs')}`;
  const env = { NODE_OPTIONS: `${watch} ${process.env.PROF ?? ''}`, LOOP_WATCH: folder };
  const started = stack.use(await npmStart({ root, env }));
  const { dataDir, port } = started;
  const keys = JSON.parse(readFileSync(join(dataDir, 'installation.json'), 'utf8')) as {
    publishableKey: string;
    adminPassword: string;
  };
  const pidFile = readPidFile(join(clusterOf(dataDir), 'pgdata'));
  const adminUrl = clusterUrl(pidFile?.port ?? 0, ADMIN_ROLE, keys.adminPassword, 'postgres');
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  stack.defer(() => sql.end({ timeout: 1 }));
  await fillOrders({ sql }, ORDERS);
  const desk = await addDesk(sql, deskSize, hashCost);
  const url = `http://127.0.0.1:${port}`;
  const owned = stack.move();
  return {
    name,
    started,
    url,
    key: keys.publishableKey,
    desk,
    sql,
    signIn: async (email) => {
      const client = createClient<Database>(url, keys.publishableKey, {
        auth: { persistSession: false, autoRefreshToken: false },
      });
      const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
      if (error) throw error;
      return client;
    },
    longestStall: async () => {
      const pid = started.serverPid();
      const file = join(folder, `${pid}.json`);
      rmSync(file, { force: true });
      process.kill(pid, 'SIGUSR2');
      while (!existsSync(file)) await delay(5);
      return JSON.parse(readFileSync(file, 'utf8')) as { wallMs: number; cpuMs: number };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function addDesk(sql: postgres.Sql, count: number, hashCost: number): Promise<string[]> {
  const [hashed] =
    await sql`select extensions.crypt(${PASSWORD}, extensions.gen_salt('bf', ${hashCost})) as hash`;
  const now = new Date().toISOString();
  const people = Array.from({ length: count }, (_, n) => ({
    id: randomUUID(),
    identityId: randomUUID(),
    email: `recepcion-${n}@medir.test`,
    metadata: { full_name: `Recepción ${n}` },
  }));
  const logins = people.map((person) => loginRows(person, String(hashed?.hash), now));
  await sql.begin(async (tx) => {
    await insertRows(
      tx,
      'auth.users',
      logins.map(({ user }) => user),
    );
    await insertRows(
      tx,
      'auth.identities',
      logins.map(({ identity }) => identity),
    );
    await tx`update public.profiles set role = 'receptionist' where email like 'recepcion-%@medir.test'`;
  });
  return people.map(({ email }) => email);
}
