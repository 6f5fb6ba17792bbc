/** The money reports behind the PIN, and orders whose results they are. */
import { addInventoryItem, type Item } from './inventory.ts';
import { pinTicket } from './counted-attempts.ts';
import { change, makeOrder } from './orders.ts';
import { saveLines, type SentLine } from './quotes.ts';
import type { Client, Person, Shop } from './shop.ts';

export const PIN = '7391';

/** Gives the shop its PIN. */
export const setPin = (shop: Pick<Shop, 'sql'>) =>
  shop.sql`insert into private.report_pin (hash) values (extensions.crypt(${PIN}, extensions.gen_salt('bf', 4)))`;

/** The answer to a report that is asked for with a PIN. */
export async function askReport(client: Client, p_report: string, args: object = {}, pin = PIN) {
  const { data, error } = await client.rpc('report_results', {
    p_report,
    ...(await pinTicket(client, pin)),
    ...args,
  });
  if (error) throw new Error(`${error.code} ${error.message}`);
  return data as { outcome: string; report?: never };
}

/** A report, as the admin reads it. */
export async function reportOf<Report>(
  shop: Pick<Shop, 'people'>,
  name: string,
  args: object = {},
): Promise<Report> {
  const { outcome, report } = await askReport(shop.people.admin.client, name, args);
  if (outcome !== 'ok') throw new Error(outcome);
  return report as Report;
}

/** A day of the shop at noon. */
const at = (day: string) => `${day}T15:00:00Z`;

/** Parts that were written off for an order, [quantity, cost of one]. */
type Parts = readonly (readonly [number, number])[];

interface Repaired {
  /** Completed and delivered on it. */
  day: string;
  by: Person;
  /** Lines of its quote, or its price. */
  lines: readonly SentLine[] | number;
  columns?: Record<string, string | number | null>;
  parts?: Parts;
}

/** Writes a new item's parts off for an order. */
export async function writeOff(shop: Shop, order: { order_number: number }, parts: Parts): Promise<Item[]> {
  const items: Item[] = [];
  for (const [quantity, cost] of parts) {
    const item = await addInventoryItem(shop.people.technician, quantity + 1);
    await shop.sql`update public.inventory set cost_price = ${cost} where id = ${item.id}`;
    await fitItem(shop, order, item, quantity);
    items.push(item);
  }
  return items;
}

/** Writes parts of an item off for an order. */
export async function fitItem(
  shop: Shop,
  order: { order_number: number },
  item: Item,
  quantity: number,
): Promise<void> {
  const { error } = await shop.people.technician.client.rpc('write_off_inventory', {
    p_item_id: item.id,
    p_quantity: quantity,
    p_order_number: order.order_number,
  });
  if (error) throw new Error(error.message);
}

/** An order that a technician quoted, completed and handed over on a day. */
export async function repairedOrder(shop: Shop, { day, by, lines, columns = {}, parts = [] }: Repaired) {
  const order = await makeOrder(shop, { status: 'in_progress', technician_id: by.id, quote: 0, ...columns });
  const done = async (error: { message: string } | null) => {
    if (error) throw new Error(error.message);
  };
  if (typeof lines === 'number') await done((await change(by, order.id, { quote: lines })).error);
  else if (lines.length > 0) await done((await saveLines(by, order.id, lines)).error);
  await writeOff(shop, order, parts);
  await done((await change(by, order.id, { status: 'completed' })).error);
  await shop.sql`update public.service_orders set status = 'delivered', warranty_days = 90 where id = ${order.id}`;
  await setDay(shop, order.id, day);
  return order;
}

/** Moves an order to a day, with its completion in the timeline. */
export async function setDay(shop: Pick<Shop, 'sql'>, id: string, day: string): Promise<void> {
  await shop.sql`update public.order_events set created_at = ${at(day)} where order_id = ${id}`;
  await shop.sql`update public.service_orders set created_at = ${at(day)}, completed_at = ${at(day)},
    delivered_at = ${at(day)} where id = ${id}`;
}
