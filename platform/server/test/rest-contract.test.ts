import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
import { createSupabaseApi } from '../src/api/supabase-api.ts';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';
import { anonClient, registeredClient } from './support/people.ts';

// Differences of @supabase/lite 0.10.0 from hosted Supabase, corrected by the adapter.
const TABLES = `
  create table public.things (
    id int primary key, name text unique check (name <> 'malo'), secret text default 'oculto',
    price numeric(12,2) default 10.50, amount bigint default 7, at timestamptz default '2026-11-21 01:05:09.5+00',
    day timestamp default '2026-11-21 01:05:09', info jsonb default '{"a": [1]}'
  );
  create table public.unreachable (id int primary key);
  alter table public.things enable row level security;
  create policy all_rows on public.things using (true) with check (true);
  grant select (id, name, price, amount, at, day, info), insert (id, name), update (name) on public.things to authenticated;
  grant select (id, name) on public.things to anon;
  create function public.refuse() returns void language plpgsql as $$ begin
    raise exception 'no se puede' using detail = 'porque sí', hint = 'prueba otra cosa'; end $$;
  create function public.conflict() returns void language plpgsql as $$ begin
    raise sqlstate 'PT409' using message = 'ya está'; end $$;
  create function public.fail(code text) returns void language plpgsql as $$ begin
    raise exception using errcode = code, message = 'falló'; end $$;
  create function public.who() returns jsonb language sql stable as $$
    select jsonb_build_object('uid', auth.uid(), 'role', auth.role(), 'email', auth.email(), 'sub', auth.jwt() ->> 'sub', 'user', current_user) $$;
  create function public.told() returns jsonb language sql stable as $$
    select jsonb_object_agg(name, current_setting(name, true))
    from unnest(array['request.method', 'request.path', 'response.status', 'response.headers']) as name $$;
  create function public.header(name text) returns text language sql stable as $$
    select current_setting('request.headers', true)::jsonb ->> name $$;
  create function public.accepted() returns text language plpgsql as $$ begin
    perform set_config('response.status', '202', true);
    perform set_config('response.headers', '[{"x-turno": "siete"}]', true);
    return 'listo'; end $$;
  insert into public.things (id, name) values (1, 'uno'), (2, 'dos');
  create table public.parts (id int primary key, label text, thing_id int references public.things (id));
  grant select, insert, update, delete on public.parts to authenticated;
`;

let server: TestServer;
let person: Awaited<ReturnType<typeof registeredClient>>;
beforeAll(async () => {
  server = await startTestServer({ prepare: (sql) => sql.unsafe(TABLES) });
  person = await registeredClient(server);
});
afterAll(() => server.close());

const privileges = () => server.sql`
  select relname, relacl::text, (select json_agg(attacl::text order by attnum) from pg_attribute where attrelid = c.oid) as columns
  from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S') order by relname`;

describe('correction 1: requests grant nothing', () => {
  test('DATA-02 privileges stay unchanged even if the login role could grant more', async () => {
    const before = await privileges();
    // The server's own login role lacks grant rights, which hides the difference; a superuser has them.
    const api = createSupabaseApi({
      apiUrl: server.adminUrl,
      adminUrl: server.adminUrl,
      siteUrl: server.url,
      facts: () => NEUTRAL_FACTS,
      jwtSecret: 'x'.repeat(40),
      publishableKey: 'sb_publishable_prueba',
      secretKey: 'sb_secret_prueba',
      mail: { delivers: true, send: async () => {} },
      localNames: 'any-port',
      log: () => undefined,
      poolSize: 1,
      storageFolder: server.dataDir,
    });
    const request = new Request(`${server.url}/rest/v1/things?select=id`, {
      headers: { apikey: 'sb_publishable_prueba' },
    });
    const response = await api.fetch(request, server.url, '127.0.0.1');
    await api.close();
    expect(response.status).toBe(200);
    expect(await privileges()).toEqual(before);
  });

  test('DATA-02 requests of anon and authenticated leave the privileges unchanged', async () => {
    const before = await privileges();
    const { client } = await registeredClient(server);
    await client.from('things').select('id');
    await anonClient(server).from('things').select('id');
    expect(await privileges()).toEqual(before);
  });

  test('DATA-02 a column without a privilege can be neither read nor written', async () => {
    const { client } = person;
    expect((await client.from('things').select('secret')).error?.code).toBe('42501');
    expect((await client.from('things').update({ secret: 'mío' }).eq('id', 1)).error?.code).toBe('42501');
    expect((await client.from('things').update({ name: 'uno bis' }).eq('id', 1)).error).toBeNull();
    expect((await server.sql`select secret from things where id = 1`)[0]?.secret).toBe('oculto');
  });
});

describe('correction 2: errors of the database keep their code', () => {
  const cases = [
    ['23514', 400],
    ['P0001', 400],
    ['23P01', 400],
    ['40001', 500],
    ['57014', 500],
    ['54001', 413],
    ['28000', 403],
    ['42P01', 404],
  ] as const;
  test.each(cases)('SQLSTATE %s is answered with status %i', async (code, status) => {
    const { client } = person;
    const result = await client.rpc('fail', { code });
    // A server error also contains the request id (OPS-42).
    const message = result.error?.message.replace(/ \(código [0-9a-f]{12}\)$/, '');
    expect([result.status, result.error?.code, message]).toEqual([status, code, 'falló']);
  });

  test('DATA-46 a deadlock that another try does not end is a conflict, in words', async () => {
    const result = await person.client.rpc('fail', { code: '40P01' });
    expect([result.status, result.error?.code]).toEqual([409, '40P01']);
    expect(result.error?.message).toMatch('este cambio no se hizo. Vuelve a intentarlo.');
  });

  test.each(['53300', '08006'])('SQLSTATE %s tells that the database is out of reach', async (code) => {
    const result = await person.client.rpc('fail', { code });
    expect([result.status, result.error?.code]).toEqual([503, 'PGRST001']);
  });

  test('a raised exception brings message, details and hint', async () => {
    const { error } = await anonClient(server).rpc('refuse');
    expect(error).toMatchObject({
      code: 'P0001',
      message: 'no se puede',
      details: 'porque sí',
      hint: 'prueba otra cosa',
    });
  });

  test('a check violation is 400 with its constraint', async () => {
    const { client } = person;
    const result = await client.from('things').insert({ id: 50, name: 'malo' });
    expect([result.status, result.error?.code]).toEqual([400, '23514']);
    expect(result.error?.message).toContain('things_name_check');
  });

  test('codes that were right are unchanged: 23505 is 409, 42501 is 401 or 403, PT409 is 409, 22P02 is 400', async () => {
    const { client } = person;
    expect((await client.from('things').insert({ id: 3, name: 'dos' })).status).toBe(409);
    expect((await anonClient(server).from('things').insert({ id: 4, name: 'x' })).status).toBe(401);
    expect((await client.from('things').delete().eq('id', 1)).status).toBe(403);
    expect((await client.rpc('conflict')).status).toBe(409);
    expect((await client.from('things').select('id').eq('id', 'x')).status).toBe(400);
  });
});

describe('corrections 3 and 4: values', () => {
  test('times are ISO 8601, numbers are numbers, JSON is JSON', async () => {
    const { client } = person;
    const { data } = await client.from('things').select('price, amount, at, day, info').eq('id', 2).single();
    expect(data).toEqual({
      price: 10.5,
      amount: 7,
      at: '2026-11-21T01:05:09.5+00:00',
      day: '2026-11-21T01:05:09',
      info: { a: [1] },
    });
  });

  test('AUTH-03 metadata of a registration is stored as an object, not as a text', async () => {
    const { id } = await registeredClient(server);
    const [row] = await server.sql`
      select jsonb_typeof(raw_user_meta_data) as type, raw_user_meta_data ->> 'full_name' as name from auth.users where id = ${id}`;
    expect(row).toEqual({ type: 'object', name: 'Persona de Prueba' });
  });
});

describe('correction 7: keys', () => {
  const read = (headers: Record<string, string>) =>
    fetch(`${server.url}/rest/v1/things?select=id`, { headers });

  test('no key, a wrong key and a forged token are refused', async () => {
    const forged = `${btoa('{"alg":"none"}')}.${btoa('{"role":"service_role"}')}.`;
    expect((await read({})).status).toBe(401);
    expect((await read({ apikey: 'sb_secret_falsa' })).status).toBe(401);
    const apikey = server.keys.publishable;
    const hs = (
      await read({
        apikey,
        authorization: `Bearer ${btoa('{"alg":"HS256"}')}.${btoa('{"role":"service_role"}')}.YWJj`,
      })
    ).status;
    expect(hs).toBe(401);
    const visible: unknown = await (await read({ apikey, authorization: `Bearer ${forged}` })).json();
    // An unsigned token has the rights of anon.
    expect(
      await fetch(`${server.url}/rest/v1/things?select=secret`, {
        headers: { apikey, authorization: `Bearer ${forged}` },
      }).then((r) => r.status),
    ).toBe(401);
    expect(visible).toHaveLength(2);
  });

  test('the secret key acts as service_role and is refused to browsers', async () => {
    const admin = anonClient(server, server.keys.secret);
    expect((await admin.rpc('who')).data).toMatchObject({ role: 'service_role', user: 'service_role' });
    expect(
      (await read({ apikey: server.keys.secret, 'user-agent': 'Mozilla/5.0 (X11; Linux) Chrome/140' }))
        .status,
    ).toBe(401);
  });

  test('the package’s own administration routes are not reachable, however the path is written', async () => {
    for (const path of [
      '/_system/info',
      '/rest/v1/../../_system/info',
      '/rest/v1/%2e%2e/%2e%2e/_system/info',
    ]) {
      const response = await fetch(server.url + path, { headers: { apikey: server.keys.secret } });
      expect(response.status).toBe(404);
    }
  });
});

describe('correction 9: a request for one object gets one object', () => {
  const parts = () => person.client.from('parts');
  const columns = 'id, label, thing:things (name)';

  test('an insert, an update and a delete that embed another table answer with one object', async () => {
    const inserted = await parts().insert({ id: 1, label: 'a', thing_id: 1 }).select(columns).single();
    expect(inserted.data).toEqual({ id: 1, label: 'a', thing: { name: expect.stringMatching(/^uno/) } });
    const updated = await parts()
      .update({ label: 'b', thing_id: 2 })
      .eq('id', 1)
      .select(columns)
      .maybeSingle();
    expect(updated.data).toEqual({ id: 1, label: 'b', thing: { name: 'dos' } });
    const deleted = await parts().delete().eq('id', 1).select(columns).single();
    expect(deleted.data).toMatchObject({ id: 1, label: 'b' });
  });

  test('DATA-04 an update that finds no row says so: null for maybeSingle, PGRST116 for single', async () => {
    const nothing = () => parts().update({ label: 'c' }).eq('id', 99).select(columns);
    expect(await nothing().maybeSingle()).toMatchObject({ data: null, error: null });
    expect((await nothing().single()).error).toMatchObject({ code: 'PGRST116' });
  });

  test('DATA-04 an update answers with what it embeds, also of a row that no longer matches its filters', async () => {
    await parts().insert({ id: 7, label: 'a', thing_id: 1 });
    const change = (from: string, to: string) =>
      parts().update({ label: to, thing_id: 2 }).eq('id', 7).eq('label', from).select(columns);
    expect((await change('a', 'b').maybeSingle()).data).toEqual({
      id: 7,
      label: 'b',
      thing: { name: 'dos' },
    });
    expect(await change('a', 'c').maybeSingle()).toMatchObject({ data: null, error: null });
    expect((await change('b', 'c')).data).toEqual([{ id: 7, label: 'c', thing: { name: 'dos' } }]);
    expect((await change('b', 'd')).data).toEqual([]);
  });

  test('a write of several rows is no single object, and a list stays a list', async () => {
    const rows = [
      { id: 2, label: 'a', thing_id: 1 },
      { id: 3, label: 'a', thing_id: null },
    ];
    expect((await parts().insert(rows).select(columns)).data).toHaveLength(2);
    expect((await parts().update({ label: 'd' }).in('id', [2, 3]).select(columns).single()).error?.code).toBe(
      'PGRST116',
    );
  });
});

describe('correction 8 and the catalogue', () => {
  test('a table of the migrations is served at the first request', async () => {
    expect((await anonClient(server).from('things').select('id, name').order('id')).data).toHaveLength(2);
  });

  test('a table that nobody may read is refused, not unknown', async () => {
    expect((await anonClient(server).from('unreachable').select()).error?.code).toBe('42501');
    expect((await anonClient(server).from('nonexistent').select()).error?.code).toBe('PGRST205');
  });

  test('process.emitWarning still takes an Error', () => {
    expect(() =>
      process.emitWarning(Object.assign(new Error('prueba'), { name: 'DeprecationWarning' })),
    ).not.toThrow();
  });
});

describe('identity of the caller', () => {
  test('DATA-02 policies see auth.uid(), auth.role(), auth.email() and auth.jwt() of the caller', async () => {
    const { client, id } = person;
    expect((await client.rpc('who')).data).toMatchObject({
      uid: id,
      role: 'authenticated',
      sub: id,
      user: 'authenticated',
    });
    expect((await anonClient(server).rpc('who')).data).toMatchObject({
      uid: null,
      role: 'anon',
      user: 'anon',
    });
  });

  test('DATA-02 a function can read its request, and its response settings do not leak into the next request', async () => {
    const { client } = person;
    const fresh = {
      'request.method': 'POST',
      'request.path': '/rpc/told',
      'response.status': '',
      'response.headers': '',
    };
    expect((await client.rpc('told')).data).toEqual(fresh);
    expect((await client.rpc('header', { name: 'content-type' })).data).toContain('application/json');
    const own = await client.rpc('accepted');
    expect([own.status, own.data]).toEqual([202, 'listo']);
    expect((await client.rpc('told')).data).toEqual(fresh);
  });

  test('DATA-02 concurrent requests do not share an identity', async () => {
    const people = [person, await registeredClient(server)];
    const anon = anonClient(server);
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const person = people[index % 3];
        const { data } = await (person?.client ?? anon).rpc('who');
        return (data as { uid: string | null }).uid === (person?.id ?? null);
      }),
    );
    expect(answers.every(Boolean)).toBe(true);
  });
});
