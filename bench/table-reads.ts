/**
 * Processor time of Node for the tables that screens read, as a ratio to that for a function call (the first page of
 * the desk's list), in one run against one shop of 5,839 orders: in one round trip, and through @supabase/lite.
 *
 * node bench/table-reads.ts [--rounds 5]
 */
import { parseArgs } from 'node:util';
import { FIELD_COLUMNS } from '@taller/shared/orders/fields/order-fields.ts';
import { cpuOf } from './support/cpu.ts';
import { openRoomShop } from './support/room-shop.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const REQUESTS = 400;
/** Concurrent requests of one desk. */
const AT_ONCE = 4;
const LIMIT = 1.4;
/** Columns that the view of an order reads: a copy, since Node does not load its module. */
const ORDER_COLUMNS =
  `id, order_number, former_number, created_at, updated_at, status, ${FIELD_COLUMNS}, quote,
  final_payment, cancellation_reason, technician_id, receptionist_id, password_type, device_code_stored, notes, approved_at,
  rejected_at, completed_at, delivered_at, warranty_days, version,
  technician:staff_names!service_orders_technician_id_fkey (full_name),
  receptionist:staff_names!service_orders_receptionist_id_fkey (full_name)` as const;

await using shop = await openRoomShop('this', `${import.meta.dirname}/..`, 1);
const client = await shop.signIn(shop.desk[0] ?? '');
const [order] = await shop.sql`select id from public.service_orders order by created_at desc limit 1`;
const orderId = String(order?.id);
const me = (await client.auth.getUser()).data.user?.id ?? '';

const CALL = 'search_orders, first page';
interface Request extends PromiseLike<{ error: unknown }> {
  setHeader(name: string, value: string): unknown;
}
const ASKED: Readonly<Record<string, () => Request>> = {
  [CALL]: () => client.rpc('search_orders', { p_search: '', p_field: 'customer_name', p_page: 1 }),
  order: () => client.from('service_orders').select(ORDER_COLUMNS).eq('id', orderId).maybeSingle(),
  timeline: () =>
    client
      .from('order_events')
      .select('id, created_at, actor_id, actor_name, actor_role, kind, version, changes')
      .eq('order_id', orderId)
      .order('id', { ascending: false })
      .limit(100),
  notes: () =>
    client
      .from('service_order_internal')
      .select('internal_notes, version')
      .eq('order_id', orderId)
      .maybeSingle(),
  decisions: () =>
    client
      .from('decision_history')
      .select('id, type, message, created_at')
      .eq('order_id', orderId)
      .order('created_at', { ascending: false }),
  notifications: () =>
    client
      .from('notifications')
      .select('id, type, message, is_read, created_at, order_id')
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(20),
  'unread notifications': () =>
    client.from('notifications').select('id', { count: 'exact', head: true }).eq('is_read', false),
  profile: () =>
    client
      .from('profiles')
      .select('id, email, full_name, rut, phone, address, role, rut_verified_at, created_at')
      .eq('id', me)
      .single(),
};

/** Sends requests. @param direct whether without the header that only @supabase/lite handles. */
async function ask(send: () => Request, count: number, direct: boolean): Promise<void> {
  let asked = 0;
  const lane = async (): Promise<void> => {
    while (asked++ < count) {
      const request = send();
      if (!direct) request.setHeader('content-encoding', 'identity');
      const { error } = await request;
      if (error) throw error;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

interface Times {
  direct: boolean;
  node: number[];
  postgres: number[];
}
/** Times of each request, in one round trip and through @supabase/lite. */
const times = new Map(
  Object.keys(ASKED).map((name) => [
    name,
    [true, false].map((direct): Times => ({ direct, node: [], postgres: [] })),
  ]),
);
for (const send of Object.values(ASKED))
  for (const direct of [true, false]) await ask(send, REQUESTS / 2, direct);
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const [name, send] of Object.entries(ASKED)) {
    for (const { direct, node, postgres } of times.get(name) ?? []) {
      const before = cpuOf(shop.started);
      await ask(send, REQUESTS, direct);
      const after = cpuOf(shop.started);
      node.push(((after.node - before.node) / REQUESTS) * 1000);
      postgres.push(((after.postgres - before.postgres) / REQUESTS) * 1000);
    }
  }
}

const round2 = (value: number) => Math.round(value * 100) / 100;
const base = median(times.get(CALL)?.[0]?.node ?? []);
const ratioOf = (one: Times | undefined) => round2(median(one?.node ?? []) / base);
console.table(
  Object.fromEntries(
    [...times].map(([name, [direct, lite]]) => [
      name,
      {
        'Node, ms of CPU': round2(median(direct?.node ?? [])),
        ratio: ratioOf(direct),
        'PostgreSQL, ms': round2(median(direct?.postgres ?? [])),
        '@supabase/lite, ratio': ratioOf(lite),
        'PostgreSQL, ms there': round2(median(lite?.postgres ?? [])),
      },
    ]),
  ),
);
const worst = Math.max(...[...times.values()].map(([direct]) => ratioOf(direct)));
console.log(`Worst ratio ${worst} (limit ${LIMIT}).`);
process.exitCode = worst <= LIMIT ? 0 : 1;
