/** Random lives of orders on a simulated clock: what happens is written with its moment, past all rules. */
import * as fc from 'fast-check';
import { addDays } from '@taller/shared/values/dates.ts';
import { makeOrder } from './orders.ts';
import type { Shop } from './shop.ts';

/** Around the first Sundays of April and September, on which the clocks change. */
const BEGINNINGS = ['2026-03-20', '2026-08-24'] as const;
export const DAYS = 36;

const STATUSES = [
  'quoted',
  'approved',
  'rejected',
  'completed',
  'delivered',
  'cancelled',
  'in_progress',
] as const;
const PHONES = [
  '+56 9 6100 0001',
  '9 6100 0001',
  '+56 9 6100 0002',
  '+56 9 6100 0003',
  '+56 9 6100 0004',
  '+56 9 6100 0005',
  '+56 9 6100 0006',
  '+56 9 6100 0007',
  '32 212 3456',
] as const;

/** Days on which a reminder of what happens on the first day goes out, also where that day is a Sunday or a holiday. */
const REMINDED = [2, 3, 5, 7, 15, 17, 30, 31] as const;

const moment = fc.oneof(
  {
    weight: 2,
    // Between planning and sending.
    arbitrary: fc.record({
      day: fc.constantFrom(...REMINDED),
      clock: fc.constantFrom('10:20', '11:40'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      day: fc.integer({ min: 0, max: DAYS - 1 }),
      clock: fc.constantFrom('00:10', '08:15', '10:20', '11:40', '13:55', '17:05', '23:50'),
    }),
  },
);

const happening = fc.record({
  moment,
  what: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...STATUSES) },
    { weight: 2, arbitrary: fc.constantFrom('hold:part', 'hold:customer', 'resume', 'refuse', 'want') },
  ),
});

export const randomShopLife = fc.record({
  begins: fc.constantFrom(...BEGINNINGS),
  // Meanwhile the server is down, often over the days of a reminder and its week.
  away: fc.record({ day: fc.integer({ min: 0, max: 12 }), days: fc.integer({ min: 0, max: 14 }) }),
  orders: fc.array(
    fc.record({
      phone: fc.constantFrom(...PHONES),
      // Most orders stay long in one state, or nobody is reminded of anything.
      first: fc.constantFrom('quoted', 'quoted', 'completed', 'rejected', 'in_progress'),
      happenings: fc.array(happening, { maxLength: 3 }),
    }),
    { minLength: 8, maxLength: 12 },
  ),
});
export type ShopLife = typeof randomShopLife extends fc.Arbitrary<infer L> ? L : never;

export interface Happening {
  /** '2026-04-06 10:20' by the shop's wall clock. */
  readonly at: string;
  readonly order: number;
  readonly what: string;
}

/** Everything that happens, in its order. */
export const happeningsOf = ({ begins, orders }: ShopLife): Happening[] =>
  orders
    .flatMap(({ first, happenings }, order): Happening[] => [
      { at: `${begins} 11:00`, order, what: first },
      ...happenings.map(({ moment: { day, clock }, what }) => ({
        at: `${addDays(begins, day)} ${clock}`,
        order,
        what,
      })),
    ])
    .toSorted((a, b) => a.at.localeCompare(b.at));

/** An order at a moment: its status and since when, and the reason of its wait and since when. */
export function stateAt(all: readonly Happening[], order: number, at: string) {
  const state = { status: 'pending', since: '', wait: '', waitsSince: '' };
  for (const { what, at: when } of all.filter((one) => one.order === order && one.at <= at)) {
    if (what === 'refuse' || what === 'want') continue;
    if (what === 'resume') state.wait = '';
    else if (what.startsWith('hold:')) {
      if (isOpen(state.status) && !state.wait)
        Object.assign(state, { wait: what.slice(5), waitsSince: when });
    } else if (state.status !== what) {
      Object.assign(state, { status: what, since: when });
      if (!isOpen(what) || (state.wait === 'customer' && what === 'approved')) state.wait = '';
    }
  }
  return state;
}

/** Whether a customer, known by a phone of theirs, wants reminders at a moment. */
export const wantsAt = (all: readonly Happening[], { orders }: ShopLife, order: number, at: string) =>
  all.findLast(
    (one) =>
      one.at <= at &&
      (one.what === 'refuse' || one.what === 'want') &&
      phoneKey(orders[one.order]?.phone) === phoneKey(orders[order]?.phone),
  )?.what !== 'refuse';

export const phoneKey = (phone = '') => phone.replace(/\D/g, '').slice(-9);

const isOpen = (status: string) => ['pending', 'in_progress', 'quoted', 'approved'].includes(status);

/** Takes the orders of a life in. @returns their ids. */
export async function takeInAll(shop: Shop, { orders }: ShopLife): Promise<string[]> {
  const ids: string[] = [];
  for (const { phone } of orders) {
    const { id } = await makeOrder(shop, { customer_phone: phone, total_amount: 20_000 });
    ids.push(id);
  }
  return ids;
}

/** Writes what happens to an order, with its moment. */
export async function happen(
  shop: Shop,
  all: readonly Happening[],
  one: Happening,
  id: string,
): Promise<void> {
  const { what, at, order } = one;
  const now = stateAt(all, order, at);
  await shop.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    const moment = tx`(${at}::timestamp at time zone 'America/Santiago')`;
    if (what === 'refuse')
      await tx`insert into private.reminder_consents (subject)
        select private.phone_key(customer_phone) from public.service_orders where id = ${id} on conflict do nothing`;
    if (what === 'want')
      await tx`delete from private.reminder_consents r using public.service_orders o
        where o.id = ${id} and r.subject = private.phone_key(o.customer_phone)`;
    const [before] = await tx`select status from public.service_orders where id = ${id}`;
    if (now.status !== before?.status) {
      await tx`update public.service_orders set status = ${now.status},
        quoted_at = case when ${now.status} = 'quoted' then ${moment} else quoted_at end,
        completed_at = case when ${now.status} = 'completed' then ${moment} else completed_at end,
        rejected_at = case when ${now.status} = 'rejected' then ${moment} else rejected_at end where id = ${id}`;
      await tx`insert into public.order_events (order_id, order_number, kind, changes, created_at)
        select id, order_number, 'status', ${tx.json({ status: [String(before?.status), now.status] })}, ${moment}
        from public.service_orders where id = ${id}`;
    }
    const [open] =
      await tx`select id, reason from public.order_waits where order_id = ${id} and ended_at is null`;
    if (open && open.reason !== now.wait)
      await tx`update public.order_waits set ended_at = ${moment}, outcome = 'arrived' where id = ${String(open.id)}`;
    if (now.wait && open?.reason !== now.wait)
      await tx`insert into public.order_waits (order_id, reason, label, stops_clock, started_at)
        values (${id}, ${now.wait}, 'Espera', true, ${moment})`;
    await tx`update public.service_orders set on_hold = ${now.wait !== ''} where id = ${id}`;
  });
}
