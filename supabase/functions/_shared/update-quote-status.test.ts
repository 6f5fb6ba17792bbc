import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import type { FunctionDeps } from './function-deps.ts';
import { makeHandler } from './update-quote-status.ts';

/** The function before a database that answers with this, and what the database was asked. */
function handlerBefore(answer: () => Response) {
  const calls: { authorization: string | null; body: unknown }[] = [];
  const deps: FunctionDeps = {
    env: {},
    client: (authorization) =>
      createClient('http://db.test', 'key', {
        auth: { persistSession: false, autoRefreshToken: false },
        global: {
          headers: authorization ? { Authorization: authorization } : {},
          fetch: async (_input, init) => {
            const headers = new Headers(init?.headers);
            calls.push({
              authorization: headers.get('authorization'),
              body: await new Response(init?.body).json(),
            });
            return answer();
          },
        },
      }),
    admin: () => {
      throw new Error('The decision needs no secret key');
    },
    fetch: () => Promise.reject(new Error('The decision calls no other service')),
    now: () => new Date(),
  };
  const handle = makeHandler(deps);
  const send = (body: string, init: RequestInit = {}) =>
    handle(new Request('http://x.test/functions/v1/update-quote-status', { method: 'POST', body, ...init }));
  return { handle, send, calls };
}

const rows = (row: Record<string, unknown>) => () => Response.json([row]);
const decision = JSON.stringify({ orderId: 'a', decision: 'approved' });

describe('update-quote-status', () => {
  test('PUB-04 each outcome of the database has its status', async () => {
    const outcome = async (row: Record<string, unknown>) => {
      const response = await handlerBefore(rows(row)).send(decision);
      return [response.status, await response.json()];
    };
    expect(await outcome({ outcome: 'decided', order_number: 12, status: 'approved' })).toEqual([
      200,
      { status: 'approved', orderNumber: 12 },
    ]);
    expect(await outcome({ outcome: 'already_decided', order_number: 12, status: 'rejected' })).toEqual([
      409,
      { error: 'already_decided', status: 'rejected', orderNumber: 12 },
    ]);
    expect(await outcome({ outcome: 'not_found', order_number: null, status: null })).toEqual([
      404,
      { error: 'not_found' },
    ]);
    expect(await outcome({ outcome: 'invalid', order_number: null, status: null })).toEqual([
      400,
      { error: 'invalid' },
    ]);
  });

  test('PUB-04 what is no decision never reaches the database', async () => {
    const { send, calls } = handlerBefore(rows({ outcome: 'decided' }));
    for (const body of [
      'no json',
      '[]',
      'null',
      '{}',
      '{"orderId":1,"decision":"approved"}',
      `{"orderId":"${'x'.repeat(3000)}","decision":"approved"}`,
    ]) {
      expect((await send(body)).status).toBe(400);
    }
    expect(calls).toEqual([]);
  });

  test("CUST-04 the caller's own authorization goes to the database, and a decision without one stays anonymous", async () => {
    const { send, calls } = handlerBefore(rows({ outcome: 'decided', order_number: 1, status: 'approved' }));
    await send(decision, { headers: { authorization: 'Bearer eyA' } });
    expect(calls).toEqual([
      { authorization: 'Bearer eyA', body: { p_order_id: 'a', p_decision: 'approved' } },
    ]);
    await send(decision);
    expect(calls[1]?.authorization).not.toBe('Bearer eyA');
  });

  test('PUB-04 a database that fails is no decision, and its message stays inside', async () => {
    const { send } = handlerBefore(() => Response.json({ message: 'secret detail' }, { status: 500 }));
    const response = await send(decision);
    expect([response.status, await response.json()]).toEqual([502, { error: 'unavailable' }]);
  });

  test('PUB-04 a browser of another origin may ask, and only POST decides', async () => {
    const { handle, calls } = handlerBefore(rows({ outcome: 'decided' }));
    const preflight = await handle(new Request('http://x.test/', { method: 'OPTIONS' }));
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
    expect((await handle(new Request('http://x.test/'))).status).toBe(405);
    expect(calls).toEqual([]);
  });
});
