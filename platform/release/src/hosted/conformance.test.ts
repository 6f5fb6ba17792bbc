import { startTestServer } from '@taller/server/testing/start-test-server.ts';
import { tableHashes } from '@taller/server/testing/table-hashes.ts';
import { expect, test } from 'vitest';
import { conformanceOf } from './conformance.ts';
import { PUBLISHED } from './live-changes.ts';

test('OPS-81 the embedded server answers like Supabase, but for what has a reason, and a run leaves nothing', async () => {
  await using server = await startTestServer();
  // GoTrue's log of sign-ins is left out, since it is never deleted.
  const stored = async () => {
    const { 'auth.audit_log_entries': _log, ...hashes } = await tableHashes(server.adminUrl);
    return hashes;
  };
  const before = await stored();
  const published = await server.sql<{ name: string }[]>`
    select tablename as name from pg_publication_tables where pubname = 'supabase_realtime' order by 1`;
  expect(published.map(({ name }) => name)).toEqual(PUBLISHED);
  const { publishable, secret } = server.keys;
  const run = await conformanceOf({ url: server.url, publishableKey: publishable, secretKey: secret });
  expect(run.differences).toEqual([]);
  expect(run.explained.length).toBeGreaterThan(0);
  expect(await stored()).toEqual(before);
});
