import { isRole, ROLE_LABELS } from '@taller/shared/access/roles.ts';
import { accountChangesQuery, type AccountChangeRow } from '@taller/shared/activity/activity-queries.ts';
import { useQuery } from '@taller/shared/query';
import type { Column } from '@taller/shared/ui/table.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { accountTexts, logTexts } from '#src/features/activity-log/texts.ts';
import type { LogRequest } from '#src/features/activity-log/use-activity-request.ts';
import { LogTable } from './log-table.tsx';

const shown = (value: string | null): string =>
  value !== null && isRole(value) ? ROLE_LABELS[value] : (value ?? '—');

/** `Técnico → Admin`; nothing for what has no value that may be shown. */
function change({ kind, old_value: before, new_value: after }: AccountChangeRow): string {
  if (kind === 'second_factor') return after === null ? accountTexts.factorRemoved : accountTexts.factorAdded;
  return before === null && after === null ? '—' : `${shown(before)} → ${shown(after)}`;
}

const COLUMNS: readonly Column<AccountChangeRow>[] = [
  { id: 'date', header: logTexts.date, cell: (row) => formatDateTime(row.changed_at) },
  { id: 'account', header: accountTexts.account, cell: (row) => row.account_name || accountTexts.gone },
  { id: 'what', header: accountTexts.what, cell: (row) => accountTexts.kinds[row.kind] ?? row.kind },
  { id: 'change', header: accountTexts.change, cell: change },
  { id: 'by', header: accountTexts.by, cell: (row) => row.actor_name ?? accountTexts.unnamed },
];

interface AccountChangesTableProps {
  request: LogRequest;
  onPageChange: (page: number) => void;
}

/** Changes of accounts and who made them, paged (SEC-72). */
export function AccountChangesTable({ request, onPageChange }: AccountChangesTableProps) {
  const changes = useQuery(accountChangesQuery({ ...request, action: null }));
  return (
    <LogTable
      log={changes}
      page={request.page}
      onPageChange={onPageChange}
      columns={COLUMNS}
      label={accountTexts.title}
      empty={accountTexts.empty}
    />
  );
}
