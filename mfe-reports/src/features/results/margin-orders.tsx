import { useState } from 'react';
import type { ResultOrder } from '@taller/shared/reports/results-queries.ts';
import { REPORT_PAGE_SIZE } from '@taller/shared/reports/report-orders-query.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { storedTypeLabel } from '@taller/shared/orders/equipment.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import type { CsvColumn } from '@taller/shared/values/csv.ts';
import { formatDate } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { commonTexts } from '#src/components/texts.ts';
import { resultTexts } from '#src/features/results/texts.ts';
import { ExportButton } from './export-button.tsx';
import { orderColumns } from './order-columns.tsx';
import { useReadAll } from './use-read-all.ts';
import { useResult } from './results-context.ts';
import type { ResultsPeriod } from './use-results-period.ts';

const texts = resultTexts.margin;

/** An amount, or that it is not known. */
const known = (amount: number | null) => (amount === null ? texts.notKnown : formatClp(amount));

const COLUMNS: readonly Column<ResultOrder>[] = [
  ...orderColumns<ResultOrder>((row) => row.earned_on),
  {
    id: 'repairedBy',
    header: texts.technician,
    width: 8,
    cell: (row) => row.technician ?? resultTexts.noName,
  },
  {
    id: 'income',
    header: texts.income,
    kind: 'figure',
    sortable: true,
    cell: (row) => formatClp(row.income),
  },
  {
    id: 'discount',
    header: texts.discount,
    kind: 'figure',
    sortable: true,
    cell: (row) => formatClp(row.discount),
  },
  { id: 'cost', header: texts.cost, kind: 'figure', sortable: true, cell: (row) => known(row.cost) },
  { id: 'margin', header: texts.margin, kind: 'figure', sortable: true, cell: (row) => known(row.margin) },
];

const CSV: readonly CsvColumn<ResultOrder>[] = [
  { header: resultTexts.number, value: (row) => formatOrderNumber(row.order_number) },
  { header: resultTexts.day, value: (row) => formatDate(row.earned_on) },
  { header: resultTexts.customer, value: (row) => row.customer_name },
  { header: texts.technician, value: (row) => row.technician },
  { header: texts.type, value: (row) => storedTypeLabel(row.equipment_type) },
  { header: texts.income, value: (row) => row.income },
  { header: texts.tax, value: (row) => row.tax },
  { header: texts.discount, value: (row) => row.discount },
  { header: texts.cost, value: (row) => row.cost },
  { header: texts.margin, value: (row) => row.margin },
];

/** The orders of the margin, sorted and paged on the server. */
export function MarginOrders({ period }: { period: ResultsPeriod }) {
  const [{ page, sort, descending }, setPlace] = useState({ page: 1, sort: 'margin', descending: true });
  const request = { ...period.request, p_sort: sort, p_descending: descending };
  const list = useResult('orders', {
    ...request,
    p_offset: (page - 1) * REPORT_PAGE_SIZE,
    p_limit: REPORT_PAGE_SIZE,
  });
  const readAll = useReadAll();
  return (
    <Card
      title={texts.list}
      actions={<ExportButton title={texts.list} columns={CSV} rows={() => readAll('orders', request)} />}
    >
      <DataTable
        label={texts.list}
        columns={COLUMNS}
        query={list}
        rows={list.data?.rows}
        rowKey={(row) => row.id}
        sort={{ column: sort, direction: descending ? 'desc' : 'asc' }}
        onSortChange={(next) =>
          setPlace({ page: 1, sort: next.column, descending: next.direction === 'desc' })
        }
        loadFailed={resultTexts.loadFailed}
        skeleton={{ rows: 8, label: commonTexts.loading }}
        empty={{ title: resultTexts.none }}
        pages={{
          label: resultTexts.pages,
          page,
          pageSize: REPORT_PAGE_SIZE,
          total: list.data?.total_count ?? 0,
          onPageChange: (next) => setPlace({ page: next, sort, descending }),
        }}
      />
    </Card>
  );
}
