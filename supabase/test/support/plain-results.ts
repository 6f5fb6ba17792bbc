/** The money reports by straightforward computation, as a reference for the database's functions (REP-25). */
import type { StoredLine } from './quotes.ts';

/** The fields of an order that the reports read. */
export interface PlainOrder {
  id: string;
  number: number;
  /** The moment by which it counts as earned. */
  day: string;
  status: string;
  /** Empty without one. */
  technician: string;
  type: string;
  income: number;
  lines: readonly StoredLine[];
  /** Unit costs by line id, in pesos. */
  costs: ReadonlyMap<string, number>;
  /** Item, number and cost of one of what was written off; a negative number came back. */
  stock: readonly (readonly [item: string, quantity: number, cost: number])[];
}

export const amountOf = (one: StoredLine) => one.quantity * one.unit_price - one.discount;
export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const tax = (income: number) => income - Math.round((income * 100) / 119);

/** The cost of an order in pesos; null if unknown. */
export function costOf({ lines, costs, stock, income }: PlainOrder): number | null {
  const used = [...new Set(stock.map(([item]) => item))]
    .map((item) => ({ item, moves: stock.filter(([moved]) => moved === item) }))
    .map(({ item, moves }) => ({
      item,
      quantity: sum(moves.map(([, quantity]) => quantity)),
      cost: sum(moves.map(([, quantity, cost]) => quantity * cost)),
    }))
    .filter(({ quantity }) => quantity > 0);
  const chosen = lines.filter((one) => one.chosen);
  const ofLines = chosen.filter(({ product_id }) => !used.some(({ item }) => item === product_id));
  if (ofLines.some(({ kind, id }) => kind === 'part' && !costs.has(id))) return null;
  if (income > 0 && used.length === 0 && !chosen.some(({ id }) => costs.has(id))) return null;
  return (
    sum(used.map(({ cost }) => cost)) +
    sum(ofLines.map(({ id, quantity }) => (costs.get(id) ?? 0) * quantity))
  );
}

/** Rows of the margin for some orders, by a key. */
export function marginBy(orders: readonly PlainOrder[], keyOf: (one: PlainOrder) => string) {
  return Object.fromEntries(
    [...new Set(orders.map(keyOf))].toSorted().map((key) => {
      const own = orders.filter((one) => keyOf(one) === key);
      const known = own.filter((one) => costOf(one) !== null);
      return [
        key,
        {
          orders: own.length,
          income: sum(own.map(({ income }) => income)),
          tax: sum(own.map(({ income }) => tax(income))),
          unknown: own.length - known.length,
          cost: sum(known.map((one) => costOf(one) ?? 0)),
          margin: sum(known.map((one) => one.income - tax(one.income) - (costOf(one) ?? 0))),
        },
      ];
    }),
  );
}

export const BASES = ['total', 'labour', 'margin'] as const;
export type Base = (typeof BASES)[number];

export function commissionOf(one: PlainOrder, base: Base, percent: number): number {
  const chosen = one.lines.filter((each) => each.chosen);
  const of = (kind: string) => sum(chosen.filter((each) => each.kind === kind).map(amountOf));
  const [work, goods] = one.lines.length === 0 ? [one.income, 0] : [of('labour'), of('part')];
  const cost = costOf(one);
  const whole = {
    total: one.income,
    labour: work + goods > 0 ? Math.floor((one.income * work) / (work + goods)) : 0,
    margin: cost === null ? 0 : Math.max(one.income - tax(one.income) - cost, 0),
  }[base];
  return Math.floor((whole * percent) / 100);
}
