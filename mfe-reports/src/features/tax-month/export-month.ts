import { DOCUMENT_LABELS } from '@taller/shared/orders/tax/tax-document.ts';
import { methodLabel } from '@taller/shared/orders/ledger/payment-method.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import {
  fetchTaxDocuments,
  TAX_PAGE_SIZE,
  type MonthDocument,
} from '@taller/shared/orders/tax/tax-month-queries.ts';
import { saveFile } from '@taller/shared/ui/save-file.ts';
import type { CsvColumn } from '@taller/shared/values/csv.ts';
import { formatDate } from '@taller/shared/values/dates.ts';
import { formatRut } from '@taller/shared/values/rut.ts';
import { taxMonthTexts as texts } from './texts.ts';

/** Whether it is of the month's sums. */
const isSummed = ({ state }: MonthDocument) => state === 'recorded' || state === 'accepted';

/** A document's amount in the month's total: negative for a nota de crédito, 0 for one that does not count. */
const signed = (amount: number, row: MonthDocument): number => {
  if (!isSummed(row)) return 0;
  return row.kind === 'nota_credito' ? -amount : amount;
};

/** The columns of the accountant's file: their sums are the month's. */
export const MONTH_COLUMNS: readonly CsvColumn<MonthDocument>[] = [
  { header: texts.date, value: (row) => formatDate(row.issued_on) },
  { header: texts.kind, value: (row) => DOCUMENT_LABELS[row.kind] },
  { header: texts.folio, value: (row) => row.folio },
  { header: texts.net, value: (row) => signed(row.net, row) },
  { header: texts.tax, value: (row) => signed(row.tax, row) },
  { header: texts.total, value: (row) => signed(row.total, row) },
  { header: texts.rut, value: (row) => row.rut && formatRut(row.rut) },
  { header: texts.businessName, value: (row) => row.business_name },
  { header: texts.activity, value: (row) => row.activity },
  {
    header: texts.state,
    value: (row) => (row.cancels ? texts.cancels(row.cancels) : texts.states[row.state]),
  },
  { header: texts.method, value: (row) => row.method && methodLabel(row.method) },
  { header: texts.orders, value: (row) => row.orders.map(formatOrderNumber).join(' ') },
];

/** Exports all documents of a month as CSV. Rejects if a page fails, to avoid incomplete files. */
export async function exportMonth(month: string): Promise<void> {
  const { signal } = new AbortController();
  const rows: MonthDocument[] = [];
  for (let page = 1; ; page += 1) {
    const batch = await fetchTaxDocuments(month, page, signal);
    rows.push(...batch);
    if (batch.length < TAX_PAGE_SIZE) break;
  }
  const { toCsv } = await import('@taller/shared/values/csv.ts');
  saveFile(texts.fileName(month), toCsv(MONTH_COLUMNS, rows));
}
