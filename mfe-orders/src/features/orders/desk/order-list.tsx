import { useImperativeHandle, useRef, type KeyboardEvent, type Ref, type RefObject } from 'react';
import type { OrderListItem } from '@taller/shared/orders/order-list-queries.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import styles from './order-list.module.css';
import { OrderRow, type OrderRowProps } from './order-row.tsx';
import type { Selection } from '../bulk/use-selection.ts';
import { LIST_HEIGHT, useOrderWindow } from './use-order-window.ts';

/** Moves the focus between rows of a windowed list, by their index. */
function useRowFocus(box: RefObject<HTMLElement | null>, scrollToRow: (index: number) => void) {
  /** The row to be focused: it may be rendered only some frames after scrolling. */
  const target = useRef<number | null>(null);
  const focusRow = (index: number) => {
    target.current = index;
    scrollToRow(index);
    const attempt = (frames: number) => {
      if (target.current !== index) return;
      const link = box.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-order-link]`);
      if (link || frames === 0) target.current = null;
      else requestAnimationFrame(() => attempt(frames - 1));
      link?.focus({ preventScroll: true });
    };
    attempt(30);
  };
  /** The row that has the focus or is about to get it; -1 for none. */
  const focusedRow = (element: HTMLElement) =>
    target.current ?? Number(element.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1);
  return { focusRow, focusedRow };
}

/** The lines above and below the box's rows, in px. */
const BORDERS = 2;

/** Imperative handle of the list. */
export interface OrderListHandle {
  focusFirst: () => void;
  /** Focuses the order, or the list if it is not on this page. */
  focusOrder: (id: string) => void;
  scrollToTop: () => void;
  /** Whether rows may be inserted without disturbing the user: scrolled to the top, and no pointer or focus inside. */
  isAtRest: () => boolean;
}

export interface OrderListProps extends Omit<
  OrderRowProps,
  'order' | 'deleted' | 'selected' | 'selecting' | 'onSelect'
> {
  orders: readonly OrderListItem[];
  deletedIds: ReadonlySet<string>;
  /** Changes with search, filters and page: the list then scrolls to its top. */
  listKey: string;
  /** Rows of 56 px (ORD-66). */
  compact: boolean;
  /** The order that is beside the list. */
  besideId: string | null;
  /** A newer page is being loaded. */
  busy: boolean;
  selection: Selection;
  ref: Ref<OrderListHandle>;
}

/**
 * The windowed list (ORD-02): visible rows first, the rest of the page when the browser is idle. Arrow keys move
 * between orders, Enter opens; Tab reaches a row's controls.
 */
export function OrderList({
  orders,
  deletedIds,
  listKey,
  compact,
  besideId,
  busy,
  selection,
  ref,
  ...row
}: OrderListProps) {
  const box = useRef<HTMLDivElement>(null);
  const list = useOrderWindow({
    box,
    rowCount: orders.length,
    rowKey: (index) => orders[index]?.id ?? index,
    compact,
    busy,
    listKey,
  });
  const height = list.height + BORDERS;

  const { focusRow, focusedRow } = useRowFocus(box, list.scrollToRow);
  useImperativeHandle(ref, () => ({
    focusFirst: () => focusRow(0),
    focusOrder: (id) => {
      const index = orders.findIndex((order) => order.id === id);
      if (index >= 0) focusRow(index);
      else box.current?.focus({ preventScroll: true });
    },
    scrollToTop: list.scrollToTop,
    isAtRest: () => {
      const element = box.current;
      return (
        !element ||
        (list.isAtTop() && !element.matches(':hover') && !element.contains(document.activeElement))
      );
    },
  }));

  const handleKey = (event: KeyboardEvent) => {
    const element = event.target;
    if (
      !(element instanceof HTMLElement) ||
      element.matches('input:not([type="checkbox"]), select, textarea')
    )
      return;
    const last = orders.length - 1;
    const current = focusedRow(element);
    const next = { ArrowDown: current + 1, ArrowUp: Math.max(0, current - 1), Home: 0, End: last }[event.key];
    const isDone = selection.handleKey(event, current, next);
    if (!isDone && (next === undefined || next > last)) return;
    event.preventDefault();
    if (isDone || next === undefined) return;
    focusRow(next);
  };

  return (
    // Arrow keys are caught on their way up from the rows' links.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={box}
      className={styles.box}
      // The rest of the window, but no higher than its rows (order-list.module.css).
      style={list.narrow ? undefined : { minHeight: Math.min(LIST_HEIGHT, height), maxHeight: height }}
      role="list"
      aria-label={orderTexts.desk.list}
      aria-busy={busy}
      data-rows={compact ? 'compact' : undefined}
      // A box that scrolls must be reachable by keyboard.
      tabIndex={list.narrow ? -1 : 0}
      onKeyDown={handleKey}
    >
      <div className={styles.body} style={{ height: list.height }} role="presentation">
        {list.rows.map((item) => {
          const order = orders[item.index];
          if (order === undefined) return null;
          return (
            <div
              key={item.key}
              ref={list.measure}
              className={styles.item}
              role="listitem"
              aria-setsize={orders.length}
              aria-posinset={item.index + 1}
              aria-current={order.id === besideId ? 'true' : undefined}
              data-index={item.index}
              // Rows overlap the next one: the price editor is taller than its row.
              style={{ ...item.place, zIndex: orders.length - item.index }}
            >
              <OrderRow
                order={order}
                deleted={deletedIds.has(order.id)}
                selected={selection.selected.has(order.id)}
                selecting={selection.selected.size > 0}
                onSelect={selection.toggle}
                {...row}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
