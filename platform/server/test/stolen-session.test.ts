/** A session in the wrong hands, older than a few minutes (SEC-71): the database's rules hold for GoTrue as well. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resetAdmin } from '../src/database/reset-admin.ts';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';
import { anonClient, PASSWORD, registeredClient } from './support/people.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A person whose only session is ten minutes old. */
async function longSignedIn(role = 'customer') {
  const person = await registeredClient(server);
  await server.sql`update public.profiles set role = ${role} where id = ${person.id}`;
  await server.sql`update auth.sessions set created_at = now() - interval '10 minutes' where user_id = ${person.id}`;
  return person;
}

async function signIn(email: string, password = PASSWORD): Promise<SupabaseClient> {
  const client = anonClient(server);
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

const change = async (client: SupabaseClient, current?: string) =>
  (await client.auth.updateUser({ password: 'otra-clave-1', ...(current && { current_password: current }) }))
    .error?.code;
const subjects = async (to: string) =>
  (await server.mails()).filter((mail) => mail.to === to).map(({ subject }) => subject);
const code = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() });

test('SEC-71 the password is changed with the current one, or after signing in; its owner gets a mail', async () => {
  const { client, email } = await longSignedIn();
  expect(await change(client)).toBe('current_password_required');
  expect(await change(client, 'no-es-esta')).toBe('current_password_invalid');
  await signIn(email);
  expect(await change(client, PASSWORD)).toBeUndefined();
  await expect.poll(() => subjects(email)).toContain('La contraseña de tu cuenta fue cambiada');
  const fresh = await signIn(email, 'otra-clave-1');
  expect((await fresh.auth.updateUser({ password: 'tercera-clave-1' })).error).toBeNull();
});

test('SEC-71 after five wrong passwords a session has to wait, and other sessions do not', async () => {
  const { client, email } = await longSignedIn();
  for (let i = 0; i < 5; i++) expect(await change(client, `mala-${i}`)).toBe('current_password_invalid');
  expect(await change(client, PASSWORD)).toBe('current_password_invalid');
  const other = await signIn(email);
  await server.sql`update auth.sessions set created_at = now() - interval '10 minutes'`;
  expect(await change(other, PASSWORD)).toBeUndefined();
});

test('SEC-71 a second factor is added after the password only, and its owner gets a mail', async () => {
  const { client, email } = await longSignedIn('technician');
  const enroll = () => client.auth.mfa.enroll({ factorType: 'totp' });
  expect((await enroll()).error?.code).toBe('reauthentication_needed');
  await client.rpc('try_password', { p_password: 'mala' });
  expect((await client.rpc('is_password_proved')).data).toBe(false);
  await client.rpc('try_password', { p_password: PASSWORD });
  expect((await client.rpc('is_password_proved')).data).toBe(true);
  const { data } = await enroll();
  if (data?.type !== 'totp') throw new Error('no factor');
  const given = { factorId: data.id, code: code(data.totp.secret) };
  expect((await client.auth.mfa.challengeAndVerify(given)).error).toBeNull();
  await expect.poll(() => subjects(email)).toContain('Se activó un segundo factor en tu cuenta');
});

test('SEC-71 a session without the second factor can sign out itself and no other session', async () => {
  const { client, email, id } = await registeredClient(server);
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
  if (data?.type !== 'totp') throw new Error('no factor');
  await client.auth.mfa.challengeAndVerify({ factorId: data.id, code: code(data.totp.secret) });
  const half = await signIn(email);
  await half.auth.signOut({ scope: 'global' });
  const left = await server.sql`select aal from auth.sessions where user_id = ${id}`;
  expect(left.map(({ aal }) => String(aal))).toEqual(['aal2']);
});

test('SEC-71 erasing one’s own data requires the password again', async () => {
  const { client } = await longSignedIn();
  const { error } = await client.rpc('request_erasure');
  expect(error).toMatchObject({ code: '42501', message: 'Por seguridad, escribe tu contraseña de nuevo.' });
  await client.rpc('try_password', { p_password: PASSWORD });
  expect((await client.rpc('request_erasure')).error).toBeNull();
});

/** The write of an authentication server, which does not say which session asks for it. */
const asAuthServer = (statement: string) =>
  server.sql.begin(async (tx) => {
    await tx`set local role authenticator`;
    await tx.unsafe(statement);
  });
const setPassword = (id: string) =>
  asAuthServer(`update auth.users set encrypted_password = 'x' || random() where id = '${id}'`);
const addFactor = (id: string) =>
  asAuthServer(
    `insert into auth.mfa_factors (id, user_id, factor_type, status) values (gen_random_uuid(), '${id}', 'totp', 'unverified')`,
  );

test.each([
  ['a new password', setPassword],
  ['a second factor', addFactor],
])(
  'SEC-39 SEC-71 %s of an account whose sessions are all old or idle is refused to the authentication server',
  async (_what, write) => {
    const { id, email } = await longSignedIn('technician');
    const refusal = 'Por seguridad, inicia sesión de nuevo antes de este cambio.';
    await expect(write(id)).rejects.toThrow(refusal);
    // A session idle for longer than the shop allows proves nothing, however recent its code.
    await server.sql`insert into private.session_use (session_id, user_id, last_used_at, proved_at)
      select id, user_id, now() - interval '1 day', now() from auth.sessions where user_id = ${id}`;
    await server.sql`update auth.sessions set created_at = now() - interval '1 day' where user_id = ${id}`;
    await expect(write(id)).rejects.toThrow(refusal);
    await signIn(email);
    await write(id);
  },
);

test('SEC-71 an account without sessions can receive a new password', async () => {
  const { id } = await registeredClient(server);
  await server.sql`delete from auth.sessions where user_id = ${id}`;
  await setPassword(id);
  const [row] = await server.sql`select encrypted_password from auth.users where id = ${id}`;
  expect(String(row?.encrypted_password)).toMatch(/^x/);
});

test('SEC-71 the operator of the machine can reset the account of the only admin', async () => {
  const { id, email } = await longSignedIn('admin');
  await server.sql`update public.profiles set role = 'technician' where role = 'admin' and id <> ${id}`;
  await server.sql`insert into auth.mfa_factors (id, user_id, factor_type, status) values (gen_random_uuid(), ${id}, 'totp', 'verified')`;
  const given = await resetAdmin(server.sql, undefined);
  expect(given).toEqual({ email, password: expect.stringMatching(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/) });
  const client = await signIn(email, given.password);
  expect((await client.rpc('own_sessions')).data).toHaveLength(1);
  await expect(signIn(email)).rejects.toThrow('El correo o la contraseña no son correctos.');
  await expect(resetAdmin(server.sql, 'otro@taller.test')).rejects.toThrow(
    `npm run reset-admin -- --email CORREO. Administradores: ${email}.`,
  );
});
