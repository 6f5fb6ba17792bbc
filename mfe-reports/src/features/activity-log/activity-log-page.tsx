import { mayOpen } from '@taller/shared/access/permissions.ts';
import { useSession } from '@taller/shared/runtime';
import { PageHeader } from '@taller/shared/ui/page-header.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { AccountChangesTable } from '#src/features/activity-log/account-changes-table.tsx';
import { ActivityFilters } from '#src/features/activity-log/activity-filters.tsx';
import { ActivityTable } from '#src/features/activity-log/activity-table.tsx';
import { AccessLogTable } from '#src/features/activity-log/access-log-table.tsx';
import { useActivityRequest } from '#src/features/activity-log/use-activity-request.ts';
import {
  accountTexts,
  deletedOrderTexts,
  logTexts,
  accessLogTexts,
} from '#src/features/activity-log/texts.ts';
import styles from '#src/components/page.module.css';
import { deletedOrdersQuery, type DeletedOrder } from '@taller/shared/activity/activity-queries.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { useQuery } from '@taller/shared/query';
import type { Column } from '@taller/shared/ui/table.tsx';
import { dateColumn, LogTable, type LogProps } from './log-table.tsx';

const COLUMNS: readonly Column<DeletedOrder>[] = [
  dateColumn((row) => row.created_at),
  {
    id: 'order',
    header: deletedOrderTexts.order,
    kind: 'fact',
    width: 5.5,
    cell: (row) => deletedOrderTexts.number(formatOrderNumber(row.order_number)),
  },
  {
    id: 'user',
    header: deletedOrderTexts.by,
    width: 9,
    cell: (row) => row.actor_name ?? deletedOrderTexts.unknown,
  },
  { id: 'reason', header: deletedOrderTexts.reason, width: 14, cell: (row) => row.reason ?? '' },
];

/** Orders that were deleted: which, when and by whom (ORD-17). */
function DeletedOrdersTable({ request, onChange }: LogProps) {
  return (
    <LogTable
      log={useQuery(deletedOrdersQuery({ ...request, action: null }))}
      request={request}
      onChange={onChange}
      columns={COLUMNS}
      label={deletedOrderTexts.title}
      empty={deletedOrderTexts.empty}
      emptyFiltered={deletedOrderTexts.emptyFiltered}
    />
  );
}

/** Descriptions by action; others than those of the inventory are for admins. */
const TEXTS = {
  access: accessLogTexts,
  order: deletedOrderTexts,
  account: accountTexts,
  edit: logTexts,
  delete: logTexts,
};

/**
 * 'Registro de Actividades': edits and deletions of the inventory (INV-05); for admins also access to personal data,
 * deleted orders and changes of accounts.
 */
export function ActivityLogPage() {
  const { request, change } = useActivityRequest();
  const seesAccessLog = mayOpen(useSession().user?.role, 'looks');
  const { action } = request;
  const texts = action === null ? logTexts : TEXTS[action];
  return (
    <div className={styles.page}>
      <PageHeader title={logTexts.title} description={(seesAccessLog ? texts : logTexts).description} />
      <Card>
        <ActivityFilters request={request} onChange={change} />
        {seesAccessLog && action === 'access' ? (
          <AccessLogTable request={request} onChange={change} />
        ) : seesAccessLog && action === 'order' ? (
          <DeletedOrdersTable request={request} onChange={change} />
        ) : seesAccessLog && action === 'account' ? (
          <AccountChangesTable request={request} onChange={change} />
        ) : (
          <ActivityTable request={request} onChange={change} />
        )}
      </Card>
    </div>
  );
}
