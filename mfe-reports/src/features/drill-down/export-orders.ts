import { fetchReportOrders, type ReportOrder } from '@taller/shared/reports/report-orders-query.ts';
import type { CsvColumn } from '@taller/shared/values/csv.ts';
import { formatDate, shopDay } from '@taller/shared/values/dates.ts';
import { isOrderStatus, REPORT_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { saveFile } from '@taller/shared/ui/save-file.ts';
import { formatDecimal } from '#src/values/format-figures.ts';
import { orderListTexts } from '#src/features/drill-down/texts.ts';
import { storedTypeLabel } from '@taller/shared/orders/equipment.ts';
import { measureOf } from './measure.ts';
import type { FigureOrders } from './open-orders.ts';
import type { OrdersSort } from './orders-sort.ts';

const COLUMNS: readonly CsvColumn<ReportOrder>[] = [
  { header: orderListTexts.number, value: (row) => formatOrderNumber(row.order_number) },
  { header: orderListTexts.date, value: (row) => formatDate(row.created_at) },
  { header: orderListTexts.customer, value: (row) => row.customer_name },
  { header: orderListTexts.type, value: (row) => storedTypeLabel(row.equipment_type) },
  {
    header: orderListTexts.status,
    value: (row) => (isOrderStatus(row.status) ? REPORT_STATUS_LABELS[row.status] : row.status),
  },
  { header: orderListTexts.amount, value: (row) => row.total_amount },
];

const BATCH = 1000;

/** `Completadas: Ana Pérez` of 2 March 2026: `completadas-ana-pérez-2026-03-02.csv` */
export function exportName(title: string, day: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...words, `${day}.csv`].join('-');
}

/**
 * Exports all orders of a figure as CSV, read in batches of 1000 until an empty one. Rejects if a batch fails, to avoid
 * incomplete files.
 */
export async function exportOrders(orders: FigureOrders, sort: OrdersSort): Promise<void> {
  const { signal } = new AbortController();
  const { title, text: _text, ...request } = orders;
  const rows: ReportOrder[] = [];
  for (let page = 1; ; page += 1) {
    const batch = await fetchReportOrders({ ...request, ...sort, page }, BATCH, signal);
    if (batch.rows.length === 0) break;
    rows.push(...batch.rows);
  }
  const measure = measureOf(orders.card);
  const columns =
    measure === undefined
      ? COLUMNS
      : [...COLUMNS, { header: measure.header, value: (row: ReportOrder) => formatDecimal(row.measure, 2) }];
  const { toCsv } = await import('@taller/shared/values/csv.ts');
  saveFile(exportName(title, shopDay(new Date())), toCsv(columns, rows));
}
