/** Random lives of the stock with stocktakes: it is the sum of its ledger, and becomes what lies there (PART-36). */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addInventoryItem, storedQuantity, type Item } from './support/inventory.ts';
import { makeOrder } from './support/orders.ts';
import { wrongSources } from './support/parts.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';
import { codeOf, sendScans, settle, startStocktake, takeStep, wrongStock } from './support/stocktakes.ts';

let shop: Shop;
let order: number;
beforeAll(async () => {
  shop = await openShop();
  order = (await makeOrder(shop)).order_number;
});
afterAll(() => shop[Symbol.asyncDispose]());

const person = fc.constantFrom('technician' as const, 'receptionist' as const, 'admin' as const);
const size = fc.integer({ min: 1, max: 4 });
const act = fc.oneof(
  fc.record({ does: fc.constant('take' as const), size }),
  fc.record({ does: fc.constant('buy' as const), size }),
  fc.record({ does: fc.constant('scan' as const), size }),
  fc.record({ does: fc.constantFrom('recount' as const, 'settle' as const, 'cancel' as const), size }),
);
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

const writeOff = (by: Person, item: Item, quantity: number) =>
  by.client.rpc('write_off_inventory', { p_item_id: item.id, p_quantity: quantity, p_order_number: order });

async function buy(by: Person, item: Item, quantity: number) {
  const id = randomUUID();
  await by.client.from('pedidos_pantallas').insert({
    id,
    modelo: 'Batería',
    numero_orden: 'X-1',
    fecha_compra: '2026-11-01T12:00:00Z',
    precio_costo: 1000,
    cantidad: quantity,
    proveedor: 'Repuestos del Sur',
  });
  return by.client.rpc('receive_screen_order', { p_screen_order_id: id, p_item_id: item.id });
}

const recount = (by: Person, id: string, item: Item) =>
  by.client.rpc('recount_item', { p_request_id: randomUUID(), p_stocktake_id: id, p_item_id: item.id });

/** A product that is never deleted, so that its life goes on. */
async function someItem(quantity: number): Promise<Item> {
  const item = await addInventoryItem(shop.people.admin, quantity);
  await shop.people.admin.client.from('inventory').update({ min_stock: 1 }).eq('id', item.id);
  return item;
}

const LENGTHS = [
  { runs: 6, tags: [] as string[] },
  { runs: 300, tags: ['exhaustive'] },
];

for (const { runs, tags } of LENGTHS) {
  test(
    `PART-36 in ${runs} random lives of three people at once the stock is the sum of its ledger`,
    { tags },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(fc.tuple(person, act), { minLength: 3, maxLength: 3 }), {
            minLength: 3,
            maxLength: 8,
          }),
          async (life) => {
            const item = await someItem(6);
            const code = await codeOf(shop, item);
            let id = await startStocktake(shop.people.admin, item.component_type_id);
            const live = async ([name, { does, size: pieces }]: [keyof Shop['people'], Act]) => {
              const by = shop.people[name];
              if (does === 'take') await writeOff(by, item, pieces);
              else if (does === 'buy') await buy(by, item, pieces);
              else if (does === 'scan') await sendScans(by, id, [{ code, quantity: pieces }]);
              else if (does === 'recount') await recount(by, id, item);
              else if (does === 'settle') await settle(by, id);
              else await takeStep(by, 'cancel_stocktake', id);
            };
            for (const together of life) {
              await Promise.all(together.map(live));
              id = await startStocktake(shop.people.admin, item.component_type_id).catch(() => id);
            }
            await takeStep(shop.people.admin, 'cancel_stocktake', id);
            expect(await wrongStock(shop)).toEqual([]);
            expect(await wrongSources(shop)).toEqual([]);
          },
        ),
        { numRuns: runs, seed: 20_261_127, endOnFailure: true },
      );
    },
  );

  test(
    `PART-36 in ${runs} random lives a closed stocktake leaves what lies on the shelf, whatever moved`,
    { tags },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 9 }),
          fc.integer({ min: -4, max: 4 }),
          fc.array(fc.tuple(person, fc.constantFrom('take' as const, 'buy' as const), size), {
            maxLength: 5,
          }),
          fc.nat(5),
          async (booked, error, moves, scannedAfter) => {
            const item = await someItem(booked);
            const id = await startStocktake(shop.people.admin, item.component_type_id);
            const code = await codeOf(shop, item);
            let shelf = Math.max(0, booked + error);
            const scan = () => sendScans(shop.people.receptionist, id, [{ code, quantity: shelf }]);
            for (const [index, [name, does, pieces]] of moves.entries()) {
              if (index === scannedAfter) await scan();
              const by = shop.people[name];
              // Nobody takes what does not lie there.
              if (does === 'take' && pieces > shelf) continue;
              const { error: refused } = await (does === 'take' ? writeOff : buy)(by, item, pieces);
              if (!refused) shelf += does === 'take' ? -pieces : pieces;
            }
            if (scannedAfter >= moves.length) await scan();
            expect(await settle(shop.people.technician, id)).toBeNull();
            expect(await storedQuantity(shop, item)).toBe(shelf);
          },
        ),
        { numRuns: runs, seed: 20_261_127, endOnFailure: true },
      );
    },
  );
}
