import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { ariaSort, ColumnHeader, type Sort } from './sort-header.tsx';
import hiddenStyles from './hidden.module.css';
import styles from './table.module.css';
import { NARROW, useMediaQuery } from './use-media-query.ts';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for amounts. */
  align?: 'start' | 'end';
  sortable?: boolean;
  /** A track of grid-template-columns for VirtualTable, for example '8rem' or 'minmax(10rem, 2fr)'. */
  width?: string;
}

export interface TableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  sort?: Sort | null;
  onSortChange?: (sort: Sort) => void;
  /**
   * Layout on phones. `scroll`: horizontal scrolling (default). `compact`: narrow cells with multi-line headers, for a
   * few short columns. `stack`: a row's cells stacked, end-aligned ones next to them. `labelled`: like a block per row,
   * with its first cell as heading and column names before the others, for many columns that need labels.
   */
  narrow?: 'scroll' | 'compact' | 'stack' | 'labelled';
}

/** Explicit roles: with another CSS display ('stack'), browsers drop the table semantics. */
const ROLES = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

/** A plain table for up to a few dozen rows; scrolls horizontally if it does not fit. */
export function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
  sort,
  onSortChange,
  narrow = 'scroll',
}: TableProps<Row>) {
  const onPhone = useMediaQuery(NARROW);
  if (narrow === 'labelled' && onPhone) {
    return <Blocks label={label} columns={columns} rows={rows} rowKey={rowKey} />;
  }
  return (
    // A box that scrolls must be reachable by keyboard, or its columns are not.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      <table {...ROLES.table} className={classNames(styles.table, styles[narrow])} aria-label={label}>
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

/** Rows as blocks, for phones. Still a table for screen readers. */
function Blocks<Row>({ label, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <div role="table" aria-label={label} className={styles.blocks}>
      <div role="rowgroup" className={hiddenStyles.hidden}>
        <div role="row">
          {columns.map((column) => (
            <span key={column.id} role="columnheader">
              {column.header}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup">
        {rows.map((row) => (
          <div key={rowKey(row)} role="row" className={styles.block}>
            {columns.map((column, index) => (
              <div key={column.id} role="cell" className={index === 0 ? styles.headline : styles.pair}>
                {index > 0 && (
                  <span className={styles.name} aria-hidden="true">
                    {column.header}
                  </span>
                )}
                <div className={styles.value}>{column.cell(row)}</div>
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
