import { clpField, optionalText, requiredText } from '#src/values/field-schemas.ts';
import { z } from '#src/values/zod.ts';
import { PAYMENT_METHODS } from './payment-method.ts';

/** Longest texts of a payment: the database has the same limits (PAY-05). */
export const LONGEST_REFERENCE = 120;
export const LONGEST_PAYMENT_NOTE = 500;

export const METHOD_REQUIRED = 'Elige cómo se pagó.';
const REASON_REQUIRED = 'Escribe el motivo.';

const PAYMENT_SHAPE = {
  amount: clpField('Escribe un monto mayor que 0, sin decimales.', 1),
  method: z.pipe(z.string(), z.enum(PAYMENT_METHODS, METHOD_REQUIRED)),
  reference: optionalText(LONGEST_REFERENCE),
};

/** Money that was received. */
export const paymentSchema = z.object({ ...PAYMENT_SHAPE, reason: z.string() });
export type PaymentInput = z.input<typeof paymentSchema>;
export type Payment = z.output<typeof paymentSchema>;

/** Money that was given back, and why. */
export const refundSchema = z.object({
  ...PAYMENT_SHAPE,
  reason: requiredText(REASON_REQUIRED, LONGEST_PAYMENT_NOTE),
});

/** A payment that was recorded by mistake, and why. */
export const correctionSchema = z.object({ reason: requiredText(REASON_REQUIRED, LONGEST_PAYMENT_NOTE) });
export type CorrectionInput = z.input<typeof correctionSchema>;

/** The value for a balance that stays. */
export const OWED = 'owed';

/** What a delivery says of the balance: how it was paid, or that it stays and why. */
export const BALANCE_SHAPE = {
  /** A PaymentMethod, or OWED. */
  paidBy: z.enum([...PAYMENT_METHODS, OWED]),
  reference: optionalText(LONGEST_REFERENCE),
  owedReason: requiredText('Escribe por qué se entrega con saldo.', LONGEST_PAYMENT_NOTE),
};
const balanceSchema = z.object(BALANCE_SHAPE);
export type BalanceForm = z.output<typeof balanceSchema>;
/** As quick as a delivery without a word of it: nothing was paid, and the timeline says so. */
export const NO_BALANCE_FORM: BalanceForm = { paidBy: OWED, reference: '', owedReason: 'Paga después' };

/** The columns of a delivery with that balance; none without a balance. */
export function toBalanceColumns(form: BalanceForm, finalPayment: number, balance: number) {
  if (balance <= 0) return {};
  if (form.paidBy === OWED) return { payment_details: { balance_reason: form.owedReason } };
  return {
    final_payment: finalPayment + balance,
    payment_details: { payment_method: form.paidBy, payment_reference: form.reference },
  };
}
