/**
 * An address that an anonymous visitor has registered before its owner: whoever confirms it chooses the password
 * (SEC-80).
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';
import { anonClient, PASSWORD, redeem } from './support/people.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const DATA = { full_name: 'Rosa Araya', rut: '12345678-5', phone: '+56911112222' };

async function linkTo(email: string): Promise<string> {
  const mail = (await server.mails()).find(({ to }) => to === email);
  if (!mail) throw new Error(`no mail to ${email}`);
  return mail.link;
}

const signIn = async (email: string, password: string) =>
  (await anonClient(server).auth.signInWithPassword({ email, password })).error?.code ?? 'ok';

test('SEC-80 confirming an address takes away the password that was typed before, and asks for one there', async () => {
  const email = 'colega@prueba.test';
  const password = 'clave-de-un-extraño';
  await anonClient(server).auth.signUp({ email, password, options: { data: DATA } });
  expect(await signIn(email, password)).toBe('email_not_confirmed');

  const owner = anonClient(server);
  expect((await redeem(owner, await linkTo(email))).error).toBeNull();
  expect(await signIn(email, password)).toBe('invalid_credentials');
  expect((await owner.auth.updateUser({ password: PASSWORD })).error).toBeNull();
  expect(await signIn(email, password)).toBe('invalid_credentials');
  expect(await signIn(email, PASSWORD)).toBe('ok');
});

test('SEC-80 a reset link that confirms an address takes the password as well', async () => {
  const email = 'colega-2@prueba.test';
  const password = 'clave-de-un-extraño';
  await anonClient(server).auth.signUp({ email, password, options: { data: DATA } });
  await anonClient(server).auth.resetPasswordForEmail(email);
  expect((await redeem(anonClient(server), await linkTo(email))).error).toBeNull();
  expect(await signIn(email, password)).toBe('invalid_credentials');
});

test('SEC-80 an account that the secret key makes and confirms in one step keeps its password', async () => {
  const email = 'hecha@prueba.test';
  await server.sql.begin(async (tx) => {
    await tx`insert into auth.users (id, email, aud, role, encrypted_password, raw_app_meta_data, raw_user_meta_data)
      values (gen_random_uuid(), ${email}, 'authenticated', 'authenticated', 'hash', '{}', '{}')`;
    await tx`update auth.users set email_confirmed_at = now() where email = ${email}`;
  });
  const [user] = await server.sql`select encrypted_password from auth.users where email = ${email}`;
  expect(user?.encrypted_password).toBe('hash');
});

test('SEC-81 AUTH-06 a link names a page of the site; reading it uses nothing up, and any browser redeems it once', async () => {
  const email = 'lectora@prueba.test';
  await anonClient(server).auth.signUp({ email, password: PASSWORD, options: { data: DATA } });
  for (const ask of [async () => {}, () => anonClient(server).auth.resetPasswordForEmail(email)]) {
    await ask();
    const link = new URL(await linkTo(email));
    expect([link.origin, link.pathname]).toEqual([server.url, '/update-password']);
    expect([...link.searchParams.keys()]).toEqual(['token_hash', 'type']);
    // A scanner reads the page, and tries what older links led to.
    await fetch(link);
    const token = link.searchParams.get('token_hash') ?? '';
    const type = link.searchParams.get('type') ?? '';
    const got = await fetch(`${server.url}/auth/v1/verify?token=${token}&type=${type}`, {
      redirect: 'manual',
    });
    expect([got.status, got.headers.get('location')]).toEqual([405, null]);
    const elsewhere = anonClient(server);
    expect((await redeem(elsewhere, link.href)).data.user?.email).toBe(email);
    expect((await redeem(anonClient(server), link.href)).error?.code).toBe('otp_expired');
  }
});
