/** The first account of an empty shop, made with the one-time address of its installation (CFG-45, CFG-47). */
import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { startTestServer, type TestServer } from '@taller/server/testing/start-test-server.ts';
import type { Database } from '@taller/shared/db/database.types.ts';
import { DEMO_SETTINGS } from '../seed/demo-settings.ts';
import { keepDemoSettings } from '../seed/write-settings.ts';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  onTestFinished(() => server.close());
});

const client = () =>
  createClient<Database>(server.url, server.keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
const newToken = async (): Promise<string> => {
  const [made] = await server.sql`select private.new_setup_token() as token`;
  return String(made?.token);
};
const ACCOUNT = {
  p_email: ' Duena@Taller.test ',
  p_password: 'una-clave-larga',
  p_full_name: 'Marcela Ibáñez',
};
const setUp = (token: string, other: Partial<typeof ACCOUNT & { p_request_id: string }> = {}) =>
  client().rpc('set_up_shop', { p_token: token, p_request_id: randomUUID(), ...ACCOUNT, ...other });
const stateOf = async (token: string) => (await client().rpc('setup_state', { p_token: token })).data;
const admins = async () =>
  (await server.sql`select email from public.profiles where role = 'admin'`).map(({ email }) =>
    String(email),
  );

describe('the address of an empty shop', () => {
  test('CFG-45 the address of an empty shop makes one confirmed admin, who signs in; then it is used', async () => {
    const token = await newToken();
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(await stateOf(token)).toBe('open');
    expect((await setUp(token)).data).toBe('created');
    expect(await admins()).toEqual(['duena@taller.test']);
    const signedIn = await client().auth.signInWithPassword({
      email: 'duena@taller.test',
      password: ACCOUNT.p_password,
    });
    expect(signedIn.error).toBeNull();
    expect(await stateOf(token)).toBe('used');
    expect((await setUp(token, { p_email: 'otra@taller.test' })).data).toBe('used');
    expect(await admins()).toEqual(['duena@taller.test']);
    const [made] = await server.sql`select private.new_setup_token() as token`;
    expect(made?.token).toBeNull();
  });

  test('CFG-45 the address of an empty shop is stored as a hash only, and a new one voids it', async () => {
    const token = await newToken();
    const rows = await server.sql`select s::text as row from private.shop_setup s`;
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    const next = await newToken();
    expect(await stateOf(token)).toBe('wrong');
    expect((await setUp(token)).data).toBe('wrong');
    expect(await stateOf(next)).toBe('open');
    expect(await admins()).toEqual([]);
  });

  test('CFG-46 the same request sent again, its answer lost, is done already; another password changes nothing', async () => {
    const token = await newToken();
    const p_request_id = randomUUID();
    expect((await setUp(token, { p_request_id })).data).toBe('created');
    const [before] = await server.sql`select encrypted_password from auth.users`;
    expect((await setUp(token, { p_request_id, p_password: 'otra-clave' })).data).toBe('created');
    expect((await setUp(token, { p_request_id, p_email: 'otra@taller.test' })).data).toBe('used');
    expect(await server.sql`select encrypted_password from auth.users`).toEqual([before]);
  });

  test.each([
    ['El correo del administrador no es válido.', { p_email: 'taller' }],
    ['La contraseña debe tener al menos 6 caracteres.', { p_password: '12345' }],
    ['La contraseña es demasiado larga.', { p_password: 'ñ'.repeat(40) }],
    ['Falta el nombre del administrador.', { p_full_name: '  ' }],
  ])('CFG-45 an invalid account does not use the address up: %s', async (message, wrong) => {
    const token = await newToken();
    expect((await setUp(token, wrong)).error?.message).toBe(message);
    expect(await stateOf(token)).toBe('open');
    expect(await server.sql`select from auth.users`).toHaveLength(0);
  });
});

describe('an anonymous visitor', () => {
  test('CFG-70 an unconfirmed registration of the owner’s address does not block the first set-up', async () => {
    const email = 'duena@taller.test';
    const data = { full_name: 'Un Extraño', rut: '7654321-6', phone: '+56911112222' };
    await client().auth.signUp({ email, password: 'clave-extraña', options: { data } });
    expect((await setUp(await newToken())).data).toBe('created');
    expect(await admins()).toEqual([email]);
    const signIn = async (password: string) =>
      (await client().auth.signInWithPassword({ email, password })).error?.code ?? 'ok';
    expect([await signIn('clave-extraña'), await signIn(ACCOUNT.p_password)]).toEqual([
      'invalid_credentials',
      'ok',
    ]);
  });

  test('CFG-47 an anonymous visitor without a token or with a wrong one makes no admin', async () => {
    const token = await newToken();
    const flipped = token.replace(/^./, (first) => (first === '0' ? '1' : '0'));
    for (const wrong of ['', ' ', '%', flipped, token.slice(0, -1), `${token}0`, ` ${token}`])
      expect([wrong, (await setUp(wrong)).data]).toEqual([wrong, 'wrong']);
    const without = await client().rpc('set_up_shop', ACCOUNT as never);
    expect(without.error).not.toBeNull();
    expect((await setUp(null as never)).data).toBe('wrong');
    expect(await server.sql`select from auth.users`).toHaveLength(0);
    expect(await stateOf(token)).toBe('open');
  });

  test('CFG-47 an anonymous visitor makes no admin before an address exists, nor in a shop with an admin', async () => {
    expect((await setUp('')).data).toBe('wrong');
    const token = await newToken();
    await server.sql`select private.create_first_admin('jefa@taller.test', 'una-clave', 'Jefa')`;
    expect(await stateOf('a')).toBe('done');
    expect((await setUp('a')).data).toBe('done');
    // Not even the address that was given before: the account came from elsewhere.
    expect((await setUp(token)).data).toBe('done');
    expect(await admins()).toEqual(['jefa@taller.test']);
  });

  test('CFG-47 exactly one of many simultaneous requests with one token creates the admin', async () => {
    const token = await newToken();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => setUp(token, { p_email: `persona${at}@taller.test` })),
    );
    const said = answers.map(({ data }) => data);
    expect(said.filter((state) => state === 'created')).toHaveLength(1);
    expect(said.filter((state) => state === 'used')).toHaveLength(7);
    expect(await admins()).toHaveLength(1);
    expect(await server.sql`select from auth.users`).toHaveLength(1);
  });

  test('CFG-47 an anonymous visitor neither reads nor makes tokens, nor makes admins directly', async () => {
    await newToken();
    const table = await client()
      .from('shop_setup' as never)
      .select();
    expect(table.error).not.toBeNull();
    for (const name of ['new_setup_token', 'create_first_admin', 'is_setup_token'])
      expect((await client().rpc(name as never)).error).not.toBeNull();
    const rights = await server.sql`
      select p.proname::text as name, r.role from pg_proc p, unnest(array['anon', 'authenticated', 'service_role']) as r (role)
      where p.pronamespace = 'private'::regnamespace
        and p.proname in ('new_setup_token', 'create_first_admin', 'is_setup_token') and has_function_privilege(r.role, p.oid, 'execute')`;
    expect(rights).toEqual([]);
  });

  test('CFG-47 wrong tokens are limited by network; the right one is not counted, nor kept from other networks', async () => {
    const token = await newToken();
    const ask = (wrong: string, peer: string, authorization = `Bearer ${server.keys.publishable}`) =>
      fetch(`${server.url}/rest/v1/rpc/setup_state`, {
        method: 'POST',
        headers: {
          apikey: server.keys.publishable,
          'content-type': 'application/json',
          'x-forwarded-for': peer,
          authorization,
        },
        body: JSON.stringify({ p_token: wrong }),
      });
    for (let nth = 0; nth < 5; nth += 1) expect((await ask(token, '198.18.1.1')).status).toBe(200);
    const statuses: number[] = [];
    for (let nth = 0; nth < 75; nth += 1) statuses.push((await ask(`wrong${nth}`, '198.18.1.1')).status);
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 200));
    expect(statuses).toContain(429);
    expect((await ask(token, '198.18.1.2')).status).toBe(200);
    // A session gets nobody further.
    expect((await setUp(token)).data).toBe('created');
    const signedIn = await client().auth.signInWithPassword({
      email: 'duena@taller.test',
      password: ACCOUNT.p_password,
    });
    const session = `Bearer ${signedIn.data.session?.access_token ?? ''}`;
    expect((await ask('wrong', '198.18.1.2', session)).status).toBe(200);
    const inSession: number[] = [];
    for (let nth = 0; nth < 75; nth += 1) inSession.push((await ask('wrong', '198.18.1.1', session)).status);
    expect(inSession).toContain(429);
  });
});

test('CFG-49 the first steps of a shop show which were completed, for admins only, and are hidden once', async () => {
  expect((await setUp(await newToken())).data).toBe('created');
  const owner = client();
  await owner.auth.signInWithPassword({ email: 'duena@taller.test', password: ACCOUNT.p_password });
  const steps = async () => (await owner.rpc('first_steps')).data;
  expect(await steps()).toEqual({ shop: false, order: false, team: false, services: false, hidden: false });
  await server.sql`update public.setting_sections set value = value || '{"name": "Ancla"}' where section = 'shop'`;
  await server.sql`update public.setting_sections set value = '{"groups": []}' where section = 'services'`;
  expect(await steps()).toEqual({ shop: true, order: false, team: false, services: true, hidden: false });
  expect((await owner.rpc('hide_first_steps')).error).toBeNull();
  expect((await owner.rpc('hide_first_steps')).error).toBeNull();
  expect(await steps()).toMatchObject({ hidden: true });
  for (const name of ['first_steps', 'hide_first_steps'] as const)
    expect((await client().rpc(name)).error?.code).toBe('42501');
});

test('CFG-20 a demo shop of an earlier version gets the demo’s settings, except in sections that somebody has saved', async () => {
  await server.sql`update public.setting_sections set value = '{"items": ["Propia"]}' where section = 'terms'`;
  await keepDemoSettings(server.sql);
  const rows =
    await server.sql`select section, value, version from public.setting_sections where section <> 'data'`;
  const found = Object.fromEntries(rows.map(({ section, ...row }) => [section, row]));
  const expected = Object.entries(DEMO_SETTINGS).map(([section, value]) => [section, { value, version: 1 }]);
  expect(found).toEqual({
    ...Object.fromEntries(expected),
    // A test's shop waits for no 'Deshacer', which is a change of these settings.
    messages: { value: { ...DEMO_SETTINGS.messages, undoSeconds: 0 }, version: 2 },
    terms: { value: { items: ['Propia'] }, version: 2 },
  });
  // The history begins with them too.
  const [first] =
    await server.sql`select after from public.setting_changes where section = 'shop' and version = 1`;
  expect(first?.after).toEqual(DEMO_SETTINGS.shop);
});
