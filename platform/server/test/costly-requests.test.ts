import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { normalizeDbError } from '../src/api/postgrest-errors.ts';
import { maskValue } from '../src/errors/mask-value.ts';
import { LOG_BYTES, shortenLog } from '../src/postgres/log-file.ts';
import { messageOf } from '../src/errors/start-error.ts';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';
import { anonClient, registeredClient } from './support/people.ts';

const TABLES = `
  create table public.things (id int primary key, name text, info jsonb default '{"a": {"b": "1"}}');
  create table public.parts (id int primary key, name text not null check (name <> 'malo'), thing_id int references public.things (id));
  create table public.bits (id int primary key, part_id int references public.parts (id));
  grant select on public.things to anon;
  grant select, insert, update on public.things, public.parts, public.bits to authenticated;
  insert into public.things select n, 'cosa ' || n from generate_series(1, 5) n;
  create table public.looks (code text);
  create function public.secret() returns table (code text) language plpgsql security definer as $$ begin
    insert into public.looks values ('vista'); return query select 'clave 8326"x"'::text; end $$;
  create function public.own_words() returns void language plpgsql as $$ begin
    raise exception 'La fila 3 no sirve: "x"' using errcode = '22023', detail = 'fila 3'; end $$;
  create function public.nap(seconds float) returns text language plpgsql as $$ begin
    perform pg_sleep(seconds); return current_setting('statement_timeout'); end $$;
  create function public.setting(name text) returns text language sql security definer as $$ select current_setting(name) $$;
  create function public.big(bytes int) returns text language sql as $$ select repeat('x', bytes) $$;
`;

let server: TestServer;
let person: Awaited<ReturnType<typeof registeredClient>>;
const logged: string[] = [];
const error = console.error;
beforeAll(async () => {
  server = await startTestServer({ prepare: (sql) => sql.unsafe(TABLES) });
  person = await registeredClient(server);
  console.error = (...parts: unknown[]) => void logged.push(parts.map((part) => inspect(part)).join(' '));
});
afterAll(async () => {
  console.error = error;
  await server.close();
});

/** A raw URL that no client library would send. */
async function get(path: string, token?: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${server.url}/rest/v1/${path}`, {
    headers: {
      apikey: server.keys.publishable,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const token = async () => (await person.client.auth.getSession()).data.session?.access_token;

describe('SEC-12 requests that no screen sends are refused', () => {
  test.each([
    'things?select=name::text',
    'things?select=name::"character(10485760)"&limit=30',
    'things?select=%20name%20%3A%3A%20text',
    'things?select=x:"name"::text',
    'things?select=info->a->>b::int',
    'things?select=id,parts(id,name::text)',
    'things?select=...parts(name::text)',
    'rpc/secret?select=code::uuid',
    'rpc/secret?select=code::int&code=eq.1',
  ])('SEC-12 a request with a cast is refused: %s', async (path) => {
    for (const who of [undefined, await token()]) {
      const { status, body } = await get(path, who);
      expect([status, body.code, body.message]).toEqual([400, 'PGRST100', 'Casts in select are not allowed']);
    }
    expect(await server.sql`select * from looks`).toEqual([]);
  });

  test.each([
    'things?name=match.(a|b)*N$',
    'things?name=not.imatch.a',
    'things?name=match(any).{a,b}',
    'things?or=(id.eq.1,and(name.not.match.a,id.gt.1))',
    'things?select=id,parts(id)&parts.name=imatch.(a|b)*N$',
    'rpc/secret?code=match.(a|b)*N$',
  ])('SEC-12 a regular expression is refused for anonymous and signed-in callers: %s', async (path) => {
    for (const who of [undefined, await token()]) {
      const { status, body } = await get(path, who);
      expect([status, body.code, body.message, body.hint]).toEqual([
        400,
        'PGRST100',
        'match and imatch are not allowed',
        'Use like or ilike.',
      ]);
    }
    expect(await server.sql`select * from looks`).toEqual([]);
  });

  test('SEC-12 a request with more filters, columns, repeats or levels than any screen needs is refused', async () => {
    const filters = (n: number) =>
      `things?or=(${Array.from({ length: n }, () => 'name.like.*a*').join(',')})`;
    const columns = (n: number) =>
      `things?select=${Array.from({ length: n }, (_, i) => `c${i}:name`).join(',')}`;
    const levels = 'things?select=id,parts(id,bits(id))';
    expect((await get(filters(10))).status).toBe(200);
    expect((await get(filters(11))).body.message).toBe('At most 10 filters can be given');
    expect((await get(filters(100), await token())).status).toBe(200);
    expect((await get(filters(101), await token())).body.message).toBe('At most 100 filters can be given');
    expect((await get(columns(4))).status).toBe(200);
    expect((await get(columns(5), await token())).body.message).toBe('A column can be asked for 4 times');
    const many = `things?select=${Array.from({ length: 31 }, (_, i) => `c${i}`).join(',')}`;
    expect((await get(many)).body.message).toBe('At most 30 columns can be asked for');
    expect((await get(levels, await token())).body.message).toBe('Tables can be embedded 1 deep');
    expect((await get('things?select=id,parts(id)', await token())).status).toBe(200);
  });

  test('SEC-12 an answer beyond 16 MB is refused with what to do', async () => {
    const { status, body } = await get('rpc/big?bytes=16000001');
    expect([status, body.message, body.hint]).toEqual([
      413,
      'The answer is larger than 16 MB',
      'Ask for fewer rows or columns.',
    ]);
    expect((await get('rpc/big?bytes=1000000')).status).toBe(200);
  });
});

describe('SEC-11 errors about a value do not show it', () => {
  test('SEC-11 an error about a value shows it neither in the answer nor in the log', async () => {
    logged.length = 0;
    const { client } = person;
    const cases = [
      await client.from('things').insert({ id: 'secreto-1' }),
      await client.from('things').insert({ id: 99999999999 }),
      await client.from('things').select().eq('id', 'secreto-1 "y" más'),
      await client.from('things').insert({ id: 50, info: '{"a": secreto-1' }),
      await client.from('parts').insert({ id: 1, name: 'malo', thing_id: 1 }),
      await client.from('parts').insert({ id: 777555, name: null }),
    ].map((answer) => answer.error);
    expect(cases.map((answer) => answer?.code)).toEqual([
      '22P02',
      '22003',
      '22P02',
      '22P02',
      '23514',
      '23502',
    ]);
    expect(cases.map((answer) => answer?.details)).toEqual([null, null, null, null, null, null]);
    for (const text of [JSON.stringify(cases), logged.join('\n')])
      expect(text).not.toMatch(/secreto-1|99999999999|777555|malo/);
    expect(cases[0]?.message).toBe('invalid input syntax for type integer');
  });

  test('SEC-11 an error about a value with quotes does not show it either', () => {
    const masked = {
      'invalid input syntax for type uuid: "83"26"': 'invalid input syntax for type uuid',
      'value "9: "9" is out of range for type integer': 'value "…"',
      'value "99" is out of range for type integer': 'value "…" is out of range for type integer',
      'invalid byte sequence for encoding "UTF8": 0xff': 'invalid byte sequence for encoding "…"',
      'numeric field overflow': 'numeric field overflow',
    };
    expect(Object.keys(masked).map(maskValue)).toEqual(Object.values(masked));
    expect(messageOf(Object.assign(new Error('bad: "8326"'), { code: '22P02' }))).toBe('bad');
  });

  test('SEC-11 details that PostgreSQL adds to an error are not printed', () => {
    const found = normalizeDbError({
      code: '42703',
      message: 'column x',
      where: 'portal $1 = 8326',
      detail: 'd',
    });
    expect(inspect(found)).toBe('[api] 42703 column x');
  });

  test('SEC-11 PostgreSQL’s own log keeps no statement, no parameter and no error of a request', async () => {
    const names = [
      'log_min_error_statement',
      'log_min_messages',
      'log_parameter_max_length',
      'log_error_verbosity',
    ];
    const settings = await Promise.all(names.map((name) => person.client.rpc('setting', { name })));
    expect(settings.map(({ data }) => String(data))).toEqual(['panic', 'log', '0', 'terse']);
  });

  test('SEC-11 a PostgreSQL log that is too long is emptied in place, so that PostgreSQL can keep appending', () => {
    const folder = mkdtempSync(join(tmpdir(), 'taller-log-'));
    const log = join(folder, 'postgres.log');
    const writer = openSync(log, 'a');
    writeSync(writer, 'x'.repeat(LOG_BYTES));
    shortenLog(log);
    expect(statSync(log).size).toBe(LOG_BYTES);
    writeSync(writer, 'y');
    shortenLog(log);
    writeSync(writer, 'z');
    closeSync(writer);
    expect([readFileSync(log, 'utf8'), statSync(`${log}.1`).size]).toEqual(['z', LOG_BYTES + 1]);
    rmSync(folder, { recursive: true });
  });

  test('SEC-11 messages of the application’s own rules are shown unchanged', async () => {
    expect((await person.client.rpc('own_words')).error).toMatchObject({
      code: '22023',
      message: 'La fila 3 no sirve: "x"',
      details: 'fila 3',
    });
  });
});

describe('SEC-14 a slow request does not delay others', () => {
  /** The time limits on both paths: called directly, and by @supabase/lite. */
  const timesOf = async (client: typeof person.client): Promise<unknown[]> => [
    (await client.rpc('nap', { seconds: 0 })).data,
    (await client.rpc('nap', { seconds: 0 }).maybeSingle()).data,
  ];

  test('SEC-14 statements of anonymous callers and customers time out after 3 s, those of staff after 8 s', async () => {
    expect(await timesOf(anonClient(server))).toEqual(['3s', '3s']);
    expect(await timesOf(person.client)).toEqual(['3s', '3s']);
    await server.sql`update public.profiles set role = 'technician' where id = ${person.id}`;
    expect(await timesOf(person.client)).toEqual(['8s', '8s']);
    await server.sql`update public.profiles set role = 'customer' where id = ${person.id}`;
    expect((await anonClient(server).rpc('nap', { seconds: 20 })).error?.code).toBe('57014');
  });
});
