/** Random steps of parts by several people at once: reservations, stock and ledger agree (PART-03). */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addInventoryItem, type Item } from './support/inventory.ts';
import { change, makeOrder } from './support/orders.ts';
import { brokenStock, movePart, partsOf, requestPart, wrongSources } from './support/parts.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const STATES = [
  'requested',
  'ordered',
  'arrived',
  'reserved',
  'fitted',
  'returned',
  'faulty',
  'sent_back',
  'credited',
];
const quantity = fc.integer({ min: 0, max: 4 });
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('ask' as const), quantity, free: fc.boolean() }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      at: fc.nat(4),
      to: fc.constantFrom(...STATES),
      named: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('write off' as const), quantity }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('edit' as const), quantity }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('back' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      status: fc.constantFrom('in_progress', 'cancelled', 'completed'),
    }),
  },
);
const step = fc.record({
  by: fc.constantFrom('technician' as const, 'receptionist' as const, 'admin' as const),
  first: fc.boolean(),
  act,
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** One person's step on one of two orders that want the same product; refusals are part of life. */
async function live(
  orders: readonly [Awaited<ReturnType<typeof makeOrder>>, Awaited<ReturnType<typeof makeOrder>>],
  item: Item,
  { by, first, act: does }: Step,
): Promise<string | undefined> {
  const person = shop.people[by];
  const order = first ? orders[0] : orders[1];
  if (does.kind === 'ask')
    return (
      await requestPart(person, order.id, {
        p_quantity: does.quantity,
        ...(!does.free && { p_item_id: item.id }),
      })
    ).error?.code;
  if (does.kind === 'move') {
    const part = (await partsOf(person, order.id)).at(does.at);
    if (!part) return undefined;
    const more = { p_version: part.version, ...(does.named && { p_item_id: item.id }) };
    return (await movePart(shop, person, part.id, does.to, more))?.code;
  }
  if (does.kind === 'write off')
    return (
      await person.client.rpc('write_off_inventory', {
        p_item_id: item.id,
        p_quantity: does.quantity,
        p_order_number: order.order_number,
      })
    ).error?.code;
  if (does.kind === 'edit')
    return (await person.client.from('inventory').update({ quantity: does.quantity }).eq('id', item.id)).error
      ?.code;
  if (does.kind === 'delete')
    return (await person.client.from('inventory').delete().eq('id', item.id)).error?.code;
  if (does.kind === 'back')
    return (
      await person.client.rpc('return_parts', { p_request_id: crypto.randomUUID(), p_order_id: order.id })
    ).error?.code;
  await change(person, order.id, { status: does.status, cancellation_reason: 'Sin arreglo' });
  return undefined;
}

const LENGTHS = [
  { runs: 8, tags: [] as string[] },
  { runs: 250, tags: ['exhaustive'] },
];

for (const { runs, tags } of LENGTHS)
  test(
    `PART-03 in ${runs} random lives of two orders and one product stock and ledger agree`,
    { tags },
    async () => {
      const refusals = new Set<string>();
      const reached = new Set<string>();
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(step, step, step), { minLength: 8, maxLength: 16 }),
          async (life) => {
            const orders = [await makeOrder(shop), await makeOrder(shop)] as const;
            const item = await addInventoryItem(shop.people.technician, 4);
            // Three people at once, each time.
            for (const all of life)
              for (const code of await Promise.all(all.map((each) => live(orders, item, each))))
                if (code) refusals.add(code);
            for (const { id } of orders)
              for (const { state } of await partsOf(shop.people.admin, id)) reached.add(state);
            expect(await brokenStock(shop)).toEqual([]);
            expect(await wrongSources(shop)).toEqual([]);
          },
        ),
        { numRuns: runs, seed: 20_261_127, endOnFailure: true },
      );
      // Words only: no deadlock, no broken constraint without them, no fault of a function.
      expect([...refusals].filter((code) => !['23514', 'P0002', '23505'].includes(code))).toEqual([]);
      expect(reached.size).toBeGreaterThan(runs > 100 ? 8 : 4);
    },
  );
