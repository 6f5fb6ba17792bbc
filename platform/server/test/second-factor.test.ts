import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';
import { anonClient, PASSWORD, registeredClient } from './support/people.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The code shown by the authenticator app. @param shift steps of 30 s from now. */
const codeOf = (secret: string, shift = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + shift * 30_000 });

/** Allows a code to be reused, as if a minute had passed. */
const forgetCodes = (factorId: string) =>
  server.sql`update auth.mfa_factors set last_step = null, attempts = 0 where id = ${factorId}`;

async function admin() {
  const person = await registeredClient(server);
  await server.sql`update public.profiles set role = 'admin' where id = ${person.id}`;
  return person;
}

async function enroll(client: SupabaseClient) {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Teléfono' });
  if (error) throw error;
  return { factorId: data.id, secret: data.totp.secret, qr: data.totp.qr_code, uri: data.totp.uri };
}

const give = (client: SupabaseClient, factorId: string, code: string) =>
  client.auth.mfa.challengeAndVerify({ factorId, code });

/** An admin with a verified factor, in a session that has used it. */
async function protectedAdmin() {
  const person = await admin();
  const factor = await enroll(person.client);
  const { error } = await give(person.client, factor.factorId, codeOf(factor.secret));
  if (error) throw error;
  await forgetCodes(factor.factorId);
  return { ...person, ...factor };
}

async function signIn(email: string): Promise<SupabaseClient> {
  const client = anonClient(server);
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

const settings = async (client: SupabaseClient) =>
  (await client.from('setting_sections').select('section')).data?.length ?? 0;
const levelOf = async (client: SupabaseClient) =>
  (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data;

describe('SEC-40 enrolment of a second factor', () => {
  test('SEC-40 enrolment returns a secret, its URI and a QR code, and takes effect after a correct code', async () => {
    const { client, email } = await admin();
    const { factorId, secret, qr, uri } = await enroll(client);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`secret=${secret}`);
    expect(qr).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    const unproved = await signIn(email);
    expect(await settings(unproved)).toBeGreaterThan(0);
    expect((await give(client, factorId, '000000')).error?.code).toBe('mfa_verification_failed');
    expect((await give(client, factorId, codeOf(secret))).error).toBeNull();
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    expect(await settings(client)).toBeGreaterThan(0);
    // A session without a verified code was ended.
    expect(await settings(unproved)).toBe(0);
  });

  test('SEC-40 the secret is sealed in the database and in no later answer', async () => {
    const { client, id, secret } = await protectedAdmin();
    const [row] = await server.sql`select secret from auth.mfa_factors where user_id = ${id}`;
    expect(String(row?.secret)).not.toContain(secret);
    const { data } = await client.auth.mfa.listFactors();
    expect(data?.totp).toHaveLength(1);
    expect(JSON.stringify(data)).not.toContain(secret);
  });
});

describe('SEC-40 an account with a second factor', () => {
  test('SEC-40 an account with a second factor has no rights by password alone, and all with the code', async () => {
    const { email, factorId, secret, id } = await protectedAdmin();
    const client = await signIn(email);
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    expect(await settings(client)).toBe(0);
    expect((await client.from('profiles').select('id')).data).toEqual([]);
    expect((await client.rpc('own_sessions')).error?.code).toBe('42501');
    await client.auth.refreshSession();
    expect(await settings(client)).toBe(0);
    expect((await give(client, factorId, codeOf(secret))).error).toBeNull();
    expect(await settings(client)).toBeGreaterThan(0);
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal2' });
    expect((await client.from('profiles').select('id').eq('id', id)).data).toHaveLength(1);
  });

  test('SEC-40 changing the password and enrolling or removing a factor need the code', async () => {
    const { email, factorId } = await protectedAdmin();
    const client = await signIn(email);
    expect((await client.auth.updateUser({ password: 'clave-nueva-1' })).error?.code).toBe(
      'insufficient_aal',
    );
    expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Otro' })).error?.code).toBe(
      'insufficient_aal',
    );
    expect((await client.auth.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal');
  });

  test('SEC-40 without the code the password cannot be changed, however the token is written', async () => {
    const { email } = await protectedAdmin();
    const client = await signIn(email);
    const token = (await client.auth.getSession()).data.session?.access_token ?? '';
    // A space inside the signature: base64 decoders ignore it.
    const authorization = `Bearer ${token.slice(0, -5)} ${token.slice(-5)}`;
    const response = await fetch(`${server.url}/auth/v1/user`, {
      method: 'PUT',
      headers: { apikey: server.keys.publishable, authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ password: 'clave-nueva-1' }),
    });
    expect(response.status).toBe(401);
    await signIn(email);
  });

  test('SEC-40 a factor can be removed after a recent code, and the session loses its level', async () => {
    const { client, factorId, id, email } = await protectedAdmin();
    await server.sql`update auth.mfa_amr_claims set updated_at = now() - interval '6 minutes'
      where session_id in (select id from auth.sessions where user_id = ${id})`;
    expect((await client.auth.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal');
    await server.sql`update auth.mfa_amr_claims set updated_at = now()
      where session_id in (select id from auth.sessions where user_id = ${id})`;
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
    await client.auth.refreshSession();
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
    expect(await settings(await signIn(email))).toBeGreaterThan(0);
  });
});

describe('SEC-40 codes of a second factor', () => {
  test('SEC-40 a code is valid once, and invalidates older ones', async () => {
    const { email, factorId, secret } = await protectedAdmin();
    const code = codeOf(secret);
    const [first, second] = [await signIn(email), await signIn(email)];
    const answers = await Promise.all([give(first, factorId, code), give(second, factorId, code)]);
    expect(answers.map(({ error }) => error?.code ?? 'ok').sort()).toEqual(['mfa_verification_failed', 'ok']);
    const third = await signIn(email);
    expect((await give(third, factorId, codeOf(secret, -1))).error?.code).toBe('mfa_verification_failed');
  });

  test('SEC-40 codes of the previous and next 30 s are accepted, others are not', async () => {
    const { email, factorId, secret } = await protectedAdmin();
    const client = await signIn(email);
    for (const shift of [-4, 4])
      expect((await give(client, factorId, codeOf(secret, shift))).error?.code).toBe(
        'mfa_verification_failed',
      );
    expect((await give(client, factorId, codeOf(secret, 1))).error).toBeNull();
  });

  test('SEC-40 after five wrong codes, also all at once, the right one has to wait', async () => {
    const { email, factorId, secret } = await protectedAdmin();
    const client = await signIn(email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => give(client, factorId, '000000')));
    const codes = answers.map(({ error }) => error?.code);
    expect(codes.filter((code) => code === 'mfa_verification_failed')).toHaveLength(5);
    expect(codes.filter((code) => code === 'over_request_rate_limit')).toHaveLength(3);
    expect((await give(client, factorId, codeOf(secret))).error?.code).toBe('over_request_rate_limit');
    await server.sql`update auth.mfa_session_attempts set since = now() - interval '16 minutes'`;
    expect((await give(client, factorId, codeOf(secret))).error).toBeNull();
  });

  test('SEC-40 wrong codes in one session do not lock out another one, until there are too many in total', async () => {
    const { email, factorId, secret } = await protectedAdmin();
    const thief = await signIn(email);
    for (let i = 0; i < 6; i++) await give(thief, factorId, '000000');
    expect((await give(await signIn(email), factorId, codeOf(secret))).error).toBeNull();
    await server.sql`update auth.mfa_factors set last_step = null, attempts = 40, attempts_since = now() where id = ${factorId}`;
    expect((await give(await signIn(email), factorId, codeOf(secret))).error?.code).toBe(
      'over_request_rate_limit',
    );
  });

  test('SEC-40 a challenge is for one factor and one code, and for five minutes', async () => {
    const { email, factorId, secret } = await protectedAdmin();
    const client = await signIn(email);
    const { data: challenge } = await client.auth.mfa.challenge({ factorId });
    await server.sql`update auth.mfa_challenges set created_at = now() - interval '6 minutes' where factor_id = ${factorId}`;
    const late = await client.auth.mfa.verify({
      factorId,
      challengeId: challenge?.id ?? '',
      code: codeOf(secret),
    });
    expect(late.error?.code).toBe('mfa_challenge_expired');
  });
});

describe('SEC-40 factors of other people', () => {
  test('SEC-40 nobody can use a factor of another person, or any factor without a session', async () => {
    const { factorId, secret } = await protectedAdmin();
    const { client } = await registeredClient(server);
    expect((await give(client, factorId, codeOf(secret))).error?.code).toBe('mfa_factor_not_found');
    expect((await client.auth.mfa.unenroll({ factorId })).error?.code).toBe('mfa_factor_not_found');
    const nobody = createClient(server.url, server.keys.publishable, { auth: { persistSession: false } });
    expect((await nobody.auth.mfa.enroll({ factorType: 'totp' })).error).not.toBeNull();
    for (const path of ['factors', `factors/${factorId}/verify`, `factors/${factorId}/challenge`]) {
      const response = await fetch(`${server.url}/auth/v1/${path}`, {
        method: 'POST',
        headers: { apikey: server.keys.publishable, authorization: `Bearer ${server.keys.publishable}` },
        body: '{}',
      });
      expect(response.status).toBe(401);
    }
  });

  test('SEC-40 an invalid id is answered like a factor that does not exist', async () => {
    const { client } = await admin();
    const token = (await client.auth.getSession()).data.session?.access_token ?? '';
    const response = await fetch(`${server.url}/auth/v1/factors/${'-'.repeat(36)}`, {
      method: 'DELETE',
      headers: { apikey: server.keys.publishable, authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(404);
  });

  test('SEC-40 another admin can remove a lost factor, which also ends the account’s sessions', async () => {
    const lost = await protectedAdmin();
    const colleague = await admin();
    const { client: customer } = await registeredClient(server);
    const take = (client: SupabaseClient, id: string) =>
      client.rpc('admin_remove_second_factor', { p_user_id: id });
    expect((await take(customer, lost.id)).error?.code).toBe('42501');
    expect((await take(lost.client, lost.id)).error?.code).toBe('42501');
    expect((await take(await signIn(lost.email), colleague.id)).error?.code).toBe('42501');
    expect((await take(colleague.client, lost.id)).data).toBe(true);
    expect((await take(colleague.client, lost.id)).data).toBe(false);
    expect(await settings(lost.client)).toBe(0);
    expect(await settings(await signIn(lost.email))).toBeGreaterThan(0);
  });
});
