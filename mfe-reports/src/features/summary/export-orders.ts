import {
  fetchReportOrders,
  type ReportOrdersRequest,
} from '@taller/shared/data/reports/report-orders-query.ts';
import { toCsv, type CsvColumn } from '@taller/shared/domain/csv.ts';
import { formatDate, shopDay } from '@taller/shared/domain/dates.ts';
import { equipmentLabel } from '@taller/shared/domain/equipment.ts';
import { isOrderStatus, REPORT_STATUS_LABELS } from '@taller/shared/domain/order-status.ts';
import { formatOrderNumber } from '@taller/shared/domain/order-number.ts';
import { saveFile } from '@taller/shared/ui/save-file.ts';
import { es } from '#src/texts/es.ts';

type Row = Awaited<ReturnType<typeof fetchReportOrders>>['rows'][number];

const COLUMNS: readonly CsvColumn<Row>[] = [
  { header: es.orders.number, value: (row) => formatOrderNumber(row.order_number) },
  { header: es.orders.date, value: (row) => formatDate(row.created_at) },
  { header: es.orders.customer, value: (row) => row.customer_name },
  { header: es.orders.type, value: (row) => equipmentLabel(row.equipment_type) },
  {
    header: es.orders.status,
    value: (row) => (isOrderStatus(row.status) ? REPORT_STATUS_LABELS[row.status] : row.status),
  },
  { header: es.orders.amount, value: (row) => row.total_amount },
];

const BATCH = 1000;

/** Saves all orders behind a figure as CSV, read in batches of 1000 until an empty one. Rejects when a batch fails: no half files. */
export async function exportOrders(title: string, request: Omit<ReportOrdersRequest, 'page'>): Promise<void> {
  const { signal } = new AbortController();
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const batch = await fetchReportOrders({ ...request, page }, BATCH, signal);
    if (batch.rows.length === 0) break;
    rows.push(...batch.rows);
  }
  saveFile(`${title.toLowerCase().replaceAll(' ', '-')}-${shopDay(new Date())}.csv`, toCsv(COLUMNS, rows));
}
