/**
 * Random lives of orders over the changes of the clocks (TIME-46): what is sent is compared with a second telling of
 * the rules, and a rehearsal of the past with what was sent (TIME-51).
 */
import * as fc from 'fast-check';
import { holidayOn, weekdayOf } from '@taller/shared/config/chilean-holidays.ts';
import { addDays, shopInstant } from '@taller/shared/values/dates.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  DAYS,
  happen,
  happeningsOf,
  phoneKey,
  randomShopLife,
  stateAt,
  takeInAll,
  wantsAt,
  type Happening,
  type ShopLife,
} from './support/random-lives.ts';
import { planAt, remind, REMINDING, reminders, sendAt, type SentReminder } from './support/reminders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await remind(shop);
});
afterAll(() => shop[Symbol.asyncDispose]());

const SEED = 20_261_127;
const LENGTHS = [
  { runs: 4, tags: [] as string[] },
  { runs: 40, tags: ['exhaustive'] },
];

const STEPS: Readonly<Record<string, readonly number[]>> = {
  quote_reminder: [2, 5],
  pickup_reminder: [7, 15, 30],
};

const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / 86_400_000);

/** Whether the shop is open and not silent, by its wall clock. */
function isSendable(clock: string): boolean {
  const [day = '', time = ''] = clock.split(' ');
  const weekday = weekdayOf(day);
  if (weekday === 0 || holidayOn(day)) return false;
  return time >= '10:00' && time < (weekday === 6 ? '14:00' : '19:00');
}

/** Since when a reminder's reason holds at its moment; undefined: it does not. */
function reasonOf(all: readonly Happening[], order: number, { event, clock }: SentReminder) {
  const { status, since, wait, waitsSince } = stateAt(all, order, clock);
  if (event === 'pickup_reminder') return ['completed', 'rejected'].includes(status) ? since : undefined;
  if (wait && wait !== 'customer') return undefined;
  if (status === 'quoted') return since;
  return wait === 'customer' ? waitsSince : undefined;
}

/** The faults of the sent reminders, one line each. */
function faultsOf(life: ShopLife, all: readonly Happening[], ids: readonly string[], sent: SentReminder[]) {
  const faults: string[] = [];
  const seen = new Set<string>();
  const once = (key: string, fault: string) => {
    if (seen.has(key)) faults.push(`${fault}: ${key}`);
    seen.add(key);
  };
  for (const one of sent) {
    const order = ids.indexOf(one.order_id);
    const name = `${order} ${one.event} ${one.step} ${one.clock}`;
    once(`${order} ${one.event} ${one.step}`, 'twice');
    once(`${one.clock.slice(0, 10)} ${phoneKey(one.phone)}`, 'two on a day');
    if (!isSendable(one.clock)) faults.push(`at the wrong hour: ${name}`);
    if (!wantsAt(all, life, order, one.clock)) faults.push(`not wanted: ${name}`);
    const reason = reasonOf(all, order, one);
    const days = STEPS[one.event] ?? [];
    const age = reason === undefined ? -1 : daysBetween(reason, one.clock);
    const newest = days.findLastIndex((day) => day <= age);
    if (newest + 1 !== one.step || age > (days[newest] ?? 0) + 6)
      faults.push(`no reason (${age} days): ${name}`);
  }
  return faults;
}

async function clear(): Promise<void> {
  await shop.sql`delete from public.whatsapp_messages where private.is_reminder(event)`;
  await shop.sql`delete from private.reminder_consents`;
  await shop.sql`delete from public.service_orders`;
}

/** Lets a life pass. @param calm plans and sends once a day, at its first moment, as a rehearsal does. */
async function live(life: ShopLife, calm: boolean) {
  await clear();
  const all = happeningsOf(life);
  const ids = await takeInAll(shop, life);
  const clocks = calm ? ['10:00'] : ['00:30', '09:30', '10:00', '12:00', '18:59', '21:30'];
  const { away } = life;
  const days = Array.from({ length: DAYS }, (_, day) => day).filter(
    (day) => calm || day < away.day || day >= away.day + away.days,
  );
  const ticks = days
    .map((day) => addDays(life.begins, day))
    .flatMap((day) => clocks.map((clock) => ({ at: `${day} ${clock}`, order: -1, what: clock })));
  let planned = 0;
  for (const one of [...all, ...ticks].toSorted((a, b) => a.at.localeCompare(b.at) || a.order - b.order)) {
    const id = ids[one.order];
    if (id !== undefined) {
      await happen(shop, all, one, id);
      continue;
    }
    planned += await planAt(shop, one.at);
    // The sender is not there at ten, so that much changes between planning and sending.
    if (calm || one.what !== '10:00') await sendAt(shop, one.at);
  }
  const sent = (await reminders(shop)).filter(({ state }) => state === 'sent');
  return { all, ids, sent, planned };
}

for (const { runs, tags } of LENGTHS) {
  test(
    `TIME-46 in ${runs} random lives (seed ${SEED}) no reminder goes twice, too late, twice a day or at a wrong hour`,
    { tags },
    async () => {
      let count = 0;
      await fc.assert(
        fc.asyncProperty(randomShopLife, async (life) => {
          const { all, ids, sent } = await live(life, false);
          count += sent.length;
          expect(faultsOf(life, all, ids, sent)).toEqual([]);
        }),
        { numRuns: runs, seed: SEED, endOnFailure: true },
      );
      expect(count).toBeGreaterThan(runs);
    },
  );

  test(
    `TIME-51 a rehearsal of ${runs} random lives (seed ${SEED}) says what was sent`,
    { tags },
    async () => {
      await fc.assert(
        fc.asyncProperty(randomShopLife, async (life) => {
          // Phones and refusals of a rehearsal are those of today.
          const orders = life.orders.map((order) => ({
            ...order,
            happenings: order.happenings.filter(({ what }) => what !== 'refuse' && what !== 'want'),
          }));
          const { sent } = await live({ ...life, orders }, true);
          const end = shopInstant(addDays(life.begins, DAYS - 1), '23:59').toISOString();
          const [row] = await shop.sql`
            select private.rehearse_past(${shop.sql.json(REMINDING)}, ${end}::timestamptz) as past`;
          const events: Record<string, number> = {};
          for (const { event } of sent) events[event] = (events[event] ?? 0) + 1;
          expect(row?.past).toEqual({
            messages: sent.length,
            customers: new Set(sent.map(({ phone }) => phoneKey(phone))).size,
            events,
          });
        }),
        { numRuns: runs, seed: SEED, endOnFailure: true },
      );
    },
  );
}
