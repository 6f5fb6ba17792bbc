/** Methods of payment (PAY-01), as the database names them. */
export const PAYMENT_METHODS = ['cash', 'debit', 'credit', 'transfer', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_METHOD_LABEL: Readonly<Record<PaymentMethod, string>> = {
  cash: 'Efectivo',
  debit: 'Débito',
  credit: 'Crédito',
  transfer: 'Transferencia',
  other: 'Otro medio',
};

export const PAYMENT_METHOD_OPTIONS = PAYMENT_METHODS.map((value) => ({
  value,
  label: PAYMENT_METHOD_LABEL[value],
}));

export const isPaymentMethod = (text: unknown): text is PaymentMethod =>
  PAYMENT_METHODS.some((method) => method === text);

/** The method in words; payments from before the ledger, and those of an import, have none. */
export const methodLabel = (method: string): string =>
  isPaymentMethod(method) ? PAYMENT_METHOD_LABEL[method] : 'Sin medio de pago';
