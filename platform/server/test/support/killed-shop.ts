/** A shop whose database is killed again and again in the middle of what a member of the staff does. */
import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type postgres from 'postgres';
import { expect, vi } from 'vitest';
import { loginRows } from '../../../../supabase/seed/accounts.ts';
import { insertRows } from '../../../../supabase/seed/insert-rows.ts';
import { startBreakable, type BreakableServer } from './own-cluster.ts';

const PASSWORD = 'clave-de-prueba';
const PATIENCE = { timeout: 60_000, interval: 50 };
const PERSON = { id: randomUUID(), email: 'caja@prueba.test', phone: '+56 9 5000 1000', rut: '11111111-1' };

/** How often a test kills the database. */
export const KILLS = [
  { kills: 4, tags: [] as string[] },
  { kills: 50, tags: ['exhaustive'] },
];

/** A request of a form. */
export interface Asked {
  /** Sends it. @returns whether it was answered that it is done, now or before. */
  send: () => Promise<boolean>;
  /** The same in a transaction, as the person or the function that the request is from. */
  work: (tx: postgres.TransactionSql) => Promise<unknown>;
}

/** A refusal in words would say that something did not happen: there is none to give. */
export function refuseWords(error: { code?: string; message: string } | null): void {
  if (error?.code && /^(?:22|23|42|P0|PT)/.test(error.code)) throw new Error(error.message);
}

export interface KilledShop extends AsyncDisposable, Pick<BreakableServer, 'sql' | 'server' | 'dataDir'> {
  /** Signed in. */
  client: SupabaseClient;
  anon: SupabaseClient;
  /** Adds an order of 90,000 pesos. @returns its id. */
  addOrder(columns?: Record<string, unknown>): Promise<string>;
  /** Does it, and kills the database before it is committed. */
  killBeforeCommit(asked: Asked): Promise<void>;
  /** Sends all at once, each twice, and kills the database meanwhile. @returns which were answered as done. */
  sendAndKill(asked: readonly Asked[], turns: number): Promise<boolean[]>;
  isUp(): Promise<void>;
  /** Sends each until it is answered as done, as a form does after a lost answer. */
  sendAgain(asked: readonly Asked[]): Promise<void>;
}

async function addPerson(sql: postgres.Sql, role: string): Promise<void> {
  const [hashed] = await sql`select extensions.crypt(${PASSWORD}, extensions.gen_salt('bf', 4)) as hash`;
  const metadata = { full_name: 'Caja', rut: PERSON.rut, phone: PERSON.phone };
  const login = loginRows(
    { ...PERSON, identityId: randomUUID(), metadata },
    String(hashed?.hash),
    new Date().toISOString(),
  );
  await sql.begin(async (tx) => {
    await insertRows(tx, 'auth.users', [login.user]);
    await insertRows(tx, 'auth.identities', [login.identity]);
    await tx`update public.profiles set role = ${role} where id = ${PERSON.id}`;
  });
}

/** Starts a shop with one member of the staff, signed in. */
export async function openKilledShop(role: 'receptionist' | 'technician'): Promise<KilledShop> {
  await using stack = new AsyncDisposableStack();
  const broken = stack.use(await startBreakable());
  const { sql, server, dataDir } = broken;
  await addPerson(sql, role);
  const newClient = () =>
    createClient(server.url, server.keys.publishable, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
  const client = newClient();
  const { error } = await client.auth.signInWithPassword({ email: PERSON.email, password: PASSWORD });
  if (error) throw error;
  const owned = stack.move();
  const claims = JSON.stringify({ sub: PERSON.id, role: 'authenticated' });
  return {
    sql,
    server,
    dataDir,
    client,
    anon: newClient(),
    addOrder: async (columns = {}) => {
      const row = {
        customer_name: 'Cliente',
        customer_phone: '+56970000000',
        customer_rut: '11111111-1',
        equipment_type: 'smartphone',
        equipment_brand: 'Samsung',
        equipment_model: 'A52',
        work_description: 'No carga',
        total_amount: 90_000,
        ...columns,
      };
      const [order] = await sql`insert into public.service_orders ${sql(row as never)} returning id`;
      return String(order?.id);
    },
    killBeforeCommit: async ({ work }) => {
      const outcome = await sql
        .begin(async (tx) => {
          await tx`select set_config('request.jwt.claims', ${claims}, true)`;
          await work(tx);
          broken.killPostmaster();
          await tx`select pg_sleep(10)`;
        })
        .then(
          () => 'committed',
          () => 'cut off',
        );
      expect(outcome).toBe('cut off');
    },
    sendAndKill: async (asked, turns) => {
      const work = asked.map(async ({ send }) => (await Promise.all([send(), send()])).includes(true));
      for (let turn = 0; turn < turns; turn += 1) await fetch(`${server.url}/livez`).catch(() => undefined);
      broken.killPostmaster();
      return Promise.all(work);
    },
    isUp: () =>
      vi.waitFor(async () => {
        expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
        await sql`select 1`;
      }, PATIENCE),
    sendAgain: async (asked) => {
      for (const { send } of asked) await vi.waitUntil(send, PATIENCE);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
