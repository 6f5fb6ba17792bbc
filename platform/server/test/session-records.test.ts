import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';
import { PASSWORD, registeredClient } from './support/people.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('SEC-38 a session records the browser and the address with which it began', async () => {
  const { email, id } = await registeredClient(server);
  await server.sql`delete from auth.sessions where user_id = ${id}`;
  const agent = `Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0 ${'x'.repeat(1000)}`;
  const client = createClient(server.url, server.keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { 'user-agent': agent } },
  });
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  const [session] =
    await server.sql`select user_agent, host(ip) as ip from auth.sessions where user_id = ${id}`;
  expect(session).toEqual({ user_agent: agent.slice(0, 400), ip: '127.0.0.1' });
});
