import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { OrderListItem } from '@taller/shared/orders/order-list-query.ts';
import { NARROW, useMediaQuery } from '@taller/shared/ui/use-media-query.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import styles from './order-list.module.css';
import { OrderRow, type OrderRowProps } from './order-row.tsx';
import { useGrowingWindow } from './use-growing-window.ts';

/** Measures of the list, in px (ORD-02). */
export const LIST_HEIGHT = 600;
export const ROW_HEIGHT = 88;
export const NARROW_ROW_HEIGHT = 180;

/** What the desk may ask of the list. */
export interface OrderListHandle {
  focusFirst: () => void;
  /** To the order, or to the list if it is not on this page. */
  focusOrder: (id: string) => void;
  scrollToTop: () => void;
  /** Nothing would jump under a finger: at the top, and no pointer or focus inside. */
  isAtRest: () => boolean;
}

interface OrderListProps extends Omit<OrderRowProps, 'order' | 'deleted'> {
  orders: readonly OrderListItem[];
  deletedIds: ReadonlySet<string>;
  /** Changes with search, filters and page: the list then starts at its top. */
  listKey: string;
  /** A newer page is on its way. */
  busy: boolean;
  ref: Ref<OrderListHandle>;
}

/** The windowed list (ORD-02): rows in view first, the rest of the page when the browser is idle. Arrow keys go from order to order, Enter opens; Tab reaches what a row offers. */
export function OrderList({ orders, deletedIds, listKey, busy, ref, ...row }: OrderListProps) {
  const box = useRef<HTMLDivElement>(null);
  const narrow = useMediaQuery(NARROW);
  const size = narrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT;
  const [scrolling, setScrolling] = useState(false);
  const overscan = useGrowingWindow({ listKey, rowCount: orders.length, busy, scrolling });
  // The virtualizer's own functions are never handed to memoized children.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: orders.length,
    getScrollElement: () => box.current,
    estimateSize: () => size,
    getItemKey: (index) => orders[index]?.id ?? index,
    overscan,
    onChange: ({ isScrolling }) => setScrolling(isScrolling),
    // Drawn before the first measurement too, so that rows never flash in.
    initialRect: { width: 0, height: LIST_HEIGHT },
  });
  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer, size]);
  useEffect(() => {
    box.current?.scrollTo({ top: 0, behavior: 'instant' });
  }, [listKey]);

  /** The row that the focus is on its way to: it may be drawn only some frames after the scroll. */
  const target = useRef<number | null>(null);
  const focusRow = (index: number) => {
    target.current = index;
    virtualizer.scrollToIndex(index);
    const attempt = (frames: number) => {
      if (target.current !== index) return;
      const link = box.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-order-link]`);
      if (link || frames === 0) target.current = null;
      else requestAnimationFrame(() => attempt(frames - 1));
      link?.focus({ preventScroll: true });
    };
    attempt(30);
  };
  useImperativeHandle(ref, () => ({
    focusFirst: () => focusRow(0),
    focusOrder: (id) => {
      const index = orders.findIndex((order) => order.id === id);
      if (index >= 0) focusRow(index);
      else box.current?.focus({ preventScroll: true });
    },
    scrollToTop: () => box.current?.scrollTo({ top: 0 }),
    isAtRest: () => {
      const element = box.current;
      return (
        !element ||
        (element.scrollTop === 0 && !element.matches(':hover') && !element.contains(document.activeElement))
      );
    },
  }));

  const handleKey = (event: KeyboardEvent) => {
    const element = event.target;
    if (!(element instanceof HTMLElement) || element.matches('input, select, textarea')) return;
    const last = orders.length - 1;
    const focused = Number(element.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1);
    const current = target.current ?? focused;
    const next = { ArrowDown: current + 1, ArrowUp: Math.max(0, current - 1), Home: 0, End: last }[event.key];
    if (next === undefined || next > last) return;
    event.preventDefault();
    focusRow(next);
  };

  return (
    // Arrow keys are caught on their way up from the rows' links.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={box}
      className={styles.box}
      style={{ maxHeight: LIST_HEIGHT }}
      role="list"
      aria-label={orderTexts.desk.list}
      aria-busy={busy}
      // A box that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={handleKey}
    >
      <div className={styles.body} style={{ height: virtualizer.getTotalSize() }} role="presentation">
        {virtualizer.getVirtualItems().map((item) => {
          const order = orders[item.index];
          if (order === undefined) return null;
          return (
            <div
              key={item.key}
              className={styles.item}
              role="listitem"
              aria-setsize={orders.length}
              aria-posinset={item.index + 1}
              data-index={item.index}
              // A row lies above the next one: the price being changed is higher than its place.
              style={{
                height: item.size,
                transform: `translateY(${item.start}px)`,
                zIndex: orders.length - item.index,
              }}
            >
              <OrderRow order={order} deleted={deletedIds.has(order.id)} {...row} />
            </div>
          );
        })}
      </div>
    </div>
  );
}
