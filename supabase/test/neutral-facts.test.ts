import { expect, test } from 'vitest';
import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
import { startTestServer } from '@taller/server/testing/start-test-server.ts';

test('CFG-02 a new database has the same facts as a site built without a database', async () => {
  await using server = await startTestServer();
  const [row] = await server.sql`select public.shop_facts() -> 'facts' as facts`;
  expect(row?.facts).toEqual(NEUTRAL_FACTS);
});
