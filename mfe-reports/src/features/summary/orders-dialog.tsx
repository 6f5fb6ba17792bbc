import { useState } from 'react';
import { Download } from 'lucide-react';
import { paths } from '@taller/shared/contract/paths.ts';
import type { ReportFilter } from '@taller/shared/data/reports/report-filter.ts';
import {
  REPORT_PAGE_SIZE,
  reportOrdersQuery,
  type ReportCard,
  type ReportSort,
} from '@taller/shared/data/reports/report-orders-query.ts';
import { formatClp } from '@taller/shared/domain/money.ts';
import { formatOrderNumber } from '@taller/shared/domain/order-number.ts';
import { useQuery } from '@taller/shared/query';
import { Link, toast } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Pagination } from '@taller/shared/ui/pagination.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { es } from '#src/texts/es.ts';
import { exportOrders } from './export-orders.ts';
import { ReportBadge } from './report-badge.tsx';

type Row = {
  id: string;
  order_number: number;
  customer_name: string;
  status: string;
  total_amount: number | null;
};

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'order_number',
    header: es.orders.number,
    sortable: true,
    cell: (row) => <Link to={paths.orderView.getHref(row.id)}>{formatOrderNumber(row.order_number)}</Link>,
  },
  { id: 'customer_name', header: es.orders.customer, sortable: true, cell: (row) => row.customer_name },
  {
    id: 'status',
    header: es.orders.status,
    sortable: true,
    cell: (row) => <ReportBadge status={row.status} />,
  },
  {
    id: 'total_amount',
    header: es.orders.amount,
    sortable: true,
    align: 'end',
    cell: (row) => formatClp(row.total_amount),
  },
];

interface OrdersDialogProps {
  title: string;
  card: ReportCard;
  filter: ReportFilter;
  onClose: () => void;
}

/** The orders behind a figure: sorted and paged on the server, exportable (REP-03). */
export function OrdersDialog({ title, card, filter, onClose }: OrdersDialogProps) {
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<{ column: ReportSort; direction: 'asc' | 'desc' }>({
    column: 'order_number',
    direction: 'desc',
  });
  const [exporting, setExporting] = useState(false);
  const orders = useQuery(
    reportOrdersQuery({ card, filter, sort: sort.column, descending: sort.direction === 'desc', page }),
  );
  const save = async () => {
    setExporting(true);
    try {
      await exportOrders(title, { card, filter, sort: sort.column, descending: sort.direction === 'desc' });
    } catch {
      toast.error(es.orders.exportFailed);
    }
    setExporting(false);
  };
  return (
    <Dialog open onOpenChange={onClose} title={title} size="lg">
      <DialogBody>
        {orders.isError ? (
          <ErrorState
            message={es.orders.failed}
            onRetry={() => void orders.refetch()}
            retrying={orders.isFetching}
          />
        ) : !orders.data ? (
          <Skeleton label={es.loading} shape="rows" count={8} />
        ) : orders.data.total === 0 ? (
          <EmptyState title={es.orders.empty} />
        ) : (
          <>
            <Table
              label={title}
              columns={COLUMNS}
              rows={orders.data.rows}
              rowKey={(row) => row.id}
              sort={sort}
              onSortChange={(next) => {
                setPage(1);
                setSort({ column: next.column as ReportSort, direction: next.direction });
              }}
            />
            <Pagination
              label={es.orders.pages}
              page={page}
              pageSize={REPORT_PAGE_SIZE}
              total={orders.data.total}
              onPageChange={setPage}
            />
          </>
        )}
      </DialogBody>
      <DialogFooter>
        <Button
          icon={<Download aria-hidden="true" />}
          loading={exporting}
          loadingText={es.orders.exporting}
          onClick={() => void save()}
        >
          {es.orders.export}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {es.orders.close}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
