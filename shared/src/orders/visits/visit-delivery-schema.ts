import { optionalText } from '#src/values/field-schemas.ts';
import { LONGEST } from '#src/values/longest.ts';
import { z } from '#src/values/zod.ts';
import { BALANCE_SHAPE } from '../ledger/payment-schema.ts';
import {
  NOT_COVERED_REASON_REQUIRED,
  WARRANTY_INVALID,
  WARRANTY_OUTCOME_REQUIRED,
} from '../order-schemas.ts';

/** A typed number: NaN if it is none, null if empty. */
const typedNumber = z.nullable(z.union([z.number(), z.nan()]));
const areDays = (days: number | null) => days !== null && Number.isInteger(days) && days >= 0 && days <= 3650;

/** One order of a visit's delivery: what is asked of it counts only while it is chosen. */
const deliveredOrder = z
  .object({
    chosen: z.boolean(),
    warrantyDays: typedNumber,
    /** Null: the same days. */
    partsWarrantyDays: typedNumber,
    /** Whether it came in under warranty: only then the outcome is asked. */
    isReturn: z.boolean(),
    outcome: z.string(),
    outcomeReason: optionalText(LONGEST.text),
  })
  .check(
    z.refine(({ chosen, warrantyDays: days }) => !chosen || areDays(days), {
      message: WARRANTY_INVALID,
      path: ['warrantyDays'],
    }),
    z.refine(({ chosen, partsWarrantyDays: days }) => !chosen || days === null || areDays(days), {
      message: WARRANTY_INVALID,
      path: ['partsWarrantyDays'],
    }),
    z.refine(({ chosen, isReturn, outcome }) => !chosen || !isReturn || outcome !== '', {
      message: WARRANTY_OUTCOME_REQUIRED,
      path: ['outcome'],
    }),
    z.refine(
      ({ chosen, outcome, outcomeReason }) => !chosen || outcome !== 'not_covered' || outcomeReason !== '',
      { message: NOT_COVERED_REASON_REQUIRED, path: ['outcomeReason'] },
    ),
  );

/** The dialog that hands over the devices of a visit together (REC-08): orders by id, and the balance of all. */
export const visitDeliverySchema = z
  .object({ orders: z.record(z.string(), deliveredOrder), ...BALANCE_SHAPE })
  .check(
    z.refine(({ orders }) => Object.values(orders).some(({ chosen }) => chosen), {
      message: 'Elige al menos un equipo.',
      path: ['root'],
    }),
  );
export type VisitDeliveryInput = z.input<typeof visitDeliverySchema>;
export type VisitDelivery = z.output<typeof visitDeliverySchema>;
export type DeliveredOrderInput = z.input<typeof deliveredOrder>;
