/** The form of a quote's lines (QUO-01). The database has the same rules (`10_quote_lines.sql`), and decides. */
import { clpField, countField, optionalText, requiredText } from '#src/values/field-schemas.ts';
import { z } from '#src/values/zod.ts';
import { isAdjustment, linesTotal, type QuoteLine } from './quote-lines.ts';

const MOST_LINES = 50;
/** The number of lines a quote can still have, without adjustments; negative if it has too many. */
export const linesLeft = (lines: readonly Pick<QuoteLine, 'kind' | 'description'>[]): number =>
  Math.min(MOST_LINES - lines.filter((line) => !isAdjustment(line)).length, MOST_LINES + 1 - lines.length);

const QUANTITY = 'Escribe una cantidad entre 1 y 99.';
const PRICE = 'Escribe el precio en pesos.';
const DISCOUNT = 'Escribe cuántos pesos se descuentan, o 0.';
const COST = 'Escribe el costo en pesos, o déjalo vacío.';

/** The ways in which a line can be part of its quote. */
export const PLACES = ['fixed', 'optional', 'choice'] as const;

const lineSchema = z
  .object({
    /** The line's id; `id` is the form's own word for a row. */
    lineId: z.string(),
    kind: z.enum(['labour', 'part', 'discount']),
    description: requiredText('Escribe qué es.', 120),
    quantity: countField(QUANTITY, 1, 99),
    /** The amount of a discount, in pesos. */
    price: clpField(PRICE),
    discount: clpField(DISCOUNT),
    condition: z.enum(['new', 'refurbished', 'used']),
    place: z.enum(PLACES),
    choice: optionalText(60),
    chosen: z.boolean(),
    note: optionalText(200),
    /** Null: not said, or not seen. */
    cost: z.nullable(clpField(COST)),
    product_id: z.nullable(z.string()),
    /** The discount as typed, in per cent; it is stored in pesos. Missing in earlier drafts. */
    percent: z.custom<number | null | undefined>(),
  })
  .check(
    z.refine((line) => line.place !== 'choice' || line.choice !== '', {
      error: 'Escribe entre qué se elige.',
      path: ['choice'],
    }),
    z.refine((line) => line.kind === 'discount' || line.discount <= line.price * line.quantity, {
      error: 'No es mayor que el precio.',
      path: ['discount'],
    }),
  );

export const quoteLinesSchema = z.object({
  lines: z
    .array(lineSchema)
    .check(z.refine((lines) => linesLeft(lines) >= 0, `Un presupuesto lleva hasta ${MOST_LINES} líneas.`)),
});
export type QuoteLinesInput = z.input<typeof quoteLinesSchema>;
export type QuoteLinesForm = z.output<typeof quoteLinesSchema>;
export type LineInput = QuoteLinesInput['lines'][number];

/** A line as it is stored, with the product that it takes. */
export type StoredLine = QuoteLine & { readonly product_id: string | null };
/** A line as it is sent: its cost too, if its writer sees costs. */
export type SentLine = StoredLine & { readonly unit_cost?: number | null };

/** The form's row of a stored line. */
export const lineInput = (line: StoredLine, cost: number | null): LineInput => ({
  lineId: line.id,
  kind: line.kind,
  description: line.description,
  quantity: line.quantity,
  price: Math.abs(line.unit_price),
  discount: line.discount,
  condition: line.condition ?? 'new',
  place: line.choice !== null ? 'choice' : line.optional ? 'optional' : 'fixed',
  choice: line.choice ?? '',
  chosen: line.chosen,
  note: line.note,
  cost,
  product_id: line.product_id,
  percent: null,
});

/** The lines that a form says; with their costs, or without for whoever does not see them. */
export function toLines({ lines }: QuoteLinesForm, withCosts: boolean): SentLine[] {
  return lines.map((line) => {
    const isDiscount = line.kind === 'discount';
    const place = isDiscount ? 'fixed' : line.place;
    return {
      id: line.lineId,
      kind: line.kind,
      description: line.description,
      quantity: isDiscount ? 1 : line.quantity,
      unit_price: isDiscount ? -line.price : line.price,
      discount: isDiscount ? 0 : line.discount,
      condition: line.kind === 'part' ? line.condition : null,
      choice: place === 'choice' ? line.choice : null,
      optional: place === 'optional',
      chosen: place === 'fixed' || line.chosen,
      note: line.note,
      product_id: line.kind === 'part' ? line.product_id : null,
      ...(withCosts && { unit_cost: line.cost }),
    };
  });
}

/** The total of what is chosen while the form is being filled in. */
export const inputTotal = (lines: readonly LineInput[]): number =>
  linesTotal(
    toLines(
      {
        lines: lines.map((line) => ({
          ...line,
          quantity: Number(line.quantity) || 0,
          price: Number(line.price) || 0,
          discount: Number(line.discount) || 0,
          cost: null,
        })),
      },
      false,
    ),
  );
