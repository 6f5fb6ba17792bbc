import { useState } from 'react';
import Download from 'lucide-react/icons/download';
import {
  REPORT_PAGE_SIZE,
  reportOrdersQuery,
  type ReportSort,
} from '@taller/shared/reports/report-orders-query.ts';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Pagination } from '@taller/shared/ui/pagination.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { Table } from '@taller/shared/ui/table.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { commonTexts } from '#src/components/texts.ts';
import { orderListTexts } from '#src/features/drill-down/texts.ts';
import { exportOrders } from './export-orders.ts';
import type { FigureOrders } from './open-orders.ts';
import { dialogColumns } from './order-columns.tsx';
import { firstSort } from './orders-sort.ts';

/** The orders of a figure: sorted and paged on the server, exportable (REP-03). */
export function OrdersDialog({ orders, onClose }: { orders: FigureOrders; onClose: () => void }) {
  const { title, text, card, filter, month } = orders;
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState(() => firstSort(card));
  const [exporting, setExporting] = useState(false);
  const list = useQuery(reportOrdersQuery({ card, filter, month, ...sort, page }));
  const save = async () => {
    setExporting(true);
    try {
      await exportOrders(orders, sort);
    } catch (error) {
      console.error(error);
      toast.error(withRequestCode(orderListTexts.exportFailed, error));
    }
    setExporting(false);
  };
  return (
    <Dialog open onOpenChange={onClose} title={title} description={text} size="lg">
      <DialogBody>
        {list.isError ? (
          <ErrorState
            error={list.error}
            message={orderListTexts.failed}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        ) : !list.data ? (
          <Skeleton label={commonTexts.loading} shape="rows" count={8} />
        ) : list.data.total_count === 0 ? (
          <EmptyState title={orderListTexts.empty} />
        ) : (
          <>
            <Table
              label={title}
              columns={dialogColumns(card)}
              rows={list.data.rows}
              rowKey={(row) => row.id}
              sort={{ column: sort.sort, direction: sort.descending ? 'desc' : 'asc' }}
              onSortChange={(next) => {
                setPage(1);
                setSort({ sort: next.column as ReportSort, descending: next.direction === 'desc' });
              }}
            />
            <Pagination
              label={orderListTexts.pages}
              page={page}
              pageSize={REPORT_PAGE_SIZE}
              total={list.data.total_count}
              onPageChange={setPage}
            />
          </>
        )}
      </DialogBody>
      <DialogFooter>
        <Button
          icon={<Download aria-hidden="true" />}
          loading={exporting}
          loadingText={orderListTexts.exporting}
          disabled={list.data?.total_count === 0}
          onClick={() => void save()}
        >
          {orderListTexts.export}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {orderListTexts.close}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
