import { activityQuery, type ActivityRow } from '@taller/shared/activity/activity-queries.ts';
import type { ActivityRequest } from '@taller/shared/activity/keys.ts';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { useQuery } from '@taller/shared/query';
import type { Column } from '@taller/shared/ui/table.tsx';
import { LogTable } from './log-table.tsx';
import { StockEntry } from './stock-entry.tsx';
import { logTexts } from '#src/features/activity-log/texts.ts';
import styles from './stock-entry.module.css';

const COLUMNS: readonly Column<ActivityRow>[] = [
  { id: 'entry', header: logTexts.entry, cell: (row) => <StockEntry row={row} /> },
  { id: 'price', header: logTexts.price, kind: 'figure', cell: (row) => formatClp(row.cost_price_affected) },
  {
    id: 'date',
    header: logTexts.date,
    plain: true,
    cell: (row) => <span className={styles.date}>{formatDateTime(row.created_at)}</span>,
  },
];

interface ActivityTableProps {
  request: ActivityRequest;
  onPageChange: (page: number) => void;
}

/** The inventory's entries, paged. */
export function ActivityTable({ request, onPageChange }: ActivityTableProps) {
  const log = useQuery(activityQuery(request));
  return (
    <LogTable
      log={log}
      page={request.page}
      onPageChange={onPageChange}
      columns={COLUMNS}
      label={logTexts.title}
      empty={logTexts.empty}
    />
  );
}
