import { deletedOrdersQuery, type DeletedOrder } from '@taller/shared/activity/deleted-orders-query.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { useQuery } from '@taller/shared/query';
import type { Column } from '@taller/shared/ui/table.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { deletedOrderTexts, logTexts } from '#src/features/activity-log/texts.ts';
import { LogTable } from './log-table.tsx';
import type { LogRequest } from './use-activity-request.ts';

const COLUMNS: readonly Column<DeletedOrder>[] = [
  { id: 'date', header: logTexts.date, cell: (row) => formatDateTime(row.created_at) },
  {
    id: 'order',
    header: deletedOrderTexts.order,
    cell: (row) => deletedOrderTexts.number(formatOrderNumber(row.order_number)),
  },
  { id: 'user', header: deletedOrderTexts.by, cell: (row) => row.actor_name ?? deletedOrderTexts.unknown },
  { id: 'reason', header: deletedOrderTexts.reason, cell: (row) => row.reason ?? '' },
];

interface DeletedOrdersTableProps {
  request: LogRequest;
  onPageChange: (page: number) => void;
}

/** Orders that were deleted: which, when and by whom (ORD-17). */
export function DeletedOrdersTable({ request, onPageChange }: DeletedOrdersTableProps) {
  return (
    <LogTable
      log={useQuery(deletedOrdersQuery({ ...request, action: null }))}
      page={request.page}
      onPageChange={onPageChange}
      columns={COLUMNS}
      label={deletedOrderTexts.title}
      empty={deletedOrderTexts.empty}
    />
  );
}
