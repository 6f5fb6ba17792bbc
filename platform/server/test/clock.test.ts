import { afterEach, expect, test, vi } from 'vitest';
import { startTestServer } from '../src/testing/start-test-server.ts';
import { anonClient, PASSWORD, registeredClient } from './support/people.ts';

/** A token issued while the clock was ahead, and its use once the clock is corrected. */
async function withClockAhead(seconds: number) {
  await using server = await startTestServer();
  const { email } = await registeredClient(server);
  const client = anonClient(server);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
  const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  vi.useRealTimers();
  const token = data.session?.access_token ?? '';
  const headers = { apikey: server.keys.publishable, authorization: `Bearer ${token}` };
  const rows = await fetch(`${server.url}/rest/v1/profiles?select=email`, { headers });
  const user = await fetch(`${server.url}/auth/v1/user`, { headers });
  return { email, rows: [rows.status, await rows.json()], user: [user.status, await user.json()] };
}

afterEach(() => {
  vi.useRealTimers();
});

test('OPS-08 a token issued while the clock was 30 s ahead is accepted once the clock is corrected', async () => {
  const { email, rows, user } = await withClockAhead(30);
  expect(rows).toEqual([200, [{ email }]]);
  expect(user).toEqual([200, expect.objectContaining({ email })]);
});

test('OPS-08 a token issued while the clock was two minutes ahead is refused', async () => {
  const { rows } = await withClockAhead(120);
  expect(rows).toEqual([401, expect.objectContaining({ message: 'JWT issued at future' })]);
});
