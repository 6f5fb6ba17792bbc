import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { makeHandler } from './save-settings.ts';

const ID = '11111111-1111-4111-8111-111111111111';

/** The function before a database that knows the caller, and answers what is saved with this. */
function saveBefore(answer: () => Response): Promise<Response> {
  const clientWith = (key: string, reply: () => Response) =>
    createClient('http://db.test', key, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: () => Promise.resolve(reply()) },
    });
  const handle = makeHandler({
    env: {},
    client: () => clientWith('key', () => Response.json({ sub: ID })),
    admin: () => clientWith('secret', answer),
    clientAddress: () => null,
    fetch: () => Promise.reject(new Error('The settings call no other service')),
    now: () => new Date(),
    log: () => undefined,
  });
  const body = JSON.stringify({ requestId: ID, section: 'terms', value: { items: [] }, version: 1 });
  return handle(new Request('http://x.test/functions/v1/save-settings', { method: 'POST', body }));
}

test('CFG-22 an answer that is not the database’s is 503, with nothing of what it says', async () => {
  const page = () => new Response('<html>502 Bad Gateway</html>', { status: 502 });
  const answer = await saveBefore(page);
  expect([answer.status, await answer.json()]).toEqual([503, { error: 'unavailable' }]);
});
