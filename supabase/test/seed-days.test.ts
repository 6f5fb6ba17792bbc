/** The demo shop has something to show on the screens of promises, returns and bookings. */
import { startTestServer, type TestServer } from '@taller/server/testing/start-test-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDemo } from '../seed/seed-demo.ts';
import { brokenDrawers } from './support/drawers.ts';
import { wrongSources } from './support/parts.ts';
import { brokenLedgers } from './support/payments.ts';

/** A Saturday at noon in the shop. */
const TODAY = new Date('2026-11-21T15:00:00Z');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ prepare: (sql) => seedDemo(sql, { today: TODAY }) });
});
afterAll(() => server.close());

test('TIME-25 some orders are promised: late, at risk and in time, and one waits for longer than it may', async () => {
  const [promises] = await server.sql`
    select count(*) filter (where promised_at < ${TODAY})::int as late,
      count(*) filter (where promised_at > ${TODAY} and at_risk_from <= ${TODAY})::int as at_risk,
      count(*) filter (where at_risk_from > ${TODAY})::int as fine,
      count(*) filter (where at_risk_from <= ${TODAY} and on_hold)::int as waiting,
      count(*) filter (where not private.is_open(promised_at))::int as closed
    from public.service_orders where promised_at is not null`;
  expect({ ...promises }).toEqual({ late: 2, at_risk: 3, fine: 4, waiting: 1, closed: 0 });
});

test('WARR-02 one device came back under its warranty, as the desk takes it in', async () => {
  const returns = await server.sql`
    select o.warranty_of = private.warranty_for(o) as is_right, o.warranty_repair, o.total_amount
    from public.service_orders o where o.warranty_of is not null`;
  expect(returns.map((row) => ({ ...row }))).toEqual([
    { is_right: true, warranty_repair: true, total_amount: '0' },
  ]);
});

test('BOOK-03 people without an account have booked on the site', async () => {
  const [booked] = await server.sql`
    select count(*)::int as bookings, bool_and(private.is_open(appointment_date)) as open
    from public.appointments where source = 'site'`;
  expect({ ...booked }).toEqual({ bookings: 3, open: true });
});

test('REP-36 what the orders received is in the ledger, with methods, boletas and the drawer of its day', async () => {
  expect(await brokenLedgers(server)).toEqual([]);
  // Before there were drawers, cash was in none.
  const broken = await brokenDrawers(server);
  expect(broken.filter(({ rule }) => rule !== 'cash outside of a drawer')).toEqual([]);
  const [ledger] = await server.sql`
    select count(*) > 300 as many, count(distinct p.method)::int as methods,
      bool_or(p.method = 'cash' and p.drawer_id is not null) as in_drawer,
      count(*) filter (where p.method = '' or p.created_at < ${TODAY}::timestamptz - interval '1 day'
        and private.missing_document(p) <> 0)::int as unclear,
      bool_or(p.method = 'cash' and p.drawer_id is null
        and p.created_at >= (select min(d.opened_at) from private.drawers d)) as outside
    from private.payments p`;
  expect({ ...ledger }).toEqual({ many: true, methods: 4, in_drawer: true, unclear: 0, outside: false });
});

test('REP-38 the sources of the pieces that its orders took are kept', async () => {
  expect(await wrongSources(server)).toEqual([]);
  const [kept] = await server.sql`select count(*) > 100 as many from private.kept_sources`;
  expect({ ...kept }).toEqual({ many: true });
});
