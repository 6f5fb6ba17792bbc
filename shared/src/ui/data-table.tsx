import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { listTexts } from './list-texts.ts';
import { Loaded } from './loaded.tsx';
import { Pagination, type PaginationProps } from './pagination.tsx';
import { PastEnd } from './past-end.tsx';
import { Skeleton } from './skeleton.tsx';
import { Table, type TableProps } from './table.tsx';

/** A query of a page of rows, or of several. */
interface RowsQuery {
  error: unknown;
  isFetching: boolean;
  /** The rows are those of the filters or the page before, while those asked for are read. */
  isPlaceholderData?: boolean;
  refetch: () => Promise<unknown>;
}

export interface DataTableProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  query: RowsQuery;
  /** The rows that the query has read; undefined before. */
  rows: readonly Row[] | undefined;
  /** Says that the list could not be read. */
  loadFailed: string;
  /** Says what can be done about that. */
  failedHint?: ReactNode;
  /** Rows of the placeholder while it loads, and its text if it is a special one. */
  skeleton?: { rows: number; label?: string };
  /** Says that there is nothing at all; with a hint, and what can be done about it. */
  empty: { title: string; hint?: ReactNode; actions?: ReactNode };
  /** While something is filtered or searched: says that nothing fits it, and takes it off. */
  filtered?: { title: string; hint?: ReactNode; onClear: () => void } | false;
  /** The page that is shown, of a list in pages. */
  pages?: PaginationProps;
  /** Reads more rows below, in a list without pages; absent if there are none. */
  more?: { isLoading: boolean; onMore: () => void } | false;
  /** The rows in another table than a plain one, for example a VirtualTable. */
  table?: (props: TableProps<Row>) => ReactNode;
}

/**
 * A list of a screen, the same everywhere: its rows as their box has room, the placeholder, the failure with
 * 'Reintentar', none at all, none with these filters, a page past the end, pages or more rows.
 */
export function DataTable<Row>({
  query,
  rows,
  loadFailed,
  failedHint,
  skeleton = { rows: 8 },
  empty,
  filtered,
  pages,
  more,
  table = (props) => <Table {...props} />,
  ...list
}: DataTableProps<Row>) {
  // An empty list of the filters before does not tell whether these find anything.
  const known = rows?.length === 0 && query.isPlaceholderData ? undefined : rows;
  return (
    <Loaded
      query={{ ...query, data: known }}
      message={loadFailed}
      hint={failedHint}
      skeleton={<Skeleton shape="rows" label={skeleton.label} count={skeleton.rows} />}
    >
      {(read) => {
        if (read.length === 0 && pages && pages.page > 1)
          return <PastEnd onFirstPage={() => pages.onPageChange(1)} />;
        if (read.length === 0 && filtered)
          return (
            <EmptyState
              title={filtered.title}
              actions={<Button onClick={filtered.onClear}>{listTexts.clearFilters}</Button>}
            >
              {filtered.hint}
            </EmptyState>
          );
        if (read.length === 0)
          return (
            <EmptyState title={empty.title} actions={empty.actions}>
              {empty.hint}
            </EmptyState>
          );
        return (
          <>
            <div>{table({ ...list, rows: read })}</div>
            {pages && <Pagination {...pages} />}
            {more && (
              <Button loading={more.isLoading} loadingText={listTexts.loadingMore} onClick={more.onMore}>
                {listTexts.more}
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
