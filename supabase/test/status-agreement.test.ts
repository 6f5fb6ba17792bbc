/** The database and the interface agree on the properties of each order status (ORD-53). */
import { startTestServer, type TestServer } from '@taller/server/testing/start-test-server.ts';
import { ORDER_STATUSES, statusFacts } from '@taller/shared/orders/status/order-status.ts';
import { MESSAGE_EVENTS, REMINDERS } from '@taller/shared/settings/message-variables.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const STATUSES =
  'private.statuses_in (supabase/schemas/10_service_orders.sql) against ORDER_STATUS (shared/src/orders/status/order-status.ts)';
const MESSAGES =
  'ORDER_MESSAGES (shared/src/settings/message-variables.ts), messageTitle of ORDER_STATUS (shared/src/orders/status/order-status.ts) and section messages, which a migration updates';

const PHASES = ['open', 'pickup', 'closed'] as const;
const inPhase = (phase: (typeof PHASES)[number]) =>
  ORDER_STATUSES.filter((status) => statusFacts(status).phase === phase);

test('ORD-53 SQL and the interface know the same states, in one order', async () => {
  const [row] = await server.sql`select private.statuses_in() as all`;
  expect(row?.all, STATUSES).toEqual(ORDER_STATUSES);
});

test.each(PHASES)('ORD-53 SQL and the interface agree on the states that are %s', async (phase) => {
  const [row] = await server.sql`select private.statuses_in(${phase}) as statuses`;
  expect(row?.statuses, STATUSES).toEqual(inPhase(phase));
});

/**
 * Other sets of statuses in rules: earned, waiting for the bench, answered, resetting timestamps, a technician's to do,
 * handed back without a repair, reached at a price above the approved one, before any work, ready to hand over.
 */
const OTHER_SETS = [
  ['completed', 'delivered'],
  ['pending', 'in_progress'],
  ['approved', 'rejected'],
  ['pending', 'in_progress', 'quoted'],
  ['pending', 'in_progress', 'approved'],
  ['rejected', 'cancelled'],
  ['quoted', 'cancelled'],
  ['pending', 'cancelled'],
  ['completed', 'rejected', 'cancelled'],
];

test('ORD-53 every list of states in a function is the open ones, the closed ones or a set with a name', async () => {
  const functions = await server.sql`
    select p.proname as name, p.prosrc as body from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private')`;
  const known = [inPhase('open'), inPhase('closed'), ORDER_STATUSES, ...OTHER_SETS].map((set) =>
    [...set].sort().join(),
  );
  const lists = functions.flatMap(({ name, body }) =>
    [...String(body).matchAll(/\b(?:o|i|g|new|old)?\.?status (?:not )?in \(([^()]*)\)/g)].map(
      ([, list = '']) => ({
        name: String(name),
        list: [...list.matchAll(/'(\w+)'/g)]
          .map(([, word = '']) => word)
          .sort()
          .join(),
      }),
    ),
  );
  expect(lists.length).toBeGreaterThan(5);
  const statuses: readonly string[] = ORDER_STATUSES;
  const ofOrders = lists.filter(({ list }) => list.split(',').every((word) => statuses.includes(word)));
  expect(ofOrders.filter(({ list }) => !known.includes(list))).toEqual([]);
});

test('ORD-07 ORD-53 the messages of the database are those of the states', async () => {
  const rows = await server.sql`
    select status from unnest(private.statuses_in()) as s (status)
    where private.message_setting(status) is not null`;
  const told = ORDER_STATUSES.filter((status) => statusFacts(status).messageTitle !== undefined);
  expect(
    rows.map(({ status }) => String(status)),
    MESSAGES,
  ).toEqual(told);
  const others = [
    'created',
    'on_hold',
    'promise_changed',
    'photos_sent',
    'booking_confirmed',
    'booking_moved',
    'booking_cancelled',
  ];
  expect([...MESSAGE_EVENTS].sort(), MESSAGES).toEqual([...others, ...REMINDERS, ...told].sort());
});

test('MSG-01 each message has its template', async () => {
  const rows = await server.sql`
    select event, private.message_setting(event) ->> 'template' as template
    from unnest(${[...MESSAGE_EVENTS]}::text[]) as e (event)`;
  expect(Object.fromEntries(rows.map(({ event, template }) => [event, template])), MESSAGES).toEqual({
    created: 'new_order',
    in_progress: 'status_update',
    quoted: 'order_quoted',
    approved: 'quote_decision',
    rejected: 'quote_decision',
    on_hold: 'order_on_hold',
    promise_changed: 'order_promise_changed',
    photos_sent: 'order_photos',
    completed: 'order_completed',
    cancelled: 'order_cancelled',
    delivered: 'order_delivered_v2',
    quote_reminder: 'quote_reminder',
    pickup_reminder: 'pickup_reminder',
    warranty_reminder: 'warranty_reminder',
    booking_confirmed: 'booking_confirmed',
    booking_moved: 'booking_moved',
    booking_cancelled: 'booking_cancelled',
  });
});
