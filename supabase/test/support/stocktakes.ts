/** Stocktakes of tests. */
import { randomUUID } from 'node:crypto';
import { addInventoryItem, type Item } from './inventory.ts';
import type { Person, Shop } from './shop.ts';

/** Opens a stocktake of one type, so that tests of one shop are not in each other's way. @returns its id. */
export async function startStocktake(by: Person, typeId: string): Promise<string> {
  const { data, error } = await by.client.rpc('start_stocktake', {
    p_request_id: randomUUID(),
    p_component_type_id: typeId,
  });
  if (error) throw error;
  return data;
}

/** A stocktake of one new product's type. */
export async function startStocktakeOfItem(shop: Shop, by: Person, quantity: number) {
  const item = await addInventoryItem(by, quantity);
  return { item, id: await startStocktake(by, item.component_type_id), code: await codeOf(shop, item) };
}

/** A scan as a phone sends it. */
export interface Scan {
  id?: string;
  code: string;
  quantity?: number;
  age_ms?: number;
}

export const sendScans = (by: Person, stocktakeId: string, scans: readonly Scan[]) =>
  by.client.rpc('count_items', {
    p_stocktake_id: stocktakeId,
    p_scans: scans.map((scan) => ({ id: randomUUID(), quantity: 1, age_ms: 0, ...scan })),
  });

/** The code of an item's label. */
export async function codeOf(shop: Shop, item: Item): Promise<string> {
  const [row] =
    await shop.sql`select private.item_code(item_number) as code from public.inventory where id = ${item.id}`;
  return String(row?.code);
}

/** Calls a step that has the stocktake alone as argument. @returns its error. */
export async function takeStep(
  by: Person,
  step: 'finish_stocktake' | 'close_stocktake' | 'cancel_stocktake',
  stocktakeId: string,
) {
  return (await by.client.rpc(step, { p_request_id: randomUUID(), p_stocktake_id: stocktakeId })).error;
}

export const explain = async (
  by: Person,
  stocktakeId: string,
  differences: Readonly<Record<string, number | null>>,
  reason = 'lost',
  note = '',
) =>
  (
    await by.client.rpc('explain_differences', {
      p_request_id: randomUUID(),
      p_stocktake_id: stocktakeId,
      p_differences: differences,
      p_reason: reason,
      p_note: note,
    })
  ).error;

/** Finishes a stocktake, gives each difference a reason and closes it. @returns the error of closing. */
export async function settle(by: Person, stocktakeId: string) {
  await takeStep(by, 'finish_stocktake', stocktakeId);
  const { data } = await by.client.rpc('stocktake_differences', { p_stocktake_id: stocktakeId });
  await explain(
    by,
    stocktakeId,
    Object.fromEntries((data ?? []).map(({ item_id, difference }) => [item_id, difference])),
  );
  return takeStep(by, 'close_stocktake', stocktakeId);
}

/** Items whose stock is not the sum of its ledger, or whose last line says another quantity. */
export const wrongStock = (shop: Shop) => shop.sql`
  select i.id, i.quantity, m.sum from public.inventory i
  join lateral (select sum(delta)::int as sum, (array_agg(quantity_after order by id desc))[1] as last
    from public.inventory_movements m where m.item_id = i.id) m on true
  where i.quantity is distinct from m.sum or i.quantity is distinct from m.last`;

const STEP = { p_request_id: randomUUID(), p_stocktake_id: randomUUID() };
const ONE = { p_stocktake_id: randomUUID() };

/** Functions of the staff, with arguments that reach their check. */
export const STOCKTAKE_CALLS: Readonly<Record<string, Record<string, unknown>>> = {
  start_stocktake: { p_request_id: randomUUID() },
  list_stocktakes: {},
  count_items: { ...ONE, p_scans: [] },
  stocktake_counts: ONE,
  recount_item: { ...STEP, p_item_id: randomUUID() },
  finish_stocktake: STEP,
  stocktake_differences: ONE,
  explain_differences: { ...STEP, p_differences: {}, p_reason: 'lost' },
  close_stocktake: STEP,
  cancel_stocktake: STEP,
};
