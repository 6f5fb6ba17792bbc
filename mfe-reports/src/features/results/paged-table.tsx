import { useState } from 'react';
import { Pagination } from '@taller/shared/ui/pagination.tsx';
import { Table, type TableProps } from '@taller/shared/ui/table.tsx';
import { NARROW, useMediaQuery } from '@taller/shared/ui/use-media-query.ts';
import { resultTexts } from '#src/features/results/texts.ts';

/** Rows of a page: a year of months where there is room, few where each row is a card. */
const ROWS = 12;
const CARDS = 6;

/** A Table of rows that are all known, in pages if they are many. */
export function PagedTable<Row>(props: TableProps<Row>) {
  const { label, rows } = props;
  const [asked, setPage] = useState(1);
  const size = useMediaQuery(NARROW) ? CARDS : ROWS;
  // Other filters may have fewer pages.
  const page = Math.min(asked, Math.max(Math.ceil(rows.length / size), 1));
  return (
    <>
      <Table {...props} rows={rows.slice((page - 1) * size, page * size)} />
      {rows.length > size && (
        <Pagination
          label={resultTexts.pagesOf(label)}
          page={page}
          pageSize={size}
          total={rows.length}
          onPageChange={setPage}
        />
      )}
    </>
  );
}
