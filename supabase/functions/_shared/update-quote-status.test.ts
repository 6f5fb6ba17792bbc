import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import type { FunctionDeps } from './function-deps.ts';
import { makeHandler } from './update-quote-status.ts';

interface Call {
  path: string;
  authorization: string | null;
  body: unknown;
}

/** The function with a fake database and auth server, and the requests they received. */
function handlerBefore(
  answer: () => Response,
  user: () => Response = () => Response.json({ message: 'bad_jwt' }, { status: 403 }),
) {
  const calls: Call[] = [];
  const clientWith = (key: string, authorization?: string | null) =>
    createClient('http://db.test', key, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: {
        headers: authorization ? { Authorization: authorization } : {},
        fetch: async (input, init) => {
          const { pathname: path } = new URL(new Request(input).url);
          const text = await new Response(init?.body).text();
          calls.push({
            path,
            authorization: new Headers(init?.headers).get('authorization'),
            body: text ? JSON.parse(text) : null,
          });
          return path.startsWith('/auth/') ? user() : answer();
        },
      },
    });
  const deps: FunctionDeps = {
    env: {},
    client: (authorization) => clientWith('key', authorization),
    admin: () => clientWith('secret'),
    clientAddress: () => '203.0.113.77',
    fetch: () => Promise.reject(new Error('The decision calls no other service')),
    now: () => new Date(),
    log: () => undefined,
  };
  const handle = makeHandler(deps);
  const send = (body: string, headers: Record<string, string> = {}) =>
    handle(new Request('http://x.test/functions/v1/update-quote-status', { method: 'POST', body, headers }));
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
    expect(await outcome({ outcome: 'changed', order_number: 12, status: 'quoted' })).toEqual([
      409,
      { error: 'changed', status: 'quoted', orderNumber: 12 },
    ]);
    expect(await outcome({ outcome: 'not_found', order_number: null, status: null })).toEqual([
      404,
      { error: 'not_found' },
    ]);
    expect(await outcome({ outcome: 'staff', order_number: null, status: null })).toEqual([
      403,
      { error: 'staff' },
    ]);
    expect(await outcome({ outcome: 'unproved', order_number: 12, status: 'quoted' })).toEqual([
      403,
      { error: 'unproved' },
    ]);
    expect(await outcome({ outcome: 'invalid', order_number: null, status: null })).toEqual([
      400,
      { error: 'invalid' },
    ]);
  });

  test('PUB-04 invalid decisions never reach the database', async () => {
    const { send, calls } = handlerBefore(rows({ outcome: 'decided' }));
    for (const body of [
      'no json',
      '[]',
      'null',
      '{}',
      '{"orderId":1,"decision":"approved"}',
      `{"orderId":"${'x'.repeat(5000)}","decision":"approved"}`,
    ]) {
      expect((await send(body)).status).toBe(400);
    }
    expect(calls).toEqual([]);
  });

  test('SEC-21 a decision is stored with the account that the auth server names, the network and the browser', async () => {
    const decided = rows({ outcome: 'decided', order_number: 1, status: 'approved' });
    const { send, calls } = handlerBefore(decided, () => Response.json({ id: 'customer-1' }));
    const named = JSON.stringify({ orderId: 'a', decision: 'approved', total_amount: 9000, version: 'v1' });
    await send(named, { authorization: 'Bearer eyA', 'user-agent': 'Firefox' });
    const quote = { p_amount: 9000, p_version: 'v1', p_chosen: null };
    const asked = { p_order_id: 'a', p_decision: 'approved', p_address: '203.0.113.77' };
    expect(calls).toEqual([
      { path: '/auth/v1/user', authorization: 'Bearer eyA', body: null },
      {
        path: '/rest/v1/rpc/decide_quote',
        authorization: 'Bearer secret',
        body: { ...asked, ...quote, p_account: 'customer-1', p_browser: 'Firefox' },
      },
    ]);
  });

  test.each([{}, { authorization: 'Bearer sb_publishable_x' }, { authorization: 'Bearer eyOfAProjectKey' }])(
    'PUB-04 the link alone decides a quote where nobody is signed in: %j',
    async (headers) => {
      const { send, calls } = handlerBefore(
        rows({ outcome: 'decided', order_number: 1, status: 'approved' }),
      );
      expect((await send(decision, headers as Record<string, string>)).status).toBe(200);
      expect(calls.at(-1)?.body).toMatchObject({ p_account: null, p_browser: null });
    },
  );

  test('SEC-21 a decision is refused, not anonymous, if the auth server does not answer', async () => {
    const { send, calls } = handlerBefore(rows({ outcome: 'decided' }), () =>
      Response.json({}, { status: 500 }),
    );
    const response = await send(decision, { authorization: 'Bearer eyA' });
    expect([response.status, await response.json()]).toEqual([502, { error: 'unavailable' }]);
    expect(calls.filter(({ path }) => path.startsWith('/rest/'))).toEqual([]);
  });

  test('PUB-04 a failing database records no decision, and its message is not shown', async () => {
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
