import { useImperativeHandle, useRef, type KeyboardEvent, type Ref } from 'react';
import type { OrderListItem } from '@taller/shared/orders/order-list-queries.ts';
import { nextRow, useRowFocus } from '@taller/shared/ui/use-row-keys.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import styles from './order-list.module.css';
import { OrderRow, type OrderRowProps } from './order-row.tsx';
import type { Selection } from '../bulk/use-selection.ts';
import { LIST_HEIGHT, useOrderWindow } from './use-order-window.ts';

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
    const next = nextRow(event.key, current, last);
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
