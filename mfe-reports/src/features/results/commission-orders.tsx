import { useState } from 'react';
import { REPORT_PAGE_SIZE } from '@taller/shared/reports/report-orders-query.ts';
import type { CommissionOrder, ResultRequest } from '@taller/shared/reports/results-queries.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import { Dialog, DialogBody, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import type { CsvColumn } from '@taller/shared/values/csv.ts';
import { formatDate } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { orderListTexts } from '#src/features/drill-down/texts.ts';
import { resultTexts } from '#src/features/results/texts.ts';
import { commonTexts } from '#src/components/texts.ts';
import { ExportButton } from './export-button.tsx';
import { orderColumns } from './order-columns.tsx';
import { useResult } from './results-context.ts';
import { useReadAll } from './use-read-all.ts';

const texts = resultTexts.commissions;

const COLUMNS: readonly Column<CommissionOrder>[] = [
  ...orderColumns<CommissionOrder>((row) => row.day),
  {
    id: 'base',
    header: texts.base,
    kind: 'figure',
    cell: (row) => (row.base === null ? resultTexts.margin.notKnown : formatClp(row.base)),
  },
  { id: 'percent', header: texts.percent, kind: 'figure', width: 4, cell: (row) => row.percent },
  {
    id: 'amount',
    header: texts.amount,
    kind: 'figure',
    cell: (row) => (
      <>
        {row.is_return && <Badge tone="warning">{texts.isReturn}</Badge>} <span>{formatClp(row.amount)}</span>
      </>
    ),
  },
];

const CSV: readonly CsvColumn<CommissionOrder>[] = [
  { header: resultTexts.number, value: (row) => formatOrderNumber(row.order_number) },
  { header: resultTexts.day, value: (row) => formatDate(row.day) },
  { header: resultTexts.customer, value: (row) => row.customer_name },
  { header: texts.isReturn, value: (row) => (row.is_return ? 'Sí' : '') },
  { header: texts.base, value: (row) => row.base },
  { header: texts.percent, value: (row) => row.percent },
  { header: texts.amount, value: (row) => row.amount },
];

interface CommissionOrdersProps {
  id: string;
  name: string;
  days: ResultRequest;
  onClose: () => void;
}

/** The orders of a technician's commission, each with its base, percentage and amount. */
export function CommissionOrders({ id, name, days, onClose }: CommissionOrdersProps) {
  const [page, setPage] = useState(1);
  const request = { ...days, p_technician: id };
  const list = useResult('commission_orders', {
    ...request,
    p_offset: (page - 1) * REPORT_PAGE_SIZE,
    p_limit: REPORT_PAGE_SIZE,
  });
  const readAll = useReadAll();
  const title = texts.of(name);
  return (
    <Dialog open onOpenChange={onClose} title={title} description={texts.ofText} size="lg">
      <DialogBody>
        <DataTable
          label={title}
          columns={COLUMNS}
          query={list}
          rows={list.data?.rows}
          rowKey={(row) => row.id + String(row.is_return)}
          loadFailed={resultTexts.loadFailed}
          skeleton={{ rows: 8, label: commonTexts.loading }}
          empty={{ title: resultTexts.none }}
          pages={{
            label: resultTexts.pages,
            page,
            pageSize: REPORT_PAGE_SIZE,
            total: list.data?.total_count ?? 0,
            onPageChange: setPage,
          }}
        />
      </DialogBody>
      <DialogFooter>
        <ExportButton title={title} columns={CSV} rows={() => readAll('commission_orders', request)} />
        <Button variant="primary" onClick={onClose}>
          {orderListTexts.close}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
