import { activityQuery, type ActivityRow } from '@taller/shared/activity/activity-queries.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { formatClp } from '@taller/shared/values/money.ts';
import { useQuery } from '@taller/shared/query';
import type { Column } from '@taller/shared/ui/table.tsx';
import { dateColumn, LogTable, type LogProps } from './log-table.tsx';
import { StockEntry } from './stock-entry.tsx';
import { logTexts } from '#src/features/activity-log/texts.ts';

const COLUMNS: readonly Column<ActivityRow>[] = [
  dateColumn((row) => row.created_at),
  { id: 'entry', header: logTexts.entry, width: 20, plain: true, cell: (row) => <StockEntry row={row} /> },
  {
    id: 'price',
    header: logTexts.price,
    kind: 'figure',
    plain: true,
    cell: (row) => formatClp(row.cost_price_affected),
  },
];

/** The inventory's entries, paged. */
export function ActivityTable({ request, onChange }: LogProps) {
  const { action } = request;
  const log = useQuery(
    activityQuery({ ...request, action: action === 'edit' || action === 'delete' ? action : null }),
  );
  return (
    <LogTable
      log={log}
      request={request}
      onChange={onChange}
      columns={COLUMNS}
      label={logTexts.title}
      empty={{
        ...logTexts.empty,
        actions: <LinkButton to={paths.dashboardInventory.getHref()}>{logTexts.toStock}</LinkButton>,
      }}
      emptyFiltered={logTexts.emptyFiltered}
    />
  );
}
