import { expect, test } from 'vitest';
import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
import { createSupabaseApi } from '../src/api/supabase-api.ts';
import { newInstallation } from '../src/config/installation.ts';
import { Mailbox } from '../src/mail/mailbox.ts';
import { startTestServer } from '../src/testing/start-test-server.ts';

test('DATA-01 a table that a migration adds to a running API is served after reloadSchema, and not before', async () => {
  await using server = await startTestServer();
  const keys = newInstallation('test');
  const api = createSupabaseApi({
    ...keys,
    apiUrl: server.adminUrl,
    adminUrl: server.adminUrl,
    siteUrl: server.url,
    facts: () => NEUTRAL_FACTS,
    localNames: 'any-port',
    mail: new Mailbox(),
    log: () => undefined,
    poolSize: 2,
    storageFolder: server.dataDir,
  });
  const read = async () => {
    const request = new Request(`${server.url}/rest/v1/added_later`, { headers: { apikey: keys.secretKey } });
    return (await api.fetch(request, server.url, 'test')).status;
  };
  try {
    await api.reloadSchema();
    expect(await read()).toBe(404);
    await server.sql`create table public.added_later (id integer primary key)`;
    await server.sql`grant select on public.added_later to service_role`;
    expect(await read()).toBe(404);
    await api.reloadSchema();
    expect(await read()).toBe(200);
  } finally {
    await api.close();
  }
});
