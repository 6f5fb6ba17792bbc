import type { ReactNode } from 'react';
import { ACTIVITY_PAGE_SIZE } from '@taller/shared/activity/activity-queries.ts';
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { logTexts } from '#src/features/activity-log/texts.ts';
import type { LogRequest } from './use-activity-request.ts';

interface LogPage<Row> {
  rows: readonly Row[];
  total: number;
  /** Whether there are more than `total`. */
  isMore: boolean;
}

/** Each log gets these from its screen. */
export interface LogProps {
  request: LogRequest;
  onChange: (part: Partial<LogRequest>) => void;
}

interface LogTableProps<Row> extends LogProps {
  /** The query's result. */
  log: {
    data: LogPage<Row> | undefined;
    error: unknown;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  columns: readonly Column<Row>[];
  /** Accessible name of the table. */
  label: string;
  /** Shown if the log has no entries: that, and what will be there. */
  empty: { title: string; hint: string; actions?: ReactNode };
  /** Shown if no entry fits the filters. */
  emptyFiltered: string;
}

/** The first column of every log: when it happened, which heads the entry on a phone. */
export const dateColumn = <Row,>(at: (row: Row) => string): Column<Row> => ({
  id: 'date',
  header: logTexts.date,
  kind: 'fact',
  width: 8.5,
  cell: (row) => formatDateTime(at(row)),
});

/** A page of a log: its entries, or why there are none. */
export function LogTable<Row extends { id: string | number }>({
  log,
  request,
  onChange,
  columns,
  label,
  empty,
  emptyFiltered,
}: LogTableProps<Row>) {
  const { userId, from, to, action, page } = request;
  const { rows, total = 0, isMore } = log.data ?? {};
  // Each other action has a log of its own, so choosing it filters nothing.
  const isPart = action === 'edit' || action === 'delete';
  const isFiltered = userId !== null || from !== null || to !== null || isPart;
  return (
    <DataTable
      label={label}
      columns={columns}
      query={log}
      rows={rows}
      rowKey={(row) => row.id}
      loadFailed={logTexts.loadFailed}
      failedHint={logTexts.failedHint}
      empty={empty}
      filtered={
        isFiltered && {
          title: emptyFiltered,
          hint: logTexts.otherFilters,
          onClear: () => onChange({ userId: null, from: null, to: null, action: isPart ? null : action }),
        }
      }
      pages={{
        label: logTexts.pages,
        page,
        pageSize: ACTIVITY_PAGE_SIZE,
        total,
        more: isMore ? { shown: rows?.length ?? 0 } : undefined,
        onPageChange: (next) => onChange({ page: next }),
      }}
    />
  );
}
