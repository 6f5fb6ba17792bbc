import { useRef, type ReactNode } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { classNames } from './class-names.ts';
import { ariaSort, ColumnHeader, type Sort } from './sort-header.tsx';
import type { Column } from './table.tsx';
import { NARROW, useMediaQuery } from './use-media-query.ts';
import { useTextScale } from './use-text-scale.ts';
import hiddenStyles from './hidden.module.css';
import styles from './virtual-table.module.css';

export interface VirtualTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Height of the list in px; smaller if there are fewer rows. */
  height?: number;
  /** Height of a row in px, from 768 px of width upwards; it grows with the browser's text. */
  rowHeight: number;
  /** Height of a row in px below that. */
  narrowRowHeight: number;
  /** The row as a card, below 768 px of width. */
  card: (row: Row) => ReactNode;
  sort?: Sort | null;
  onSortChange?: (sort: Sort) => void;
  /** Marks rows for styling and tests, for example the keyboard's current row. */
  isSelected?: (row: Row) => boolean;
}

interface HeaderRowProps<Row> extends Pick<
  VirtualTableProps<Row>,
  'label' | 'columns' | 'sort' | 'onSortChange'
> {
  /** The widths of the columns; undefined for cards, whose one header is for screen readers. */
  tracks: string | undefined;
}

function HeaderRow<Row>({ label, columns, sort, onSortChange, tracks }: HeaderRowProps<Row>) {
  return (
    <div className={tracks ? styles.header : hiddenStyles.hidden} role="rowgroup">
      <div className={styles.row} role="row" aria-rowindex={1} style={{ gridTemplateColumns: tracks }}>
        {tracks ? (
          columns.map((column) => (
            <div
              key={column.id}
              className={styles.cell}
              role="columnheader"
              data-align={column.align}
              aria-sort={ariaSort(sort, column.id)}
            >
              <ColumnHeader column={column} sort={sort} onSortChange={onSortChange} />
            </div>
          ))
        ) : (
          <span role="columnheader">{label}</span>
        )}
      </div>
    </div>
  );
}

function Cells<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return columns.map((column) => (
    <div key={column.id} className={styles.cell} role="cell" data-align={column.align}>
      {column.cell(row)}
    </div>
  ));
}

/** Rows grow with the text; a card in which larger text takes more lines is as high as them. */
function useRowSize(usual: number, narrow: boolean) {
  const scale = useTextScale();
  return { size: Math.round(usual * scale), isMeasured: narrow && scale > 1 };
}

/**
 * A windowed list of any length: a table on desktop, cards on phones. Roles and counts describe the whole table to
 * screen readers.
 */
export function VirtualTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  height = 600,
  rowHeight,
  narrowRowHeight,
  card,
  sort,
  onSortChange,
  isSelected,
}: VirtualTableProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const narrow = useMediaQuery(NARROW);
  const { size, isMeasured } = useRowSize(narrow ? narrowRowHeight : rowHeight, narrow);
  // The virtualizer's own functions are never handed to memoized children.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => size,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
    overscan: 6,
    // Rendered before the first measurement too, so that rows do not flash in.
    initialRect: { width: 0, height },
  });
  const tracks = columns.map((column) => column.width ?? 'minmax(6rem, 1fr)').join(' ');
  return (
    <div
      key={size}
      ref={box}
      className={styles.box}
      style={{ maxHeight: height }}
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      // A box that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <HeaderRow
        label={label}
        columns={columns}
        sort={sort}
        onSortChange={onSortChange}
        tracks={narrow ? undefined : tracks}
      />
      <div className={styles.body} role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <div
              key={item.key}
              ref={isMeasured ? virtualizer.measureElement : undefined}
              data-index={item.index}
              className={classNames(styles.row, narrow && styles.card)}
              role="row"
              aria-rowindex={item.index + 2}
              aria-selected={isSelected ? isSelected(row) : undefined}
              style={{
                ...(isMeasured ? { minHeight: size } : { height: item.size }),
                transform: `translateY(${item.start}px)`,
                gridTemplateColumns: narrow ? undefined : tracks,
              }}
            >
              {narrow ? <div role="cell">{card(row)}</div> : <Cells columns={columns} row={row} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}
