import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';
import { holdClock } from './support/hold-clock.ts';
import { anonClient, PASSWORD, redeem, registeredClient, REGISTRATION } from './support/people.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const lastMailTo = async (email: string) => {
  const mail = (await server.mails()).find(({ to }) => to === email);
  if (!mail) throw new Error(`no mail to ${email}`);
  return mail;
};

describe('registration', () => {
  const register = (email: string, data: object = REGISTRATION) =>
    anonClient(server).auth.signUp({
      email,
      password: PASSWORD,
      options: { data, emailRedirectTo: `${server.url}/auth` },
    });

  test('AUTH-03 a registration needs the mail’s link before the first log-in', async () => {
    const email = 'nueva@prueba.test';
    const { data, error } = await register(email, {
      full_name: 'Ñandú Pérez',
      rut: '12345678-9',
      phone: '+56 9 1234 5678',
    });
    expect([error, data.session]).toEqual([null, null]);
    const before = await anonClient(server).auth.signInWithPassword({ email, password: PASSWORD });
    expect(before.error?.message).toBe('Email not confirmed');
    const mail = await lastMailTo(email);
    expect([mail.subject, mail.text.includes(mail.link)]).toEqual(['Confirma tu cuenta', true]);
    const owner = anonClient(server);
    expect((await redeem(owner, mail.link)).error).toBeNull();
    await owner.auth.updateUser({ password: PASSWORD });
    expect(
      (await anonClient(server).auth.signInWithPassword({ email, password: PASSWORD })).error,
    ).toBeNull();
    const [profile] =
      await server.sql`select role, full_name from public.profiles where id = ${data.user?.id ?? ''}`;
    expect(profile).toEqual({ role: 'customer', full_name: 'Ñandú Pérez' });
  });

  test('AUTH-03 a role in the metadata of a registration is ignored', async () => {
    const { data } = await register('audaz@prueba.test', {
      ...REGISTRATION,
      role: 'admin',
    });
    expect(
      (await server.sql`select role from public.profiles where id = ${data.user?.id ?? ''}`)[0]?.role,
    ).toBe('customer');
  });

  test('SEC-12 metadata of an account is limited in size, however it is sent', async () => {
    for (const data of [
      `{"full_name":"${'x'.repeat(20_000)}"}`,
      `{"a":${'['.repeat(9000)}${']'.repeat(9000)}}`,
    ]) {
      const body = `{"email":"larga@prueba.test","password":"${PASSWORD}","data":${data}}`;
      const headers = { apikey: server.keys.publishable };
      const url = `${server.url}/auth/v1/signup`;
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(422);
    }
    const { client, id } = await registeredClient(server);
    const answers = [];
    for (let n = 0; n < 6; n += 1) {
      const { error } = await client.auth.updateUser({ data: { [`k${n}`]: 'x'.repeat(3000) } });
      answers.push(error?.status ?? 200);
    }
    expect([answers[0], answers.at(-1)]).toEqual([200, 422]);
    const [stored] =
      await server.sql`select length(raw_user_meta_data::text) as n from auth.users where id = ${id}`;
    expect(stored?.n).toBeLessThan(10_001);
  });

  test('an address that has an account gets the answer of a new one, and no second account', async () => {
    const { email } = await registeredClient(server);
    const { data, error } = await register(email);
    expect([error, data.user?.identities]).toEqual([null, []]);
    expect(await server.sql`select from auth.users where email = ${email}`).toHaveLength(1);
  });

  test('SEC-07 an unconfirmed account can receive its mail again, at most once a minute, like any other account', async () => {
    const email = 'olvidadizo@prueba.test';
    await register(email);
    const first = await lastMailTo(email);
    const soon = await anonClient(server).auth.resend({ type: 'signup', email });
    expect(soon.error?.message).toMatch(
      /^For security purposes, you can only request this after \d+ seconds\.$/,
    );
    await server.sql`update auth.users set confirmation_sent_at = now() - interval '2 minutes' where email = ${email}`;
    holdClock(61_000);
    const again = await anonClient(server).auth.resend({ type: 'signup', email });
    vi.restoreAllMocks();
    expect(again.error).toBeNull();
    const second = await lastMailTo(email);
    expect(second.id).not.toBe(first.id);
    expect((await redeem(anonClient(server), first.link)).error?.code).toBe('otp_expired');
    expect((await redeem(anonClient(server), second.link)).error).toBeNull();
  });

  test('a database that refuses the new user is answered in GoTrue’s words', async () => {
    await using refusing = await startTestServer({
      prepare: (sql) =>
        sql.unsafe(`create function public.no() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
          create trigger no before insert on auth.users for each row execute function public.no();`),
    });
    const { error } = await anonClient(refusing).auth.signUp({
      email: 'a@prueba.test',
      password: PASSWORD,
      options: { data: REGISTRATION },
    });
    expect(error?.status).toBe(500);
    expect(error?.message).toMatch(/^Database error saving new user \(código [0-9a-f]{12}\)$/);
  });

  test.each(['otp', 'magiclink', '%6ftp', 'authorize?provider=github'])(
    '/%s, which would confirm an unproven address, is closed',
    async (path) => {
      const email = 'victima@prueba.test';
      const response = await fetch(`${server.url}/auth/v1/${path}`, {
        method: 'POST',
        headers: { apikey: server.keys.publishable },
        body: JSON.stringify({ email, create_user: true }),
      });
      expect(response.status).toBeGreaterThanOrEqual(404);
      expect(await server.sql`select from auth.users where email = ${email}`).toHaveLength(0);
    },
  );
});

describe('log-in', () => {
  const logIn = (email: string, password: string) =>
    anonClient(server).auth.signInWithPassword({ email, password });

  test('AUTH-04 a wrong password and an unknown address get the same message', async () => {
    const { email } = await registeredClient(server);
    const [wrong, unknown] = await Promise.all([
      logIn(email, 'otra-clave'),
      logIn('nadie@prueba.test', 'otra-clave'),
    ]);
    expect([wrong.error?.message, wrong.error?.code]).toEqual([
      'El correo o la contraseña no son correctos.',
      'invalid_credentials',
    ]);
    expect([unknown.error?.message, unknown.error?.code]).toEqual([
      'El correo o la contraseña no son correctos.',
      'invalid_credentials',
    ]);
  });

  test('only who knows the password learns that an address is not confirmed', async () => {
    await anonClient(server).auth.signUp({
      email: 'pendiente@prueba.test',
      password: PASSWORD,
      options: { data: REGISTRATION },
    });
    expect((await logIn('pendiente@prueba.test', 'otra-clave')).error?.code).toBe('invalid_credentials');
    expect((await logIn('pendiente@prueba.test', PASSWORD)).error?.code).toBe('email_not_confirmed');
  });

  test('SEC-04 after ten wrong passwords the right one is refused too, for that address and peer only', async () => {
    const { email } = await registeredClient(server);
    const other = await registeredClient(server);
    const attempts = await Promise.all(Array.from({ length: 14 }, () => logIn(email, 'otra-clave')));
    expect(attempts.filter(({ error }) => error?.code === 'over_request_rate_limit')).toHaveLength(4);
    expect((await logIn(email, PASSWORD)).error).toMatchObject({
      status: 429,
      message: 'Hubo demasiados intentos. Espera unos minutos e intenta de nuevo.',
    });
    expect((await logIn(other.email, PASSWORD)).error).toBeNull();
  });

  test('a session is renewed, and ends when signed out', async () => {
    const { client } = await registeredClient(server);
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    await client.auth.signOut();
    const later = await anonClient(server).auth.refreshSession({
      refresh_token: data.session?.refresh_token ?? '',
    });
    expect(later.error?.status).toBe(400);
  });
});

describe('password recovery', () => {
  test('correction 5: AUTH-06 the link lets the password be changed, and is redeemed once', async () => {
    const { email } = await registeredClient(server);
    const asked = await anonClient(server).auth.resetPasswordForEmail(email, {
      redirectTo: `${server.url}/update-password`,
    });
    expect(asked.error).toBeNull();
    const mail = await lastMailTo(email);
    const client = anonClient(server);
    expect((await redeem(client, mail.link)).error).toBeNull();
    expect((await client.auth.updateUser({ password: 'clave-nueva-1' })).error).toBeNull();
    expect(
      (await anonClient(server).auth.signInWithPassword({ email, password: 'clave-nueva-1' })).error,
    ).toBeNull();
    expect((await redeem(anonClient(server), mail.link)).error?.code).toBe('otp_expired');
  });

  test('AUTH-06 a link older than an hour has expired', async () => {
    const { email } = await registeredClient(server);
    await anonClient(server).auth.resetPasswordForEmail(email, {
      redirectTo: `${server.url}/update-password`,
    });
    await server.sql`update auth.users set recovery_sent_at = now() - interval '61 minutes' where email = ${email}`;
    expect((await redeem(anonClient(server), (await lastMailTo(email)).link)).error?.code).toBe(
      'otp_expired',
    );
  });

  test.each(['null', '[]', '"texto"', '7', '{"email":'])(
    'SEC-11 a body that is not an object is a bad request: %s',
    async (body) => {
      const { client } = await registeredClient(server);
      const { data } = await client.auth.getSession();
      for (const [method, route] of [
        ['PUT', 'user'],
        ['POST', 'signup'],
        ['POST', 'token?grant_type=password'],
        ['POST', 'token?grant_type=refresh_token'],
        ['POST', 'token?grant_type=pkce'],
        ['POST', 'verify'],
        ['POST', 'recover'],
        ['POST', 'resend'],
        ['POST', 'logout'],
      ] as const) {
        const response = await fetch(`${server.url}/auth/v1/${route}`, {
          method,
          headers: {
            apikey: server.keys.publishable,
            authorization: `Bearer ${data.session?.access_token}`,
            'content-type': 'application/json',
          },
          body,
        });
        expect([route, response.status]).toEqual([route, 400]);
      }
    },
  );

  test('AUTH-05 an unknown address is answered like a known one, without a mail', async () => {
    const { error } = await anonClient(server).auth.resetPasswordForEmail('nadie2@prueba.test');
    expect(error).toBeNull();
    expect((await server.mails()).some(({ to }) => to === 'nadie2@prueba.test')).toBe(false);
  });

  test('one address gets no more than six mails in a quarter of an hour', async () => {
    const { email } = await registeredClient(server);
    const answers = [];
    for (let count = 0; count < 7; count += 1)
      answers.push(await anonClient(server).auth.resetPasswordForEmail(email));
    expect(answers.at(-1)?.error?.code).toBe('over_email_send_rate_limit');
    // The confirmation of the registration was the first.
    expect((await server.mails()).filter(({ to }) => to === email)).toHaveLength(6);
  });
});
