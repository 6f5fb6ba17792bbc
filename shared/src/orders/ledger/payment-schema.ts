import { clpField, optionalText, requiredText } from '#src/values/field-schemas.ts';
import { z } from '#src/values/zod.ts';
import { documentSchema, EMPTY_DOCUMENT, toDocument } from '../tax/tax-schema.ts';
import { PAYMENT_METHODS } from './payment-method.ts';

/** Longest texts of a payment: the database has the same limits (PAY-05). */
export const LONGEST_REFERENCE = 120;
export const LONGEST_PAYMENT_NOTE = 500;

export const METHOD_REQUIRED = 'Elige cómo se pagó.';
const REASON_REQUIRED = 'Escribe el motivo.';

const BALANCE_REQUIRED = 'Elige cómo se pagó, o que queda pendiente.';
const OWED_REASON_REQUIRED = 'Escribe por qué se entrega con saldo.';

const AMOUNT_REQUIRED = 'Escribe un monto mayor que 0, sin decimales.';

const PAYMENT_SHAPE = {
  amount: clpField(AMOUNT_REQUIRED, 1),
  method: z.pipe(z.string(), z.enum(PAYMENT_METHODS, METHOD_REQUIRED)),
  reference: optionalText(LONGEST_REFERENCE),
  document: documentSchema,
  /** The cash drawer that the cash goes into, if several are open (PAY-21). */
  till: z.string(),
};

/** Money that was received. */
export const paymentSchema = z.object({ ...PAYMENT_SHAPE, reason: z.string() });
export type PaymentInput = z.input<typeof paymentSchema>;
export type Payment = z.output<typeof paymentSchema>;

/** One payment for many orders: of each that is chosen, how much. */
export const manyPaymentSchema = z
  .object({
    orders: z.array(
      z.object({ id: z.string(), chosen: z.boolean(), amount: z.nullable(z.number()) }).check(
        z.refine(({ chosen, amount }) => !chosen || (amount ?? 0) > 0, {
          message: AMOUNT_REQUIRED,
          path: ['amount'],
        }),
      ),
    ),
    method: PAYMENT_SHAPE.method,
    reference: PAYMENT_SHAPE.reference,
    till: PAYMENT_SHAPE.till,
  })
  .check(
    z.refine(({ orders }) => orders.some(({ chosen }) => chosen), {
      message: 'Elige al menos una orden.',
      path: ['root'],
    }),
  );
export type ManyPaymentInput = z.input<typeof manyPaymentSchema>;
export type ManyPayment = z.output<typeof manyPaymentSchema>;

/** Money that was given back, and why. */
export const refundSchema = z.object({
  ...PAYMENT_SHAPE,
  reason: requiredText(REASON_REQUIRED, LONGEST_PAYMENT_NOTE),
});

/** A payment that was recorded by mistake, and why. */
export const correctionSchema = z.object({
  reason: requiredText(REASON_REQUIRED, LONGEST_PAYMENT_NOTE),
  till: z.string(),
});
export type CorrectionInput = z.input<typeof correctionSchema>;

/** The value for a balance that stays. */
export const OWED = 'owed';

/** The balance at delivery: paid by a method, or left open with a reason. */
export const BALANCE_SHAPE = {
  /** A PaymentMethod, or OWED; '' until somebody says. */
  paidBy: z.enum(['', ...PAYMENT_METHODS, OWED]),
  reference: optionalText(LONGEST_REFERENCE),
  owedReason: optionalText(LONGEST_PAYMENT_NOTE),
  document: documentSchema,
  till: z.string(),
};
const balanceSchema = z.object(BALANCE_SHAPE);
export type BalanceForm = z.output<typeof balanceSchema>;
/** Initial values of a delivery: no method is chosen, since leaving the balance owed is a choice too. */
export const NO_BALANCE_FORM: BalanceForm = {
  paidBy: '',
  reference: '',
  owedReason: 'Paga después',
  document: EMPTY_DOCUMENT,
  till: '',
};

/** Said together with what else is missing: checks are skipped otherwise once a field was refused. */
const always = () => true;

/**
 * A balance is paid by a method, or stays with a reason (PAY-08).
 * @param balanceOf what is left to pay by the form's values
 */
export const saysBalance = <V extends BalanceForm>(balanceOf: (form: V) => number) =>
  [
    z.refine<V>((form) => !(balanceOf(form) > 0) || form.paidBy !== '', {
      message: BALANCE_REQUIRED,
      path: ['paidBy'],
      when: always,
    }),
    z.refine<V>((form) => !(balanceOf(form) > 0) || form.paidBy !== OWED || form.owedReason !== '', {
      message: OWED_REASON_REQUIRED,
      path: ['owedReason'],
      when: always,
    }),
  ] as const;

/** The columns of a delivery with that balance; none without a balance. */
export function toBalanceColumns(form: BalanceForm, finalPayment: number, balance: number) {
  if (balance <= 0) return {};
  if (form.paidBy === OWED) return { payment_details: { balance_reason: form.owedReason } };
  const document = toDocument(form.document);
  return {
    final_payment: finalPayment + balance,
    payment_details: {
      payment_method: form.paidBy,
      payment_reference: form.reference,
      ...(document && { document }),
      ...(form.till && { payment_till: form.till }),
    },
  };
}
