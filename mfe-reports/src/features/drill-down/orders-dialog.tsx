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
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import { Dialog, DialogBody, DialogFooter } from '@taller/shared/ui/dialog.tsx';
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
        <DataTable
          label={title}
          columns={dialogColumns(card)}
          query={list}
          rows={list.data?.rows}
          rowKey={(row) => row.id}
          sort={{ column: sort.sort, direction: sort.descending ? 'desc' : 'asc' }}
          onSortChange={(next) => {
            setPage(1);
            setSort({ sort: next.column as ReportSort, descending: next.direction === 'desc' });
          }}
          loadFailed={orderListTexts.failed}
          skeleton={{ rows: 8, label: commonTexts.loading }}
          empty={{ title: orderListTexts.empty }}
          pages={{
            label: orderListTexts.pages,
            page,
            pageSize: REPORT_PAGE_SIZE,
            total: list.data?.total_count ?? 0,
            onPageChange: setPage,
          }}
        />
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
