import { ACTIVITY_PAGE_SIZE } from '@taller/shared/activity/activity-query.ts';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Pagination } from '@taller/shared/ui/pagination.tsx';
import { PastEnd } from '@taller/shared/ui/past-end.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { logTexts } from '#src/features/activity-log/texts.ts';

interface LogPage<Row> {
  rows: readonly Row[];
  total: number;
  /** There are more than `total`. */
  isMore: boolean;
}

interface LogTableProps<Row> {
  /** The query's result. */
  log: {
    data: LogPage<Row> | undefined;
    error: unknown;
    isError: boolean;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  page: number;
  onPageChange: (page: number) => void;
  columns: readonly Column<Row>[];
  /** Accessible name of the table. */
  label: string;
  /** Shown without entries. */
  empty: string;
}

/** A page of a log: its entries, or why there are none. */
export function LogTable<Row extends { id: string | number }>({
  log,
  page,
  onPageChange,
  columns,
  label,
  empty,
}: LogTableProps<Row>) {
  if (log.isError) {
    return (
      <ErrorState
        error={log.error}
        message={logTexts.loadFailed}
        onRetry={() => void log.refetch()}
        retrying={log.isFetching}
      />
    );
  }
  if (!log.data) return <Skeleton shape="rows" count={8} />;
  const { rows, total, isMore } = log.data;
  if (rows.length === 0 && page > 1) return <PastEnd onFirstPage={() => onPageChange(1)} />;
  if (rows.length === 0) return <EmptyState title={empty} />;
  return (
    <>
      <Table label={label} columns={columns} rows={rows} rowKey={(row) => row.id} />
      <Pagination
        label={logTexts.pages}
        page={page}
        pageSize={ACTIVITY_PAGE_SIZE}
        total={total}
        more={isMore ? { shown: rows.length } : undefined}
        onPageChange={onPageChange}
      />
    </>
  );
}
