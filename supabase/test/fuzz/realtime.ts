import * as fc from 'fast-check';
import type { Actor, Shop } from '../support/shop.ts';
import { makeOrder } from '../support/orders.ts';
import { anyAddress } from './any-address.ts';
import { faultsOf } from './judge.ts';
import type { Marks } from './marks.ts';

const TABLES = ['service_orders', 'notifications', 'profiles', 'whatsapp_messages', 'users', '*'];
const text = fc.oneof(
  fc.string({ maxLength: 30, unit: 'binary' }),
  fc.constantFrom('realtime:a', 'phoenix', 'phx_join', '', '1'),
);

const join = fc.record({
  config: fc.record({
    postgres_changes: fc.array(
      fc.record(
        {
          event: fc.constantFrom('*', 'INSERT', 'UPDATE', 'DELETE', 'nada'),
          schema: fc.constantFrom('public', 'private', 'auth', '*'),
          table: fc.constantFrom(...TABLES),
          filter: fc.oneof(
            text,
            fc.constantFrom('id=eq.1', 'status=in.(a,b)', 'customer_rut=neq.1', 'id=eq.'),
          ),
        },
        { requiredKeys: ['event', 'schema'] },
      ),
      { maxLength: 3 },
    ),
  }),
});
const payload = fc.oneof(
  { weight: 3, arbitrary: join },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.record({ access_token: text }) },
);
const event = fc.oneof(
  { weight: 3, arbitrary: fc.constant('phx_join') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('phx_leave', 'heartbeat', 'access_token', 'broadcast', 'presence'),
  },
  { weight: 1, arbitrary: text },
);
const frame: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(text, text, text, event, payload).map((parts) => JSON.stringify(parts)) },
  {
    weight: 1,
    arbitrary: fc
      .record({ topic: text, event, payload, ref: text })
      .map((message) => JSON.stringify(message)),
  },
  { weight: 1, arbitrary: text },
);

/** Opens sockets, sends random frames, changes an order meanwhile, and checks everything that the server sends. */
export async function realtimeFaults(
  shop: Shop,
  token: string,
  actor: Actor,
  marks: Marks,
  options: { numRuns: number; seed: number },
): Promise<string[]> {
  const order = await makeOrder(shop, { customer_rut: '7654321-6' });
  const faults: string[] = [];
  const property = fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 5 }), async (frames) => {
    const socket = new WebSocket(
      `${shop.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${shop.publishableKey}`,
      // Node's own option, which the DOM types do not declare.
      { headers: { 'x-forwarded-for': anyAddress() } } as unknown as string[],
    );
    await opened(socket);
    socket.addEventListener('message', ({ data }) =>
      faults.push(...faultsOf(actor, 200, String(data), marks)),
    );
    const closed = new Promise((resolve) => socket.addEventListener('close', resolve, { once: true }));
    socket.send(JSON.stringify(['1', '1', 'realtime:t', 'access_token', { access_token: token }]));
    for (const text of frames) socket.send(text);
    await shop.sql`update public.service_orders set updated_at = now() where id = ${order.id}`;
    socket.close();
    await closed;
  });
  await fc.assert(property, options);
  return [...new Set(faults)];
}

const opened = (socket: WebSocket) =>
  new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('The socket was refused')), { once: true });
  });
