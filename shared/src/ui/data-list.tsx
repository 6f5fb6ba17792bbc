import type { ReactNode } from 'react';
import { withRequestCode } from '#src/values/request-code.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { listTexts } from './list-texts.ts';
import { Loaded } from './loaded.tsx';
import { Pagination, type PaginationProps } from './pagination.tsx';
import { PastEnd } from './past-end.tsx';
import { Skeleton } from './skeleton.tsx';
import { uiTexts } from './texts.ts';
import { useOutageShown } from './use-outage-shown.ts';

/** A query of a page of rows, or of several. */
interface RowsQuery {
  error: unknown;
  isFetching: boolean;
  /** The rows are those of the filters or the page before, while those asked for are read. */
  isPlaceholderData?: boolean;
  refetch: () => Promise<unknown>;
}

export interface DataListProps<Row> {
  query: RowsQuery;
  /** The rows that the query has read; undefined before. */
  rows: readonly Row[] | undefined;
  /** Says that the list could not be read. */
  loadFailed: string;
  /** Says what can be done about that. */
  failedHint?: ReactNode;
  /** Rows of the placeholder while it loads, its text if it is a special one, and the class of its box. */
  skeleton?: { rows: number; label?: string; className?: string };
  /** Says that there is nothing at all; with a hint, and what can be done about it. */
  empty: { title: string; hint?: ReactNode; actions?: ReactNode };
  /** While something is filtered or searched: says that nothing fits it, where else to look, and takes it off. */
  filtered?: { title: string; hint?: ReactNode; actions?: ReactNode; onClear: () => void } | false;
  /** The page that is shown, of a list in pages. */
  pages?: PaginationProps;
  /** Reads more rows below, in a list without pages; absent if there are none. */
  more?: { isLoading: boolean; onMore: () => void } | false;
  /** Renders the content below the list in each state, around its pages (null without rows). */
  foot?: (pager: ReactNode) => ReactNode;
  /** The rows, of which there are some, for example in a VirtualTable. */
  children: (rows: readonly Row[]) => ReactNode;
}

/** Says that rows which are shown could not be read again; not if the banner of the connection says it (UI-04). */
export function StaleNote({
  query,
  loadFailed,
  failedHint,
}: Pick<DataListProps<never>, 'query' | 'loadFailed' | 'failedHint'>) {
  if (useOutageShown(query.error)) return null;
  return (
    <Banner
      tone="danger"
      action={
        <Button loading={query.isFetching} onClick={() => void query.refetch()}>
          {uiTexts.retry}
        </Button>
      }
    >
      <span>{withRequestCode(loadFailed, query.error)}</span> {failedHint && <span>{failedHint}</span>}
    </Banner>
  );
}

/**
 * A list of a screen in each of its states, the same everywhere: its rows, the placeholder, the failure with
 * 'Reintentar', in place of rows or above those from before, none at all, none with these filters, a page past the
 * end, pages or more rows.
 */
export function DataList<Row>({
  query,
  rows,
  loadFailed,
  failedHint,
  skeleton = { rows: 8 },
  empty,
  filtered,
  pages,
  more,
  foot = (pager) => pager,
  children,
}: DataListProps<Row>) {
  // An empty list of the filters before does not tell whether these find anything.
  const known = rows?.length === 0 && query.isPlaceholderData ? undefined : rows;
  const hasRows = known !== undefined && known.length > 0;
  return (
    <>
      {hasRows && query.error !== null && <StaleNote {...{ query, loadFailed, failedHint }} />}
      <Loaded
        query={{ ...query, data: known }}
        message={loadFailed}
        hint={failedHint}
        skeleton={
          <Skeleton
            shape="rows"
            label={skeleton.label}
            count={skeleton.rows}
            className={skeleton.className}
          />
        }
      >
        {(read) => {
          if (hasRows) return children(read);
          if (pages && pages.page > 1) return <PastEnd onFirstPage={() => pages.onPageChange(1)} />;
          if (filtered)
            return (
              <EmptyState
                title={filtered.title}
                actions={
                  <>
                    {filtered.actions}
                    <Button onClick={filtered.onClear}>{listTexts.clearFilters}</Button>
                  </>
                }
              >
                {filtered.hint}
              </EmptyState>
            );
          return (
            <EmptyState title={empty.title} actions={empty.actions}>
              {empty.hint}
            </EmptyState>
          );
        }}
      </Loaded>
      {foot(hasRows && pages ? <Pagination {...pages} /> : null)}
      {hasRows && more && (
        <Button loading={more.isLoading} loadingText={listTexts.loadingMore} onClick={more.onMore}>
          {listTexts.more}
        </Button>
      )}
    </>
  );
}
