/** Quotes by lines, as the desk writes them and the decision page answers them. */
import { randomUUID } from 'node:crypto';
import { change, makeOrder, storedOrder } from './orders.ts';
import type { Client, Person, Shop } from './shop.ts';

/** A line of a quote, as it is stored. */
export interface StoredLine {
  id: string;
  kind: 'labour' | 'part' | 'discount';
  description: string;
  quantity: number;
  unit_price: number;
  discount: number;
  condition: 'new' | 'refurbished' | 'used' | null;
  choice: string | null;
  optional: boolean;
  chosen: boolean;
  note: string;
  product_id: string | null;
}
/** A line as the editor sends it. */
export type SentLine = Partial<StoredLine> & { unit_cost?: number | null };

export const labour = (description: string, price: number, rest: SentLine = {}): SentLine => ({
  id: randomUUID(),
  kind: 'labour',
  description,
  unit_price: price,
  ...rest,
});
export const part = (description: string, price: number, rest: SentLine = {}): SentLine => ({
  ...labour(description, price, rest),
  kind: 'part',
});
export const discount = (price: number): SentLine => ({
  ...labour('Descuento', -price),
  kind: 'discount',
});

/** An original or a compatible screen, with its fitting and an optional protector: $75.000 as suggested. */
export const screenQuote = () => {
  const original = part('Pantalla original', 60_000, { choice: 'Pantalla', chosen: true });
  const compatible = part('Pantalla compatible', 35_000, { choice: 'Pantalla', condition: 'refurbished' });
  const fitting = labour('Cambio de pantalla', 15_000);
  const protector = part('Lámina', 8000, { optional: true });
  return { original, compatible, fitting, protector, lines: [fitting, original, compatible, protector] };
};

/** Saves lines of an order as a member of the staff. */
export const saveLines = (by: Pick<Person, 'client'>, id: string, lines: unknown, columns = {}) =>
  change(by, id, { quote_lines: lines, ...columns });

export const linesOf = async (shop: Pick<Shop, 'sql'>, id: string) =>
  (await storedOrder(shop, id)).quote_lines as StoredLine[];

/** An order that a technician quoted by lines. */
export async function quotedByLines(shop: Shop, lines: readonly SentLine[]) {
  const order = await makeOrder(shop, { status: 'in_progress' });
  const { error } = await saveLines(shop.people.technician, order.id, lines, { status: 'quoted' });
  if (error) throw new Error(error.message);
  return order;
}

/** The decision page's data. */
export async function shownQuote(shop: Shop, orderId: string) {
  const { data } = await shop.anon.rpc('get_quote', { p_order_id: orderId }).single();
  return data as typeof data & { lines: StoredLine[] };
}

/** The page's answer to a quote by lines. */
export async function answerQuote(client: Client, orderId: string, answer: Record<string, unknown>) {
  const { data, error, response } = await client.functions.invoke<Record<string, unknown>>(
    'update-quote-status',
    { body: { orderId, decision: 'approved', ...answer } },
  );
  return { status: response?.status, body: error ? ((await response?.json()) as unknown) : data };
}
