import type { ReactNode } from 'react';
import { ariaSort, SortHeader, type Sort } from './sort-header.tsx';
import styles from './table.module.css';

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
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  sort?: Sort | null;
  onSortChange?: (sort: Sort) => void;
}

/** An ordinary table for up to a few dozen rows; scrolls sideways by itself where it does not fit. */
export function Table<Row>({ label, columns, rows, rowKey, sort, onSortChange }: TableProps<Row>) {
  return (
    // A box that scrolls must be reachable by keyboard, or its columns are not.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" data-align={column.align} aria-sort={ariaSort(sort, column.id)}>
                {column.sortable && onSortChange ? (
                  <SortHeader
                    label={column.header}
                    column={column.id}
                    sort={sort}
                    onSortChange={onSortChange}
                  />
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.id} data-align={column.align}>
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
