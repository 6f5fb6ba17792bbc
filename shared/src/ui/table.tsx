import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { ariaSort, ColumnHeader, type Sort } from './sort-header.tsx';
import styles from './table.module.css';
import { NARROW, useMediaQuery } from './use-media-query.ts';
import hiddenStyles from './hidden.module.css';
import tableBlocks from './table-blocks.module.css';

/**
 * Rows as blocks, for phones: a row's first cell is its heading, the others follow as their columns say. Still a table
 * for screen readers. Columns that sort are buttons above the rows.
 */
function TableBlocks<Row>({ label, columns, rows, rowKey, sort, onSortChange }: TableProps<Row>) {
  const sorts = onSortChange !== undefined && columns.some(({ sortable }) => sortable);
  return (
    <div role="table" aria-label={label} className={tableBlocks.blocks}>
      <div role="rowgroup" className={sorts ? tableBlocks.header : hiddenStyles.hidden}>
        <div role="row" className={tableBlocks.headers}>
          {columns.map((column) => (
            <span
              key={column.id}
              role="columnheader"
              aria-sort={ariaSort(sort, column.id)}
              className={column.sortable ? undefined : hiddenStyles.hidden}
            >
              <ColumnHeader column={column} sort={sort} onSortChange={onSortChange} />
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup">
        {rows.map((row) => (
          <div key={rowKey(row)} role="row" className={tableBlocks.block}>
            {columns.map(({ id, header, cell, phone = 'pair' }, index) => (
              <div key={id} role="cell" className={index === 0 ? tableBlocks.headline : tableBlocks[phone]}>
                {index > 0 && phone === 'pair' && (
                  <span className={tableBlocks.name} aria-hidden="true">
                    {header}
                  </span>
                )}
                <div className={tableBlocks.value}>{cell(row)}</div>
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for amounts. */
  align?: 'start' | 'end';
  sortable?: boolean;
  /**
   * A track of grid-template-columns for VirtualTable, for example '8rem' or 'minmax(10rem, 2fr)'; the column's share
   * of a Table, for example '20%', so that tables under each other have the same columns.
   */
  width?: string;
  /**
   * Its place in a row's block on phones. `pair`: its name and its value (default). `line`: a value that needs no name.
   * `side`: such a value, beside the row's heading.
   */
  phone?: 'pair' | 'line' | 'side';
}

export interface TableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  sort?: Sort | null;
  onSortChange?: (sort: Sort) => void;
}

/** Explicit roles, as those of the blocks. */
const ROLES = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

/** A name and a few figures stay a table on phones. */
const isFigures = <Row,>(columns: readonly Column<Row>[]): boolean =>
  columns.length <= 4 && columns.slice(1).every(({ align }) => align === 'end');

/** A plain table for up to a few dozen rows, on phones a block for each row. Scrolls sideways if it does not fit. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, sort, onSortChange } = props;
  const onPhone = useMediaQuery(NARROW);
  if (onPhone && !isFigures(columns)) return <TableBlocks {...props} />;
  const hasWidths = columns.some(({ width }) => width !== undefined);
  return (
    // A box that scrolls must be reachable by keyboard, or its columns are not.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      <table
        {...ROLES.table}
        className={classNames(styles.table, hasWidths && styles.fixed)}
        aria-label={label}
      >
        {hasWidths && (
          <colgroup>
            {columns.map(({ id, width }) => (
              <col key={id} style={{ inlineSize: width }} />
            ))}
          </colgroup>
        )}
        <thead {...ROLES.rowgroup}>
          <tr {...ROLES.row}>
            {columns.map((column) => (
              <th
                key={column.id}
                {...ROLES.columnheader}
                scope="col"
                data-align={column.align}
                aria-sort={ariaSort(sort, column.id)}
              >
                <ColumnHeader column={column} sort={sort} onSortChange={onSortChange} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...ROLES.rowgroup}>
          {rows.map((row) => (
            <tr key={rowKey(row)} {...ROLES.row}>
              {columns.map((column) => (
                <td key={column.id} {...ROLES.cell} data-align={column.align}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
