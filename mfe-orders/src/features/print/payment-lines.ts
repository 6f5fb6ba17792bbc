import { formatClp } from '@taller/shared/domain/money.ts';
import { printTexts } from '#src/texts/print.ts';

export interface PaymentLine {
  readonly label: string;
  readonly amount: string;
  /** The line that counts: what is still to be paid, or the total when nothing was paid yet. */
  readonly strong: boolean;
}

/** Total, and only when something was paid in advance the advance and the balance (ORD-13). Amounts in whole pesos. */
export function paymentLines(total: number | null, advance: number | null): PaymentLine[] {
  const { sheet } = printTexts;
  const paid = advance ?? 0;
  const lines = [{ label: sheet.total, amount: formatClp(total), strong: paid <= 0 }];
  if (paid <= 0) return lines;
  return [
    ...lines,
    { label: sheet.advance, amount: formatClp(paid), strong: false },
    { label: sheet.balance, amount: formatClp((total ?? 0) - paid), strong: true },
  ];
}
