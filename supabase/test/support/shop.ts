/** A running server with an empty shop and one user of each role, for testing the database's rules through the API. */
import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { startTestServer, type TestServerOptions } from '@taller/server/testing/start-test-server.ts';
import type { Database } from '@taller/shared/db/database.types.ts';
import { rutCheckDigit } from '@taller/shared/values/rut.ts';
import type postgres from 'postgres';
import { loginRows } from '../../seed/accounts.ts';
import { insertRows } from '../../seed/insert-rows.ts';

export type Client = SupabaseClient<Database>;
type Role = 'admin' | 'technician' | 'receptionist' | 'customer';

/** Test users: anonymous, two customers with verified RUTs, and the staff. */
export const ACTORS = ['anon', 'customer', 'other', 'technician', 'receptionist', 'admin'] as const;
export type Actor = (typeof ACTORS)[number];

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly rut: string;
  readonly phone: string;
  readonly client: Client;
}

export interface Shop extends AsyncDisposable {
  /** Superuser connection, for verifying the actual state. */
  readonly sql: postgres.Sql;
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** Superuser URL, for the server's own tools. */
  readonly adminUrl: string;
  /** The server's data folder. */
  readonly dataDir: string;
  /** The function's response to a user who requests an order's device code. */
  openCode(actor: Actor, orderId: string, reason?: string): Promise<Response>;
  readonly anon: Client;
  readonly people: Readonly<Record<Exclude<Actor, 'anon'>, Person>>;
  clientOf(actor: Actor): Client;
  /** Signs in another user, created directly in the database. */
  addPerson(role: Role, options?: { proven?: boolean; rut?: string; phone?: string }): Promise<Person>;
  /** A new client without a session. */
  newClient(): Client;
}

export const PASSWORD = 'clave-de-prueba';

/** Starts a shop without cash drawers and signs all users in. Dispose of it, or its database remains. */
export async function openShop(options: TestServerOptions = {}): Promise<Shop> {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startTestServer(options));
  const { sql } = server;
  // Cash needs no open drawer unless a test names its tills. Without a new version of the section.
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update public.setting_sections set value = value || '{"tills": []}' where section = 'desk'`;
  });
  const newClient = (): Client =>
    createClient<Database>(server.url, server.keys.publishable, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
  const [hashed] = await sql`select extensions.crypt(${PASSWORD}, extensions.gen_salt('bf', 4)) as hash`;
  const addPerson: Shop['addPerson'] = async (role, options = {}) => {
    const person = { ...newPerson(role), ...options, client: newClient() };
    const metadata = { full_name: person.fullName, rut: person.rut, phone: person.phone };
    const login = loginRows(
      { ...person, identityId: randomUUID(), metadata },
      String(hashed?.hash),
      new Date().toISOString(),
    );
    await sql.begin(async (tx) => {
      await insertRows(tx, 'auth.users', [login.user]);
      await insertRows(tx, 'auth.identities', [login.identity]);
      await tx`update public.profiles set role = ${role}, rut_verified_at = case when ${options.proven ?? true} then now() end
        where id = ${person.id}`;
    });
    const { error } = await person.client.auth.signInWithPassword({
      email: person.email,
      password: PASSWORD,
    });
    if (error) throw error;
    return person;
  };
  const people = {
    customer: await addPerson('customer'),
    other: await addPerson('customer'),
    technician: await addPerson('technician'),
    receptionist: await addPerson('receptionist'),
    admin: await addPerson('admin'),
  };
  const anon = newClient();
  const owned = stack.move();
  return {
    sql,
    url: server.url,
    publishableKey: server.keys.publishable,
    secretKey: server.keys.secret,
    adminUrl: server.adminUrl,
    dataDir: server.dataDir,
    openCode: async (actor, orderId, reason = 'Revisar o reparar') => {
      const session = actor === 'anon' ? null : (await people[actor].client.auth.getSession()).data.session;
      return fetch(`${server.url}/functions/v1/open-device-code`, {
        method: 'POST',
        headers: { ...(session && { authorization: `Bearer ${session.access_token}` }) },
        body: JSON.stringify({ orderId, reason }),
      });
    },
    anon,
    people,
    clientOf: (actor) => (actor === 'anon' ? anon : people[actor].client),
    addPerson,
    newClient,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Confirms an address without its mail. The password that confirming takes away is put back (SEC-80). */
export async function confirmKeepingPassword(sql: postgres.Sql, email: string): Promise<void> {
  const [user] = await sql`select encrypted_password as hash from auth.users where email = ${email}`;
  await sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
  await sql`update auth.users set encrypted_password = ${String(user?.hash)} where email = ${email}`;
}

/** An unused e-mail address. */
export const newEmail = (): string => `${randomUUID().slice(0, 8)}@prueba.test`;

let lastRut = 20_100_000;

/** An unused RUT with a valid check digit. */
export function newRut(): string {
  lastRut += 1;
  return `${lastRut}-${rutCheckDigit(String(lastRut))}`;
}

let counter = 0;

function newPerson(role: Role): Omit<Person, 'client'> {
  counter += 1;
  const digits = String(11_000_000 + counter);
  return {
    id: randomUUID(),
    email: `${role}-${counter}@prueba.test`,
    fullName: `Persona ${counter}`,
    rut: `${digits}-${rutCheckDigit(digits)}`,
    phone: `+56 9 5000 ${String(1000 + counter)}`,
  };
}
