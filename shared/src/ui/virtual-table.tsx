import { useEffect, useRef, type RefObject } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { classNames } from './class-names.ts';
import type { TablePlan } from './table-plan.ts';
import { SortChoice } from './sort-choice.tsx';
import { TableCells, TableHead } from './table-rows.tsx';
import type { TableProps } from './table.tsx';
import { NARROW, useMediaQuery } from './use-media-query.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useTablePlan } from './use-table-plan.ts';
import { useTextScale } from './use-text-scale.ts';
import tableStyles from './table.module.css';
import styles from './virtual-table.module.css';

export interface VirtualTableProps<Row> extends TableProps<Row> {
  /** Height of the list in px; smaller if there are fewer rows. */
  height?: number;
  /** Least height of a row in px; it grows with the browser's text, and with what the row says. */
  rowHeight: number;
  /** Least height of a card in px. */
  cardHeight: number;
  /** Names the page, search and order of the rows: those of another one begin at the first. */
  view?: string;
}

const CARDS: TablePlan = { layout: 'cards', tracks: [], cells: [] };

/** Hook: the rows in view with their places, and the function that measures them. */
function useWindow<Row>(
  box: RefObject<HTMLElement | null>,
  { rows, rowKey, height = 600 }: Pick<VirtualTableProps<Row>, 'rows' | 'rowKey' | 'height'>,
  size: number,
) {
  // The virtualizer's own functions are never handed to memoized children.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => size,
    // Nothing of a row is cut.
    measureElement: (element) => (element instanceof HTMLElement && element.offsetHeight) || size,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
    overscan: 6,
    // Rendered before the first measurement too, so that rows do not flash in.
    initialRect: { width: 0, height },
  });
  useEffect(() => {
    virtualizer.measure();
    // The rows in view have their heights already, and no observer tells of them again.
    virtualizer.getTotalSize();
    virtualizer.elementsCache.forEach((element) => virtualizer.measureElement(element));
  }, [virtualizer, size]);
  return virtualizer;
}

/**
 * A Table of any length, in a box of its own that renders the rows in view. Below 768 px of the window it has cards.
 */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, columns, rows, sort, onSortChange, height = 600, rowHeight, cardHeight, view } = props;
  const box = useRef<HTMLDivElement>(null);
  const narrow = useMediaQuery(NARROW);
  const planned = useTablePlan(box, columns);
  const plan = narrow ? CARDS : planned;
  const isCards = plan.layout === 'cards';
  const size = Math.round((isCards ? cardHeight : rowHeight) * useTextScale());
  const virtualizer = useWindow(box, props, size);
  const shown = useRef(view);
  useEffect(() => {
    if (box.current && shown.current !== view) box.current.scrollTop = 0;
    shown.current = view;
  }, [view]);
  const onKeyDown = useRowKeys(box, rows.length, (index) => virtualizer.scrollToIndex(index));
  const tracks = plan.tracks
    .map(({ width, grows }) => (grows ? `minmax(${width}rem, ${width}fr)` : `${width}rem`))
    .join(' ');
  return (
    <div>
      {isCards && <SortChoice columns={columns} sort={sort} onSortChange={onSortChange} />}
      {/* Arrow keys are caught on their way up from the rows' controls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={box}
        className={classNames(tableStyles.box, styles.box)}
        style={{ maxHeight: height }}
        role="table"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        data-layout={plan.layout}
        // A box that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <TableHead
          plan={plan}
          columns={columns}
          sort={sort}
          onSortChange={onSortChange}
          className={styles.head}
          tracks={tracks || undefined}
        />
        <div
          className={classNames(tableStyles.body, styles.body)}
          role="rowgroup"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <div
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                className={classNames(
                  tableStyles.entry,
                  isCards ? tableStyles.card : tableStyles.row,
                  styles.row,
                )}
                role="row"
                aria-rowindex={item.index + 2}
                style={{
                  minHeight: size,
                  transform: `translateY(${item.start}px)`,
                  gridTemplateColumns: tracks || undefined,
                }}
              >
                <TableCells plan={plan} columns={columns} row={row} />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
