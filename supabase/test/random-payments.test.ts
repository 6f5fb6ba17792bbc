/** Random payments by several people at once: ledger and columns agree, and nothing is negative (PAY-02). */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { brokenLedgers, correctPayment, giveBack, paymentsOf, takePayment } from './support/payments.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shop.sql`
    update public.setting_sections set value = value || '{"undoSeconds": 60}' where section = 'messages'`;
});
afterAll(() => shop[Symbol.asyncDispose]());

const amount = fc.integer({ min: -1000, max: 25_000 });
const act = fc.oneof(
  fc.record({ kind: fc.constant('take' as const), amount, over: fc.boolean() }),
  fc.record({ kind: fc.constant('back' as const), amount }),
  fc.record({ kind: fc.constant('correct' as const), at: fc.nat(5) }),
  fc.record({
    kind: fc.constant('column' as const),
    column: fc.constantFrom('advance_payment', 'final_payment'),
    amount,
  }),
  fc.record({ kind: fc.constant('price' as const), amount }),
  fc.record({
    kind: fc.constant('status' as const),
    status: fc.constantFrom('in_progress', 'completed', 'cancelled', 'delivered'),
    amount,
  }),
  fc.record({ kind: fc.constant('undo' as const) }),
);
const step = fc.record({
  by: fc.constantFrom('technician' as const, 'receptionist' as const, 'admin' as const),
  first: fc.boolean(),
  act,
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** One person's step on one of two orders, as it is when they look at it; refusals are part of life. */
async function live(orders: readonly [string, string], { by, first, act: does }: Step): Promise<void> {
  const person = shop.people[by];
  const [id, other] = first ? orders : orders.toReversed();
  if (!id || !other) return;
  if (does.kind === 'take')
    await takePayment(person, does.over ? { [id]: does.amount, [other]: 1000 } : { [id]: does.amount });
  else if (does.kind === 'back') await giveBack(person, id, does.amount);
  else if (does.kind === 'correct')
    await correctPayment(person, (await paymentsOf(person, id)).at(does.at)?.id ?? id);
  else if (does.kind === 'column') await change(person, id, { [does.column]: does.amount });
  else if (does.kind === 'price') await change(person, id, { quote: does.amount });
  else if (does.kind === 'status')
    await change(person, id, {
      status: does.status,
      cancellation_reason: 'Sin arreglo',
      warranty_days: 30,
      ...(does.status === 'delivered' && {
        final_payment: Math.max(0, does.amount),
        payment_details: { payment_method: 'debit' },
      }),
    });
  else {
    const { version } = await storedOrder(shop, id);
    await person.client.rpc('undo_status', { p_order_id: id, p_version: Number(version) });
  }
}

const LENGTHS = [
  { runs: 6, tags: [] as string[] },
  { runs: 150, tags: ['exhaustive'] },
];

for (const { runs, tags } of LENGTHS)
  test(
    `PAY-02 in ${runs} random lives of two orders ledger and columns agree to the peso`,
    { tags },
    async () => {
      let payments = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(step, step), { minLength: 6, maxLength: 12 }), async (life) => {
          const make = () => makeOrder(shop, { quote: 20_000, total_amount: 20_000, advance_payment: 2000 });
          const orders = [(await make()).id, (await make()).id] as const;
          // Two people at once, each time.
          for (const both of life) await Promise.all(both.map((each) => live(orders, each)));
          for (const id of orders) payments += (await paymentsOf(shop.people.admin, id)).length;
          expect(await brokenLedgers(shop)).toEqual([]);
        }),
        { numRuns: runs, seed: 20_261_127, endOnFailure: true },
      );
      expect(payments).toBeGreaterThan(runs * 3);
    },
  );
