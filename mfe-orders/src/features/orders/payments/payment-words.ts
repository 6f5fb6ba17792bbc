import { methodLabel } from '@taller/shared/orders/ledger/payment-method.ts';
import type { LedgerPayment } from '@taller/shared/orders/ledger/payments-query.ts';
import { formatClp } from '@taller/shared/values/money.ts';

/** 'Efectivo $10.000', as a payment is named in a sentence. */
export const paymentWords = ({ method, amount }: Pick<LedgerPayment, 'method' | 'amount'>): string =>
  `${methodLabel(method)} ${formatClp(amount)}`;
