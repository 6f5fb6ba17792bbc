import PackageMinus from 'lucide-react/icons/package-minus';
import Pencil from 'lucide-react/icons/pencil';
import { may } from '@taller/shared/access/permissions.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import {
  activityQuery,
  type ActivityRequest,
  type ActivityRow,
} from '@taller/shared/activity/activity-query.ts';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { useQuery } from '@taller/shared/query';
import { Link, useSession } from '@taller/shared/runtime';
import { Badge } from '@taller/shared/ui/badge.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { LogTable } from './log-table.tsx';
import { logTexts } from '#src/features/activity-log/texts.ts';

function ActionBadge({ action }: { action: string }) {
  return action === 'edit' ? (
    <Badge tone="info" icon={<Pencil aria-hidden="true" />}>
      {logTexts.edit}
    </Badge>
  ) : (
    <Badge icon={<PackageMinus aria-hidden="true" />}>{logTexts.delete}</Badge>
  );
}

/** `+3`, `-1`: change of the stock by an edit; write-offs are always negative. */
function quantityText(row: ActivityRow): string {
  const affected = row.quantity_affected ?? 0;
  if (row.action_type === 'delete') return `-${affected}`;
  return affected > 0 ? `+${affected}` : String(affected);
}

function OrderLink({ row }: { row: ActivityRow }) {
  if (!row.service_order) return <>—</>;
  return row.order_id ? (
    <Link to={paths.orderView.getHref(row.order_id)}>{row.service_order}</Link>
  ) : (
    <>{row.service_order}</>
  );
}

/** For admins only: others get no costs. */
const PRICE = 'price';

const COLUMNS: readonly Column<ActivityRow>[] = [
  { id: 'date', header: logTexts.date, cell: (row) => formatDateTime(row.created_at) },
  { id: 'user', header: logTexts.user, cell: (row) => row.user_name },
  { id: 'action', header: logTexts.action, cell: (row) => <ActionBadge action={row.action_type} /> },
  { id: 'product', header: logTexts.product, cell: (row) => `${row.brand ?? ''} ${row.model ?? ''}`.trim() },
  { id: 'type', header: logTexts.type, cell: (row) => row.component_type_name ?? '—' },
  { id: 'quantity', header: logTexts.quantity, align: 'end', cell: quantityText },
  { id: PRICE, header: logTexts.price, align: 'end', cell: (row) => formatClp(row.cost_price_affected) },
  { id: 'order', header: logTexts.order, cell: (row) => <OrderLink row={row} /> },
];

interface ActivityTableProps {
  request: ActivityRequest;
  onPageChange: (page: number) => void;
}

/** The entries, paged. */
export function ActivityTable({ request, onPageChange }: ActivityTableProps) {
  const log = useQuery(activityQuery(request));
  const seesCosts = may(useSession().user?.role, 'costs.see');
  return (
    <LogTable
      log={log}
      page={request.page}
      onPageChange={onPageChange}
      columns={seesCosts ? COLUMNS : COLUMNS.filter(({ id }) => id !== PRICE)}
      label={logTexts.title}
      empty={logTexts.empty}
    />
  );
}
