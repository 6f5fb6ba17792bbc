/** A stocktake of a whole shop closes in a few statements, whatever the number of its products (PART-49). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Person, type Shop } from './support/shop.ts';
import { startStocktakeOfItem, takeStep, wrongStock } from './support/stocktakes.ts';

const ITEMS = 300;
/** Functions that run for each product: triggers of every writer, on the product and on its line of the ledger. */
const FOR_EACH = ['as_readable', 'is_api_caller', 'readable', 'stamp_inventory'];

let shop: Shop;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ admin } = shop.people);
  await shop.sql`
    with type as (insert into public.component_types (name) values ('Vidrio') returning id),
      supplier as (insert into public.suppliers (name) values ('Vidrios del Sur') returning id)
    insert into public.inventory (brand, model, quantity, cost_price, component_type_id, supplier_id)
    select 'Xiaomi', 'Redmi ' || n, n % 7, 990, type.id, supplier.id
    from generate_series(1, ${ITEMS}::integer) as n, type, supplier`;
});
afterAll(() => shop[Symbol.asyncDispose]());

/** A finished stocktake of the whole shop, of whose every product one piece too many was counted. */
async function countTooMuch(): Promise<string> {
  const { data: id } = await admin.client.rpc('start_stocktake', { p_request_id: randomUUID() });
  await shop.sql`insert into private.stocktake_lines (stocktake_id, item_id, reason, explained)
    select ${id}, i.id, 'found', 1 from public.inventory i`;
  await shop.sql`
    insert into private.stocktake_scans (id, stocktake_id, item_id, quantity, counted_at, counted_by)
    select gen_random_uuid(), ${id}, i.id, i.quantity + 1, now(), ${admin.id} from public.inventory i`;
  expect(await takeStep(admin, 'finish_stocktake', String(id))).toBeNull();
  return String(id);
}

test('PART-49 closing works on all products at once, and calls nothing for each but what stamps it', async () => {
  const id = await countTooMuch();
  const called = await shop.sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: admin.id, role: 'authenticated' })}, true),
      set_config('track_functions', 'all', true)`;
    await tx`select public.close_stocktake(${randomUUID()}, ${id})`;
    await tx`set constraints all deferred`;
    return tx<{ name: string; calls: number }[]>`
      select funcname as name, sum(calls)::integer as calls from pg_stat_xact_user_functions group by 1`;
  });
  const often = called.filter(({ calls }) => calls >= ITEMS / 10).map(({ name }) => name);
  expect(often.toSorted()).toEqual(FOR_EACH);
  expect(called.find(({ name }) => name === 'as_readable')?.calls).toBeLessThan(ITEMS * 1.1);
});

test('PART-49 a line of the ledger says as much as that of a single product', async () => {
  const { id, item, code } = await startStocktakeOfItem(shop, admin, 4);
  await shop.sql`update public.inventory_movements set purchase_cost = 31000 where item_id = ${item.id}`;
  const scans = [{ id: randomUUID(), code, quantity: 6, age_ms: 0 }];
  await admin.client.rpc('count_items', { p_stocktake_id: id, p_scans: scans });
  await takeStep(admin, 'finish_stocktake', id);
  const reason = { p_differences: { [item.id]: 2 }, p_reason: 'found' };
  await admin.client.rpc('explain_differences', {
    p_request_id: randomUUID(),
    p_stocktake_id: id,
    ...reason,
  });
  expect(await takeStep(admin, 'close_stocktake', id)).toBeNull();
  const [line] = await shop.sql`
    select m.*, t.name as type, s.name as supplier from public.inventory_movements m
    join public.inventory i on i.id = m.item_id
    join public.component_types t on t.id = i.component_type_id join public.suppliers s on s.id = i.supplier_id
    where m.item_id = ${item.id} and m.kind = 'counted'`;
  expect(line).toMatchObject({
    delta: 2,
    quantity_after: 6,
    unit_cost: '31000',
    purchase_cost: null,
    brand: 'Samsung',
    model: 'Galaxy A15',
    component_type: line?.type,
    supplier_name: line?.supplier,
    actor_id: admin.id,
    actor_name: admin.fullName,
  });
  expect((await wrongStock(shop)).filter(({ id: wrong }) => wrong === item.id)).toEqual([]);
});

test('PART-49 a product is found by its new name at once, and by its old one after its quantity changed', async () => {
  const { item } = await startStocktakeOfItem(shop, admin, 1);
  const found = async (text: string) =>
    (await admin.client.rpc('list_inventory', { p_search: text })).data?.length ?? 0;
  await admin.client.from('inventory').update({ model: 'Zafiro Único' }).eq('id', item.id);
  expect(await found('zafiro unico')).toBe(1);
  await admin.client.from('inventory').update({ quantity: 7 }).eq('id', item.id);
  expect([await found('zafiro unico'), await found('zafiro dos')]).toEqual([1, 0]);
  await shop.sql`update public.inventory set search_text = 'x', brand_key = 'x' where id = ${item.id}`;
  expect(await found('zafiro unico')).toBe(1);
});
