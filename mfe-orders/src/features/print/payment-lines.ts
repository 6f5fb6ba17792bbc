import {
  balanceOf,
  isToQuote,
  isUncharged,
  TO_QUOTE,
  type Payments,
} from '@taller/shared/orders/payments.ts';
import { ORDER_FIELDS } from '@taller/shared/orders/fields/order-fields.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { printTexts } from '#src/features/print/texts.ts';

export interface PaymentLine {
  readonly label: string;
  readonly amount: string;
  /** The main amount: the balance, that everything is paid, or the total if nothing was paid yet. */
  readonly strong: boolean;
}

/**
 * Total, payments, and, only if something was paid, the balance (ORD-13). If the balance was paid at delivery, the last
 * line says so (ORD-30); if more was paid than is charged, the refund (ORD-92).
 */
export function paymentLines(order: Payments & { technical_work?: string }): PaymentLine[] {
  const { sheet } = printTexts;
  const { total_amount: total, advance_payment: advance, final_payment: final } = order;
  const line = (label: string, amount: number | null) => ({
    label,
    amount: formatClp(amount),
    strong: false,
  });
  const balance = balanceOf(order);
  const quote = line(ORDER_FIELDS.quote.label, total);
  const lines: PaymentLine[] = [isToQuote(order) ? { ...quote, amount: TO_QUOTE } : quote];
  if (advance > 0) lines.push(line(ORDER_FIELDS.advancePayment.label, advance));
  if (final > 0) lines.push(line(sheet.finalPayment, final));
  if (balance < 0) lines.push(line(sheet.refund, -balance));
  else if (final > 0 && balance === 0)
    lines.push({ label: sheet.balance, amount: sheet.allPaid, strong: false });
  else if (lines.length > 1 || isUncharged(order)) lines.push(line(sheet.balance, balance));
  return lines.map((each, index) => ({ ...each, strong: index === lines.length - 1 }));
}
