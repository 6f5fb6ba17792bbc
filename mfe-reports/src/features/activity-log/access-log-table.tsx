import { paths } from '@taller/shared/contract/paths.ts';
import type { LogRequest } from '#src/features/activity-log/use-activity-request.ts';
import { looksQuery, type LookRow } from '@taller/shared/activity/activity-queries.ts';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { isRole, ROLE_LABELS } from '@taller/shared/access/roles.ts';
import { useQuery } from '@taller/shared/query';
import { Link } from '@taller/shared/runtime';
import type { Column } from '@taller/shared/ui/table.tsx';
import { LogTable } from './log-table.tsx';
import { logTexts, lookTexts } from '#src/features/activity-log/texts.ts';

/** The accessed data: an order with its link, an account, a searched number, or a list's row count. */
function Looked({ row }: { row: LookRow }) {
  if (row.kind === 'order') {
    return row.order_id ? (
      <Link to={paths.orderView.getHref(row.order_id)}>
        {lookTexts.order(formatOrderNumber(row.order_number))}
      </Link>
    ) : (
      <span>{lookTexts.goneOrder}</span>
    );
  }
  if (row.kind === 'customer') return <span>{lookTexts.account}</span>;
  if (row.kind === 'search') return <span>{lookTexts.search(row.subject, row.searched_by)}</span>;
  return <span>{row.kind === 'export' ? lookTexts.exported(row.rows) : lookTexts.listed(row.rows)}</span>;
}

const COLUMNS: readonly Column<LookRow>[] = [
  { id: 'date', header: logTexts.date, cell: (row) => formatDateTime(row.looked_at) },
  { id: 'user', header: logTexts.user, cell: (row) => row.actor_name },
  {
    id: 'role',
    header: lookTexts.role,
    cell: (row) => (isRole(row.actor_role) ? ROLE_LABELS[row.actor_role] : row.actor_role),
  },
  { id: 'what', header: lookTexts.what, cell: (row) => <Looked row={row} /> },
  { id: 'whom', header: lookTexts.whom, cell: (row) => row.customer_name ?? '—' },
];

interface LooksTableProps {
  request: LogRequest;
  onPageChange: (page: number) => void;
}

/** Audit log of staff access to personal data, paged (PRIV-10). */
export function LooksTable({ request, onPageChange }: LooksTableProps) {
  const looks = useQuery(looksQuery({ ...request, action: null }));
  return (
    <LogTable
      log={looks}
      page={request.page}
      onPageChange={onPageChange}
      columns={COLUMNS}
      label={lookTexts.title}
      empty={lookTexts.empty}
    />
  );
}
