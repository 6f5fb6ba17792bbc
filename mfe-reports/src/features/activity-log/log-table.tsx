import { ACTIVITY_PAGE_SIZE } from '@taller/shared/activity/activity-queries.ts';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
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
  return (
    <Loaded query={log} message={logTexts.loadFailed} skeleton={<Skeleton shape="rows" count={8} />}>
      {({ rows, total, isMore }) => {
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
      }}
    </Loaded>
  );
}
