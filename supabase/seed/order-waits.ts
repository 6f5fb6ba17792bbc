/** Waits of the demo shop's orders: some now, one of them late, and some that ended. Rules: TIME-01 to TIME-09. */
import { FIRST_WAITS } from '@taller/shared/settings/desk-schema.ts';
import { addDays, shopDay } from '@taller/shared/values/dates.ts';
import type { Account, Person, Staff } from './people.ts';
import { makeRandom } from './random.ts';
import type { OrderRows, Row } from './rows.ts';

const SEED = 20_261_126;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Open waits, that of the order untouched for longest first: the reason, and the days until the expected day. */
const OPEN: readonly (readonly [reason: string, inDays: number | null, note: string])[] = [
  ['part', -1, 'Se pidió la pantalla al proveedor de siempre'],
  ['part', 4, ''],
  ['lab', 6, 'Placa en microsoldadura'],
  ['supplier', null, ''],
];
/** Every so many deliveries that took long had waited for a part. */
const EACH = 9;
const LONG = 4 * DAY;

interface WaitDesk {
  readonly staff: Staff;
  /** Their orders are those of the demo's accounts, which wait for nothing. */
  readonly demoCustomers: readonly Person[];
  readonly today: Date;
}

type Order = Row<'service_orders'>;
const timeOf = (at: string | null | undefined) => new Date(at ?? 0).getTime();

/** The waits; notes in the orders and their timelines that there are some. */
export function makeWaits(rows: OrderRows, { staff, demoCustomers, today }: WaitDesk): Row<'order_waits'>[] {
  const random = makeRandom(SEED);
  const [technician] = staff.technicians;
  const own = new Set(demoCustomers.map(({ rut }) => rut));
  const waits: Row<'order_waits'>[] = [];
  const others = rows.orders.filter(({ customer_rut: rut }) => !own.has(rut));

  const tell = (order: Order, at: number, kind: string, actor: Account | undefined, changes: object) =>
    rows.events.push({
      order_id: order.id ?? '',
      order_number: order.order_number ?? 0,
      created_at: new Date(at).toISOString(),
      actor_id: actor?.id ?? null,
      actor_name: actor?.fullName ?? null,
      actor_role: actor?.role ?? null,
      kind,
      version: order.version,
      changes: changes as Row<'order_events'>['changes'],
    });
  const wait = (
    order: Order,
    reason: string,
    from: number,
    to: number | null,
    day: string | null,
    note = '',
  ) => {
    const known = FIRST_WAITS.find(({ key }) => key === reason);
    if (!known) throw new RangeError(`The demo shop has no reason ${reason}.`);
    const { label, customerText, stopsClock } = known;
    waits.push({
      id: random.uuid(),
      order_id: order.id ?? '',
      reason,
      label,
      public_text: customerText,
      stops_clock: stopsClock,
      expected_on: day,
      note,
      started_at: new Date(from).toISOString(),
      started_by: technician?.id ?? null,
      ended_at: to === null ? null : new Date(to).toISOString(),
      ended_by: to === null ? null : (technician?.id ?? null),
      outcome: to === null ? null : 'arrived',
      version: 1,
    });
    tell(order, from, 'wait_started', technician, {
      reason: [null, label],
      ...(day !== null && { expected_on: [null, day] }),
      ...(note !== '' && { note: [null, note] }),
    });
    if (to !== null) tell(order, to, 'wait_ended', technician, { reason: [null, label] });
  };

  const open = others
    .filter(({ status }) => status === 'approved' || status === 'in_progress')
    .toSorted((one, other) => timeOf(one.updated_at) - timeOf(other.updated_at));
  for (const [index, [reason, inDays, note]] of OPEN.entries()) {
    const order = open[index];
    if (!order) continue;
    order.on_hold = true;
    const from = Math.min(timeOf(order.updated_at) + HOUR, today.getTime());
    wait(order, reason, from, null, inDays === null ? null : addDays(shopDay(today), inDays), note);
  }
  const delivered = others.filter(
    ({ status, created_at: from, completed_at: done }) =>
      status === 'delivered' && timeOf(done) - timeOf(from) > LONG,
  );
  for (const [index, order] of delivered.entries()) {
    if (index % EACH > 0) continue;
    const [from, to] = [timeOf(order.created_at) + DAY, timeOf(order.completed_at) - 12 * HOUR];
    wait(order, index % (EACH * 3) > 0 ? 'part' : 'lab', from, to, addDays(shopDay(new Date(from)), 3));
  }
  return waits;
}
