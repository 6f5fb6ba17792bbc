import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';

// Direct function calls: one round trip, with the same responses as @supabase/lite.

const FUNCTIONS = `
  create table public.calls (word text);
  create table public.things (id integer primary key, name text not null, price numeric, at timestamptz, tags text[], data jsonb);
  insert into public.things values
    (1, 'uno ñandú', 10.50, '2026-11-21 01:05:09.5+00', '{a,b}', '{"x": [1, null]}'), (2, 'dos', null, null, null, null);
  create type public.mood as enum ('good', 'bad');
  create function public.d_table(p_from integer default 1) returns table (id integer, name text, price numeric, at timestamptz)
    language sql stable security definer as $$ select id, name, price, at from public.things where id >= p_from order by id $$;
  create function public.d_rows() returns setof public.things language sql stable security definer as $$ select * from public.things order by id $$;
  create function public.d_many(p_count integer) returns table (n integer) language sql stable as $$ select generate_series(1, p_count) $$;
  create function public.d_row() returns public.things language sql stable security definer as $$ select * from public.things where id = 1 $$;
  create function public.d_words() returns setof text language sql stable as $$ select unnest(array['a', 'b']) $$;
  create function public.d_number(p_a numeric, p_b numeric default 2) returns numeric language sql immutable as $$ select p_a * p_b $$;
  create function public.d_text(p_text text) returns text language sql immutable as $$ select p_text $$;
  create function public.d_json(p_data jsonb) returns jsonb language sql immutable as $$ select p_data $$;
  create function public.d_list(p_list integer[]) returns integer[] language sql immutable as $$ select p_list $$;
  create function public.d_mood(p_mood public.mood) returns public.mood language sql immutable as $$ select p_mood $$;
  create function public.d_out(out a integer, out b text) language sql stable as $$ select 1, 'x' $$;
  create function public.d_void(p_word text) returns void language sql security definer as $$ insert into public.calls values (p_word) $$;
  create function public.d_raises(p_code text) returns integer language plpgsql as $$
    begin raise exception 'No se puede.' using errcode = p_code, detail = 'detalle', hint = 'pista'; end $$;
  create function public.d_writes_and_fails(p_word text) returns integer language plpgsql security definer as $$
    begin insert into public.calls values (p_word); perform 1 / 0; return 1; end $$;
  create function public.d_forbidden() returns integer language sql as $$ select 1 $$;
  create function public.d_twice(p_a integer) returns integer language sql as $$ select 1 $$;
  create function public.d_twice(p_a integer, p_b integer) returns integer language sql as $$ select 2 $$;
  create function public.d_teapot() returns text language plpgsql as $$ begin
    perform set_config('response.status', '418', true);
    perform set_config('response.headers', '[{"x-tea": "verde"}]', true);
    return 'té'; end $$;
  create function public.d_who() returns jsonb language sql stable as $$ select jsonb_build_object('role', current_user,
    'sub', current_setting('request.jwt.claims')::jsonb ->> 'sub', 'path', current_setting('request.path'),
    'method', current_setting('request.method'), 'timeout', current_setting('statement_timeout')) $$;
  create function public.d_sleep(p_seconds float8) returns integer language plpgsql stable as $$ begin perform pg_sleep(p_seconds); return 1; end $$;
  create function public.d_sleep_and_write(p_seconds float8, p_word text) returns integer language plpgsql security definer as $$
    begin perform pg_sleep(p_seconds); insert into public.calls values (p_word); return 1; end $$;
  grant execute on all functions in schema public to authenticated;
  revoke all on function public.d_forbidden() from public, anon, authenticated;`;

let server: TestServer;
let client: SupabaseClient;
let token: string;

beforeAll(async () => {
  server = await startTestServer({ demo: true, prepare: (sql) => sql.unsafe(FUNCTIONS) });
  client = createClient(server.url, server.keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data } = await client.auth.signInWithPassword({
    email: 'recepcion@taller.test',
    password: 'taller-demo',
  });
  token = data.session?.access_token ?? '';
});
afterAll(() => server.close());

/** @param long whether to call in a way that only @supabase/lite handles. */
async function call(
  name: string,
  body: unknown,
  { long = false, signal }: { long?: boolean; signal?: AbortSignal } = {},
) {
  const response = await fetch(`${server.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: server.keys.publishable,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(long && { 'accept-profile': 'public' }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal: signal ?? null,
  });
  // Each request has its own id, which is part of the error text.
  const text = (await response.text()).replace(/\(código \w+\)/, '(código …)');
  const headers = Object.fromEntries(response.headers);
  for (const name of ['date', 'content-length', 'keep-alive', 'connection', 'x-request-id'])
    delete headers[name];
  return { status: response.status, headers, body: text === '' ? '' : (JSON.parse(text) as unknown) };
}

/** Running statements of the request pool. */
const sleeping = async () =>
  (
    await server.sql`select from pg_stat_activity where usename = 'authenticator' and query like '%d_sleep%' and state = 'active'`
  ).length;

test.each([
  ['d_table', {}],
  ['d_table', { p_from: 2 }],
  ['d_table', { p_from: 3 }],
  ['d_table', { p_from: null }],
  ['d_rows', {}],
  ['d_many', { p_count: 1500 }],
  ['d_row', {}],
  ['d_words', {}],
  ['d_number', { p_a: 1.5 }],
  ['d_number', { p_b: 10, p_a: '12345678901234567890.5' }],
  ['d_text', { p_text: 'ñ "comillas" \\ \n 😀' }],
  ['d_text', { p_text: null }],
  ['d_json', { p_data: { a: [1, { b: null }] } }],
  ['d_json', { p_data: null }],
  ['d_list', { p_list: [1, 2] }],
  ['d_mood', { p_mood: 'good' }],
  ['d_out', {}],
  ['d_teapot', {}],
  ['d_who', {}],
  // Rejected calls.
  ['d_number', {}],
  ['d_number', { p_a: 'x' }],
  ['d_number', { p_a: 1, p_c: 2 }],
  ['d_mood', { p_mood: 'ugly' }],
  // Values whose type differs from the argument's.
  ['d_text', { p_text: 5 }],
  ['d_text', { p_text: true }],
  ['d_text', { p_text: ['a'] }],
  ['d_text', { p_text: { a: 1 } }],
  ['d_text', '{"p_text":"a","p_text":"b"}'],
  ['d_number', { p_a: [1] }],
  ['d_number', { p_a: true }],
  ['d_number', { p_a: { a: 1 } }],
  ['d_table', { p_from: '2' }],
  ['d_table', { p_from: 2.5 }],
  ['d_mood', { p_mood: ['good'] }],
  ['d_list', { p_list: '{1,2}' }],
  ['d_list', { p_list: ['1', null] }],
  ['d_list', { p_list: [[1], [2]] }],
  ['d_list', { p_list: [{}] }],
  ['d_list', { p_list: {} }],
  ['d_json', { p_data: 'x' }],
  ['d_json', { p_data: 5 }],
  ['d_json', { p_data: [] }],
  ['d_text', '[1]'],
  ['d_text', '{'],
  ['d_raises', { p_code: 'P0001' }],
  ['d_raises', { p_code: 'P0002' }],
  ['d_raises', { p_code: '23505' }],
  ['d_raises', { p_code: '22023' }],
  ['d_raises', { p_code: '42501' }],
  ['d_raises', { p_code: '57014' }],
  ['d_raises', { p_code: 'PT418' }],
  ['d_forbidden', {}],
  ['d_nobody_made', {}],
  ['d_twice', { p_a: 1 }],
  ['d_twice', { p_a: 1, p_b: 2 }],
])('OPS-52 a direct call of %s with %j is answered like one by @supabase/lite', async (name, body) => {
  const [short, long] = [await call(name, body), await call(name, body, { long: true })];
  expect(short).toEqual(long);
});

test.each(['{"toString":1}', `${'['.repeat(9000)}"a"${']'.repeat(9000)}`])(
  'OPS-52 SEC-45 a value that cannot be serialised is a bad request: %.20s',
  async (value) => {
    const asked = `{"p_text":${value}}`;
    const short = await call('d_text', asked);
    expect(short).toMatchObject({ status: 400, body: { code: '22P02' } });
    expect(short).toEqual(await call('d_text', asked, { long: true }));
  },
);

test('OPS-52 SEC-45 a value that is nested too deep for the database is a bad request', async () => {
  const asked = `{"p_data":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  const short = await call('d_json', asked);
  expect(short).toMatchObject({ status: 413, body: { code: '54001', hint: null } });
  // The regular path does not even serialise it.
  expect(await call('d_json', asked, { long: true })).toMatchObject({ status: 400, body: { code: '22P02' } });
});

test('OPS-52 a call without a result runs exactly once', async () => {
  expect(await call('d_void', { p_word: 'nada' })).toMatchObject({ status: 204, body: '' });
  expect(await server.sql`select word from calls where word = 'nada'`).toHaveLength(1);
});

test('OPS-52 a call that fails leaves no changes', async () => {
  const short = await call('d_writes_and_fails', { p_word: 'roto' });
  expect(short).toEqual(await call('d_writes_and_fails', { p_word: 'roto' }, { long: true }));
  expect(short).toMatchObject({ status: 400, body: { code: '22012' } });
  expect(await server.sql`select from calls where word = 'roto'`).toHaveLength(0);
});

test('OPS-50 a call that only reads ends in the database when its caller goes away', async () => {
  const gone = new AbortController();
  const asked = call('d_sleep', { p_seconds: 60 }, { signal: gone.signal });
  await vi.waitFor(async () => expect(await sleeping()).toBe(1), 60_000);
  gone.abort();
  await expect(asked).rejects.toThrow(/abort/);
  await vi.waitFor(async () => expect(await sleeping()).toBe(0), 60_000);
});

test('OPS-50 a call that may write is finished for a caller who has gone', async () => {
  const gone = new AbortController();
  const asked = call('d_sleep_and_write', { p_seconds: 0.3, p_word: 'hecho' }, { signal: gone.signal });
  await vi.waitFor(async () => expect(await sleeping()).toBe(1), 60_000);
  gone.abort();
  await expect(asked).rejects.toThrow(/abort/);
  await vi.waitFor(
    async () => expect(await server.sql`select from calls where word = 'hecho'`).toHaveLength(1),
    60_000,
  );
});

test('OPS-50 callers who go away do not disturb others on the same database connections', async () => {
  const rude = async () => {
    for (let n = 0; n < 20; n += 1) {
      const signal = AbortSignal.timeout(1 + (n % 5));
      await call('d_sleep', { p_seconds: 0.01 }, { signal }).catch(() => {});
    }
  };
  const polite = async () => {
    for (let n = 0; n < 40; n += 1)
      expect(await call('d_text', { p_text: `${n}` })).toMatchObject({ status: 200, body: `${n}` });
  };
  await Promise.all([rude(), rude(), polite(), polite()]);
});

test('OPS-51 many users on few database connections keep their own identities', async () => {
  const other = createClient(server.url, server.keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  await other.auth.signInWithPassword({ email: 'admin@taller.test', password: 'taller-demo' });
  const asked = [client, other].map(async (person) => {
    const { data } = await person.auth.getUser();
    for (let n = 0; n < 50; n += 1) {
      const { data: who } = await person.rpc('d_who');
      expect(who).toMatchObject({ role: 'authenticated', sub: data.user?.id });
    }
  });
  await Promise.all([...asked, ...Array.from({ length: 20 }, () => call('d_raises', { p_code: 'P0001' }))]);
});

test('OPS-51 an ended session is refused from its next call on', async () => {
  expect(await call('d_void', { p_word: 'antes' })).toMatchObject({ status: 204 });
  await server.sql`delete from auth.sessions where user_id = (select id from auth.users where email = 'recepcion@taller.test')`;
  const short = await call('d_void', { p_word: 'después' });
  expect(short).toMatchObject({ status: 401, body: { code: 'PGRST301' } });
  expect(await server.sql`select word from calls where word in ('antes', 'después')`).toEqual([
    { word: 'antes' },
  ]);
});
