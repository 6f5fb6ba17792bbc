import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';
import { anonClient, PASSWORD, redeem, registeredClient } from './support/people.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

interface Tokens {
  access: string;
  refresh: string;
}

async function tokensOf(client: SupabaseClient): Promise<Tokens> {
  const { data } = await client.auth.getSession();
  return { access: data.session?.access_token ?? '', refresh: data.session?.refresh_token ?? '' };
}

async function signIn(email: string, password = PASSWORD): Promise<SupabaseClient> {
  const client = anonClient(server);
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

const call = (path: string, access: string, init: RequestInit = {}) =>
  fetch(`${server.url}${path}`, {
    ...init,
    headers: {
      apikey: server.keys.publishable,
      authorization: `Bearer ${access}`,
      'content-type': 'application/json',
      'x-http-method-override': 'PUT',
    },
  });

/** Whether a session's tokens are still valid: for refreshing, reading the account, and reading the own row. */
async function reach(tokens: Tokens): Promise<{ refreshed: boolean; account: boolean; rows: number }> {
  const account = await call('/auth/v1/user', tokens.access);
  const profile = await call('/rest/v1/profiles?select=id', tokens.access);
  const rows: unknown = profile.ok ? await profile.json() : [];
  const refreshed = await anonClient(server).auth.refreshSession({ refresh_token: tokens.refresh });
  return {
    refreshed: refreshed.error === null,
    account: account.ok,
    rows: Array.isArray(rows) ? rows.length : -1,
  };
}

const EVERYTHING = { refreshed: true, account: true, rows: 1 };
const NOTHING = { refreshed: false, account: false, rows: 0 };

describe('a changed password', () => {
  test('SEC-02 a change of the password ends every other session of the account, and keeps the current one', async () => {
    const { client, email } = await registeredClient(server);
    const another = await registeredClient(server);
    const stolen = await tokensOf(await signIn(email));
    const own = await tokensOf(client);
    expect(await reach(await tokensOf(await signIn(email)))).toEqual(EVERYTHING);
    const changed = await call('/auth/v1/user', own.access, {
      method: 'PUT',
      body: JSON.stringify({ password: 'clave-nueva-1' }),
    });
    expect(changed.status).toBe(200);
    expect(await reach(stolen)).toEqual(NOTHING);
    expect(await reach(own)).toEqual(EVERYTHING);
    expect(await reach(await tokensOf(another.client))).toEqual(EVERYTHING);
  });

  test('SEC-02 a change of the password by the mailed link ends all earlier sessions', async () => {
    const { client, email } = await registeredClient(server);
    const before = [await tokensOf(client), await tokensOf(await signIn(email))];
    await anonClient(server).auth.resetPasswordForEmail(email);
    const mail = (await server.mails()).find(({ to }) => to === email);
    const browser = anonClient(server);
    await redeem(browser, mail?.link ?? '');
    const own = await tokensOf(browser);
    const changed = await call('/auth/v1/user', own.access, {
      method: 'PUT',
      body: JSON.stringify({ password: 'clave-nueva-2' }),
    });
    expect(changed.status).toBe(200);
    expect(await Promise.all(before.map(reach))).toEqual([NOTHING, NOTHING]);
    expect(await reach(own)).toEqual(EVERYTHING);
  });

  test('SEC-02 a refused change of the password, or a change of the name, ends no session', async () => {
    const { client, email } = await registeredClient(server);
    const other = await tokensOf(await signIn(email));
    const own = await tokensOf(client);
    for (const body of [
      { password: 'corta' },
      { password: PASSWORD },
      { data: { full_name: 'Otro Nombre' } },
    ]) {
      await call('/auth/v1/user', own.access, { method: 'PUT', body: JSON.stringify(body) });
    }
    expect(await reach(other)).toEqual(EVERYTHING);
  });

  test('SEC-02 a token renewal during a change of the password leaves no session alive', async () => {
    const { client, email } = await registeredClient(server);
    const own = await tokensOf(client);
    const stolen = await Promise.all(Array.from({ length: 4 }, async () => tokensOf(await signIn(email))));
    const [, ...renewed] = await Promise.all([
      call('/auth/v1/user', own.access, {
        method: 'PUT',
        body: JSON.stringify({ password: 'clave-nueva-3' }),
      }),
      ...stolen.map(({ refresh }) => anonClient(server).auth.refreshSession({ refresh_token: refresh })),
    ]);
    for (const { data } of renewed) {
      if (!data.session) continue;
      expect(await reach({ access: data.session.access_token, refresh: data.session.refresh_token })).toEqual(
        NOTHING,
      );
    }
    const left =
      await server.sql`select count(*)::int as sessions from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`;
    expect(left[0]?.sessions).toBe(1);
  });
});

describe('the e-mail and the phone of an account', () => {
  /** Somebody who is signed in, for all cases that change nothing. */
  let registered: ReturnType<typeof registeredClient> | undefined;
  const member = () => (registered ??= registeredClient(server));
  const REFUSAL = 'El correo y el teléfono de la cuenta no se pueden cambiar aquí. Pídelo en el taller.';

  test.each([
    { email: 'otra@prueba.test' },
    { email: '' },
    { email: null },
    { phone: '+56911112222' },
    { email: 'otra@prueba.test', password: 'clave-nueva-4' },
    { email_change: 'otra@prueba.test' },
    { role: 'service_role' },
    { app_metadata: { role: 'admin' } },
  ])('SEC-03 the change of an account %j is refused, and nothing is changed or mailed', async (change) => {
    const { client, id, email } = await member();
    const { access } = await tokensOf(client);
    const [before] = await server.sql`select to_jsonb(u) as row from auth.users u where id = ${id}`;
    const mails = (await server.mails()).length;
    for (const path of [
      '/auth/v1/user',
      '/auth/v1//user',
      '/auth/v1/./user',
      '/auth/v1/user/',
      '/auth/v1/%75ser',
      '/auth/v1/user?x=1',
    ]) {
      for (const method of ['PUT', 'POST', 'PATCH']) {
        const answer = await call(path, access, {
          method,
          body: JSON.stringify(change),
        });
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
      }
    }
    const { error } = await client.auth.updateUser(change as object);
    expect([error?.status, error?.code, error?.message]).toEqual(
      'app_metadata' in change
        ? [403, 'not_admin', 'Updating app_metadata requires admin privileges']
        : [422, 'identity_change_disabled', REFUSAL],
    );
    const [after] = await server.sql`select to_jsonb(u) as row from auth.users u where id = ${id}`;
    expect(after).toEqual(before);
    expect((await server.mails()).length).toBe(mails);
    expect((await client.auth.updateUser({ data: { full_name: 'Nombre Nuevo' } })).error).toBeNull();
    expect(email).toContain('persona-');
  });

  test('SEC-03 an e-mail change requested earlier cannot be confirmed or mailed again', async () => {
    const { id, email } = await registeredClient(server);
    await server.sql`update auth.users set email_change = 'nuevo@prueba.test', email_change_token_new = 'abc', email_change_sent_at = null where id = ${id}`;
    const posted = await call('/auth/v1/verify', '', {
      method: 'POST',
      body: JSON.stringify({ type: 'email_change', token_hash: 'abc' }),
    });
    expect(posted.status).toBeGreaterThanOrEqual(400);
    for (const type of ['email_change', 'phone_change', 'sms']) {
      expect(
        (
          await call('/auth/v1/resend', '', {
            method: 'POST',
            body: JSON.stringify({ type, email, phone: '1' }),
          })
        ).status,
      ).toBeGreaterThanOrEqual(400);
    }
    expect((await server.sql`select email from auth.users where id = ${id}`)[0]?.email).toBe(email);
    expect((await server.mails()).some(({ to }) => to === 'nuevo@prueba.test')).toBe(false);
  });

  test.each([
    'POST /otp',
    'POST /magiclink',
    'GET /authorize?provider=github',
    'GET /callback?state=x',
    'GET /reauthenticate',
    'POST /invite',
    'GET /admin/users',
    'POST /admin/generate_link',
    'POST /token?grant_type=id_token',
    'POST /user/identities/authorize',
    'DELETE /user',
    'POST /sso',
    'POST /signup/',
    'GET /nonexistent',
  ])('SEC-03 %s, which the site does not use, is closed', async (route) => {
    const [method = '', path = ''] = route.split(' ');
    const { client } = await member();
    const { access } = await tokensOf(client);
    const body =
      method === 'POST' ? JSON.stringify({ email: 'victima@prueba.test', password: PASSWORD }) : undefined;
    const answer = await call(`/auth/v1${path}`, access, { method, body, redirect: 'manual' });
    expect([404, 405, 400, 422]).toContain(answer.status);
    expect(await server.sql`select from auth.users where email = 'victima@prueba.test'`).toHaveLength(0);
  });
});
