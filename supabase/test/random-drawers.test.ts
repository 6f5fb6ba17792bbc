/** Random days of two tills by several people at once: drawers always agree with the ledger (PAY-25). */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenDrawers, closeDrawer, moveCash, openDrawer, reopenDrawer } from './support/drawers.ts';
import { change, makeOrder } from './support/orders.ts';
import { brokenLedgers, correctPayment, giveBack, paymentsOf, takePayment } from './support/payments.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let people: readonly Person[];
const TILLS = ['Caja', 'Mesón'];
beforeAll(async () => {
  shop = await openShop();
  const { technician, receptionist, admin } = shop.people;
  people = [technician, receptionist, admin, await shop.addPerson('receptionist')];
  await shop.sql`update public.setting_sections set value = value || ${shop.sql.json({ tills: TILLS })}::jsonb
    where section = 'desk'`;
});
afterAll(() => shop[Symbol.asyncDispose]());

const amount = fc.constantFrom(1000, 2000, 5000, 20_000);
const method = fc.constantFrom('cash', 'cash', 'cash', 'debit');
const till = fc.constantFrom(...TILLS, '');
const act = fc.oneof(
  fc.record({ kind: fc.constant('open' as const), till: fc.constantFrom(...TILLS) }),
  fc.record({ kind: fc.constant('take' as const), amount, method, till }),
  fc.record({ kind: fc.constant('back' as const), amount, method, till }),
  fc.record({ kind: fc.constant('correct' as const), at: fc.nat(5), till }),
  fc.record({ kind: fc.constant('column' as const), amount, method }),
  fc.record({ kind: fc.constant('move' as const), amount, way: fc.constantFrom('withdrawal', 'deposit') }),
  fc.record({ kind: fc.constant('close' as const), off: fc.boolean(), seen: fc.boolean() }),
  fc.record({ kind: fc.constant('reopen' as const), at: fc.nat(2) }),
);
const step = fc.record({ by: fc.nat(3), act });
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** One person's step, as things are when they look at them; refusals are part of life. */
async function live(orderId: string, { by, act: does }: Step): Promise<void> {
  const person = people[by];
  if (!person) return;
  const drawers = await shop.sql<{ id: string; open: boolean; own: boolean }[]>`
    select id, closed_at is null as open, opened_by = ${person.id} as own from private.drawers order by opened_at desc`;
  const open = drawers.find((drawer) => drawer.open && drawer.own) ?? drawers.find((drawer) => drawer.open);
  if (does.kind === 'open') await openDrawer(person, { p_till: does.till });
  else if (does.kind === 'take')
    await takePayment(person, { [orderId]: does.amount }, { p_method: does.method, p_till: does.till });
  else if (does.kind === 'back')
    await giveBack(person, orderId, does.amount, { p_method: does.method, p_till: does.till });
  else if (does.kind === 'correct')
    await correctPayment(person, (await paymentsOf(person, orderId)).at(does.at)?.id ?? orderId, {
      p_till: does.till,
    });
  else if (does.kind === 'column')
    await change(person, orderId, {
      advance_payment: does.amount,
      payment_details: { payment_method: does.method, payment_note: 'Vuelto' },
    });
  else if (does.kind === 'move' && open) await moveCash(person, open.id, does.amount, { p_kind: does.way });
  else if (does.kind === 'close' && open) {
    const [row] = await shop.sql`select private.drawer_cash(${open.id}) as cash`;
    const cash = Number(row?.cash);
    const count = { 1000: Math.max(0, cash / 1000 - Number(does.off)) };
    await closeDrawer(person, open.id, count, does.seen ? { p_reason: 'Falta', p_seen: cash } : {});
  } else if (does.kind === 'reopen') await reopenDrawer(person, drawers.at(does.at)?.id ?? orderId);
}

const LENGTHS = [
  { runs: 8, tags: [] as string[] },
  { runs: 120, tags: ['exhaustive'] },
];

for (const { runs, tags } of LENGTHS)
  test(`PAY-25 in ${runs} random days expected always equals the ledger`, { tags }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(step, step, step), { minLength: 8, maxLength: 16 }), async (day) => {
        const { id } = await makeOrder(shop, { quote: 200_000, total_amount: 200_000 });
        // Three people at once, each time.
        for (const all of day) await Promise.all(all.map((each) => live(id, each)));
        expect([...(await brokenDrawers(shop)), ...(await brokenLedgers(shop))]).toEqual([]);
      }),
      { numRuns: runs, seed: 20_261_127, endOnFailure: true },
    );
    const [seen] = await shop.sql`select count(*) as closings, (select count(*) from private.payments
      where drawer_id is not null) as payments from private.drawer_events where kind = 'closed'`;
    expect(Number(seen?.closings)).toBeGreaterThan(0);
    expect(Number(seen?.payments)).toBeGreaterThan(runs);
  });
