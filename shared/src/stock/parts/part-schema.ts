import { isDay } from '#src/values/dates.ts';
import { clpField, countField, optionalText, requiredText } from '#src/values/field-schemas.ts';
import { z } from '#src/values/zod.ts';

/** Longest texts of a part: the database has the same limits. */
export const LONGEST_PART = 200;
export const LONGEST_PART_NOTE = 300;
export const LONGEST_SUPPLIER = 120;

/** A part that is asked for. */
export const requestPartSchema = z.object({
  description: requiredText('Escribe qué repuesto es.', LONGEST_PART),
  /** The product that was chosen; '' for a part that is none. */
  itemId: z.string(),
  quantity: countField('Escribe una cantidad entre 1 y 99.', 1, 99),
});
export type RequestPartInput = z.input<typeof requestPartSchema>;
export type RequestPart = z.output<typeof requestPartSchema>;

/** A purchase of a part, and of several from one supplier. */
const purchaseFields = {
  supplier: requiredText('Escribe a qué proveedor se pidió.', LONGEST_SUPPLIER),
  expectedOn: z
    .string()
    .check(z.refine((day) => day === '' || isDay(day), 'Escribe la fecha como dd-mm-aaaa.')),
  note: optionalText(LONGEST_PART_NOTE),
};
const costField = z.union([z.null(), clpField('Escribe el costo en pesos, sin decimales.')]);
export const purchaseSchema = z.object({ ...purchaseFields, unitCost: costField });
export type PurchaseInput = z.input<typeof purchaseSchema>;
export type Purchase = z.output<typeof purchaseSchema>;

/** A purchase of several parts; the costs are in their order. */
export const purchasesSchema = z.object({ ...purchaseFields, costs: z.array(costField) });
export type PurchasesInput = z.input<typeof purchasesSchema>;
export type Purchases = z.output<typeof purchasesSchema>;

/** The product that a part becomes which is none. */
export const partStockSchema = z.object({
  product: z.string(),
  itemId: requiredText('Elige un producto de la lista.'),
});
export type PartStock = z.output<typeof partStockSchema>;

/** The note on a faulty part. */
export const partNoteSchema = z.object({ note: optionalText(LONGEST_PART_NOTE) });
export type PartNote = z.output<typeof partNoteSchema>;
