import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';
import { follow, PASSWORD, registeredClient } from './support/people.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A browser that uses PKCE, like the site. */
const browser = () =>
  createClient(server.url, server.keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false, flowType: 'pkce' },
  });

async function linkTo(email: string): Promise<string> {
  const mail = (await server.mails()).find(({ to }) => to === email);
  if (!mail) throw new Error(`no mail to ${email}`);
  return mail.link;
}

const codeOf = (page: string) => new URL(page).searchParams.get('code') ?? '';

test('SEC-37 a reset link brings a code and no token, and only the browser that asked can redeem it, once', async () => {
  const { email, id } = await registeredClient(server);
  const asking = browser();
  await asking.auth.resetPasswordForEmail(email, { redirectTo: `${server.url}/update-password` });
  const { page, fragment } = await follow(await linkTo(email));
  expect(new URL(page).pathname).toBe('/update-password');
  expect([...fragment.keys()]).toEqual([]);
  expect(codeOf(page)).toMatch(/^[0-9a-f-]{36}$/);

  const thief = browser();
  await thief.auth.resetPasswordForEmail('nadie@prueba.test');
  const stolen = await thief.auth.exchangeCodeForSession(codeOf(page));
  expect([stolen.error?.code, stolen.data.session]).toEqual(['bad_code_verifier', null]);

  const { data, error } = await asking.auth.exchangeCodeForSession(codeOf(page));
  expect([error, data.user?.id]).toEqual([null, id]);
  expect((await asking.auth.updateUser({ password: 'clave-nueva-1' })).error).toBeNull();

  const again = await fetch(`${server.url}/auth/v1/token?grant_type=pkce`, {
    method: 'POST',
    headers: { apikey: server.keys.publishable, 'content-type': 'application/json' },
    body: JSON.stringify({ auth_code: codeOf(page), code_verifier: 'x'.repeat(64) }),
  });
  expect(again.status).toBe(404);
});

test('SEC-37 the session made while a link was followed does not stay', async () => {
  const { email, id } = await registeredClient(server);
  await server.sql`delete from auth.sessions where user_id = ${id}`;
  await browser().auth.resetPasswordForEmail(email, { redirectTo: `${server.url}/update-password` });
  await follow(await linkTo(email));
  expect(await server.sql`select from auth.sessions where user_id = ${id}`).toHaveLength(0);
});

test('SEC-37 a confirmation link brings a code as well, and confirms in any browser', async () => {
  const email = 'pkce-nueva@prueba.test';
  const asking = browser();
  const data = { full_name: 'Nueva', rut: '12345678-5', phone: '+56911112222' };
  await asking.auth.signUp({
    email,
    password: PASSWORD,
    options: { data, emailRedirectTo: `${server.url}/auth` },
  });
  const { page, fragment } = await follow(await linkTo(email));
  expect([new URL(page).pathname, [...fragment.keys()]]).toEqual(['/auth', []]);
  const elsewhere = browser();
  expect((await elsewhere.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  expect((await asking.auth.exchangeCodeForSession(codeOf(page))).data.user?.email).toBe(email);
});

test('SEC-37 a later request without a challenge does not redeem an earlier challenge', async () => {
  const { email } = await registeredClient(server);
  const asking = browser();
  await asking.auth.resetPasswordForEmail(email, { redirectTo: `${server.url}/update-password` });
  const first = await linkTo(email);
  await server.sql`update auth.users set recovery_sent_at = now() - interval '2 minutes' where email = ${email}`;
  await fetch(`${server.url}/auth/v1/recover`, {
    method: 'POST',
    headers: { apikey: server.keys.publishable, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  expect((await follow(first)).fragment.get('error_code')).toBe('otp_expired');
});
