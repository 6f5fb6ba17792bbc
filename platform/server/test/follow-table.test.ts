import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { followWith } from '@taller/shared/data-access/follow-table.ts';
import type { Database } from '@taller/shared/db/database.types.ts';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';
import { registeredClient } from './support/people.ts';

let server: TestServer;
let person: Awaited<ReturnType<typeof registeredClient>>;
beforeAll(async () => {
  server = await startTestServer();
  person = await registeredClient(server);
  await server.sql`update public.profiles set role = 'technician' where id = ${person.id}`;
});
afterAll(() => server.close());

/** A newly opened page: the session is stored but has not been read yet. */
async function openedPage() {
  const session = (await person.client.auth.getSession()).data.session;
  const storage = new Map([['taller.auth', JSON.stringify(session)]]);
  return createClient<Database>(server.url, server.keys.publishable, {
    auth: {
      storageKey: 'taller.auth',
      persistSession: true,
      autoRefreshToken: false,
      storage: {
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, value) => void storage.set(key, value),
        removeItem: (key) => void storage.delete(key),
      },
    },
  });
}

async function follow(times?: { pollMs: number; quietMs: number }) {
  const client = await openedPage();
  const messages: string[] = [];
  let joined = 0;
  const handlers = {
    onChange: ({ row }: { row: { message?: string } }) => messages.push(String(row.message)),
    onJoined: () => (joined += 1),
  };
  const stop = followWith(client, 'notifications', handlers, times);
  const isJoined = (times: number) => vi.waitFor(() => expect(joined).toBe(times), 60_000);
  const expectToBring = async (message: string) => {
    await server.sql`insert into public.notifications (type, message) values ('quote_approved', ${message})`;
    await vi.waitFor(() => expect(messages).toContain(message), 60_000);
  };
  return { client, isJoined, expectToBring, stop };
}

describe('LIVE-01 a followed table', () => {
  test('LIVE-01 a followed table brings changes from its first join on', async () => {
    const page = await follow();
    await page.isJoined(1);
    await page.expectToBring('recién abierta');
    page.stop();
  });

  test('LIVE-01 a followed table joins again when the server closes its channel', async () => {
    const page = await follow();
    await page.isJoined(1);
    // The server closes the channel after an outage of the feed.
    await server.sql`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()`;
    await page.isJoined(2);
    await page.expectToBring('tras el corte');
    page.stop();
  });

  test('LIVE-02 a followed table joins again after silence, and keeps bringing changes', async () => {
    const quietMs = 600_000;
    const page = await follow({ pollMs: 50, quietMs });
    await page.isJoined(1);
    const later = Date.now() + quietMs + 1;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(later);
    onTestFinished(() => clock.mockRestore());
    await page.isJoined(2);
    await page.expectToBring('tras el silencio');
    page.stop();
  });
});
