/** A quote's lines: what customers are shown and choose of them (QUO-03). Sums are those of `10_quote_lines.sql`. */
import { formatClp } from '../../values/money.ts';

/** A line as it is stored. */
export interface QuoteLine {
  readonly id: string;
  readonly kind: 'labour' | 'part' | 'discount';
  readonly description: string;
  readonly quantity: number;
  /** Whole pesos; negative for a discount. */
  readonly unit_price: number;
  /** Taken off the line. */
  readonly discount: number;
  /** The condition; parts only. */
  readonly condition: keyof typeof CONDITION_LABELS | null;
  /** Lines of one name are alternatives, of which one is chosen. */
  readonly choice: string | null;
  readonly optional: boolean;
  readonly chosen: boolean;
  readonly note: string;
}

export const CONDITION_LABELS = { new: 'Nuevo', refurbished: 'Reacondicionado', used: 'Usado' } as const;

/** The description of a quote's only line that was written as one number: the database's word. */
const PLAIN = 'Servicio técnico';
/** The description of a line that makes up for a total written as one number: the database's word. */
const ADJUSTMENT = 'Ajuste';

export const lineAmount = ({ quantity, unit_price: price, discount }: QuoteLine): number =>
  quantity * price - discount;

export const linesTotal = (lines: readonly QuoteLine[]): number =>
  lines.reduce((sum, line) => (line.chosen ? sum + lineAmount(line) : sum), 0);

/** Whether it is the customer's to take the line or not. */
export const isChoosable = ({ optional, choice }: QuoteLine): boolean => optional || choice !== null;

/** Whether a quote is a number, whose one line says nothing more. */
export const isPlainQuote = (lines: readonly QuoteLine[]): boolean =>
  lines.length <= 1 &&
  lines.every(
    (line) =>
      line.kind === 'labour' &&
      line.description === PLAIN &&
      line.quantity === 1 &&
      line.discount === 0 &&
      !line.note &&
      !isChoosable(line),
  );

/** Whether a line makes up for a total that was written as one number. */
export const isAdjustment = ({ kind, description }: Pick<QuoteLine, 'kind' | 'description'>): boolean =>
  kind !== 'part' && description === ADJUSTMENT;

/** The lines named by a decision. */
export const takenIds = (lines: readonly QuoteLine[]): string[] =>
  lines.filter((line) => line.chosen && isChoosable(line)).map(({ id }) => id);

/** The lines with those of these ids taken, and no other one of those that can be chosen. */
export const takeLines = <L extends QuoteLine>(lines: readonly L[], taken: readonly string[]): L[] =>
  lines.map((line) => (isChoosable(line) ? { ...line, chosen: taken.includes(line.id) } : line));

/** The lines with an option taken or left, or another alternative taken. */
export const pickLine = <L extends QuoteLine>(lines: readonly L[], picked: L, chosen: boolean): L[] =>
  lines.map((line) => {
    if (line.id === picked.id) return { ...line, chosen };
    return picked.choice !== null && line.choice === picked.choice ? { ...line, chosen: false } : line;
  });

/** The lines in their order, alternatives together where the first of them stands. */
export function lineGroups<L extends QuoteLine>(
  lines: readonly L[],
): { choice: string | null; lines: L[] }[] {
  const groups: { choice: string | null; lines: L[] }[] = [];
  for (const line of lines) {
    const group = line.choice !== null && groups.find(({ choice }) => choice === line.choice);
    if (group) group.lines.push(line);
    else groups.push({ choice: line.choice, lines: [line] });
  }
  return groups;
}

/** The tax that a total includes, in whole pesos; `rate` in per cent. */
export const taxPart = (total: number, rate: number): number =>
  total - Math.floor((200 * total + 100 + rate) / (2 * (100 + rate)));

/** 'Pantalla × 2'. */
export const lineTitle = ({ description, quantity }: QuoteLine): string =>
  quantity === 1 ? description : `${description} × ${quantity}`;

/** The details below a line: condition, discount and note. */
export const lineDetail = ({ condition, discount, note }: QuoteLine): string =>
  [condition && CONDITION_LABELS[condition], discount > 0 && `${formatClp(discount)} de descuento`, note]
    .filter(Boolean)
    .join(' · ');
