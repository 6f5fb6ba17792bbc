import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';

const TABLES = `
  create table public.things (id int primary key, name text);
  grant update, delete on public.things to service_role;
  grant select on public.things to anon, service_role;
  insert into public.things values (1, 'uno'), (2, 'dos');
`;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ prepare: (sql) => sql.unsafe(TABLES) });
});
afterAll(() => server.close());

/** Status and parsed body of a request that supabase-js would not send. */
async function send(method: string, path: string, key: string, body?: object): Promise<[number, unknown]> {
  const response = await fetch(`${server.url}/rest/v1/${path}`, {
    method,
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return [response.status, text && JSON.parse(text)];
}

const rows = () => server.sql`select id, name from public.things order by id`;

test('DATA-49 a change without a filter is refused like on a hosted project, before rights are asked, with the secret key too', async () => {
  const refused = (word: string) => [
    400,
    { code: '21000', message: `${word} requires a WHERE clause`, details: null, hint: null },
  ];
  const before = await rows();
  for (const key of [server.keys.publishable, server.keys.secret]) {
    expect(await send('DELETE', 'things', key)).toEqual(refused('DELETE'));
    expect(await send('DELETE', 'things?select=id&order=id&limit=1', key)).toEqual(refused('DELETE'));
    expect(await send('PATCH', 'things', key, { name: 'todas' })).toEqual(refused('UPDATE'));
  }
  expect(await rows()).toEqual(before);
});

test('DATA-49 a change with a filter is applied to any number of rows; one without columns changes nothing', async () => {
  const { secret } = server.keys;
  expect(await send('PATCH', 'things?id=eq.1', secret, { name: 'uno bis' })).toEqual([204, '']);
  expect(await send('DELETE', 'things?name=is.null', secret)).toEqual([204, '']);
  expect(await send('PATCH', 'things', secret, {})).toEqual([204, '']);
  expect((await send('DELETE', 'nothing_here', secret))[0]).toBe(404);
  expect(await rows()).toEqual([
    { id: 1, name: 'uno bis' },
    { id: 2, name: 'dos' },
  ]);
});
