import { isRole, ROLE_LABELS } from '@taller/shared/access/roles.ts';
import { accountChangesQuery, type AccountChangeRow } from '@taller/shared/activity/activity-queries.ts';
import { useQuery } from '@taller/shared/query';
import type { Column } from '@taller/shared/ui/table.tsx';
import { accountTexts } from '#src/features/activity-log/texts.ts';
import { dateColumn, LogTable, type LogProps } from './log-table.tsx';

const shown = (value: string | null): string =>
  value !== null && isRole(value) ? ROLE_LABELS[value] : (value ?? '—');

/** `Técnico → Admin`; nothing for what has no value that may be shown. */
function change({ kind, old_value: before, new_value: after }: AccountChangeRow): string {
  if (kind === 'second_factor') return after === null ? accountTexts.factorRemoved : accountTexts.factorAdded;
  return before === null && after === null ? '—' : `${shown(before)} → ${shown(after)}`;
}

const COLUMNS: readonly Column<AccountChangeRow>[] = [
  dateColumn((row) => row.changed_at),
  {
    id: 'account',
    header: accountTexts.account,
    width: 9,
    cell: (row) => row.account_name || accountTexts.gone,
  },
  {
    id: 'what',
    header: accountTexts.what,
    width: 9,
    cell: (row) => accountTexts.kinds[row.kind] ?? row.kind,
  },
  { id: 'change', header: accountTexts.change, width: 11, cell: change },
  {
    id: 'by',
    header: accountTexts.by,
    width: 9,
    priority: 'low',
    cell: (row) => row.actor_name ?? accountTexts.unnamed,
  },
];

/** Changes of accounts and who made them, paged (SEC-72). */
export function AccountChangesTable({ request, onChange }: LogProps) {
  const changes = useQuery(accountChangesQuery({ ...request, action: null }));
  return (
    <LogTable
      log={changes}
      request={request}
      onChange={onChange}
      columns={COLUMNS}
      label={accountTexts.title}
      empty={accountTexts.empty}
      emptyFiltered={accountTexts.emptyFiltered}
    />
  );
}
