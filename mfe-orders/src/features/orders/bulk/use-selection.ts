import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { BULK_LIMIT } from '@taller/shared/orders/bulk-rules.ts';
import type { BulkOutcome } from '@taller/shared/orders/status-mutations.ts';
import type { OrderListItem } from '@taller/shared/orders/order-list-queries.ts';
import { getSession, toast } from '@taller/shared/runtime';
import { bulkTexts } from './texts.ts';

type Selected = ReadonlyMap<string, OrderListItem>;
const NONE: Selected = new Map();

/** The selection as last seen, for the way back from an order. Stored per user, since it has customers' names. */
let left: { owner: string; selected: Selected } = { owner: '', selected: NONE };
const owner = () => getSession().user?.id ?? '';

/** The selection with its rows updated: a later change applies to the order as it was on the screen. */
function renewed(selected: Selected, orders: readonly OrderListItem[]): Selected {
  const changed = orders.filter((order) => {
    const known = selected.get(order.id);
    return known && known !== order && known.version <= order.version;
  });
  if (changed.length === 0) return selected;
  const next = new Map(selected);
  for (const order of changed) next.set(order.id, order);
  return next;
}

/** The selection with more orders, up to the limit. */
function joined(selected: Selected, orders: readonly OrderListItem[]): Selected {
  const next = new Map(selected);
  for (const order of orders) {
    if (!next.has(order.id) && next.size >= BULK_LIMIT) {
      toast.info(bulkTexts.full(BULK_LIMIT));
      break;
    }
    next.set(order.id, order);
  }
  return next;
}

export type Selection = ReturnType<typeof useSelection>;

/**
 * The orders selected on the desk's pages (ORD-78). It survives live changes, paging, and a look at an order, not a
 * reload.
 * @param orders the page on the screen.
 */
export function useSelection(orders: readonly OrderListItem[]) {
  const [selected, setSelected] = useState<Selected>(() => (left.owner === owner() ? left.selected : NONE));
  const [seen, setSeen] = useState(orders);
  if (seen !== orders) {
    setSeen(orders);
    setSelected(renewed(selected, orders));
  }
  /** The page and the selection, for handlers that stay the same from one rendering to the next. */
  const now = useRef({ orders, selected });
  useEffect(() => {
    now.current = { orders, selected };
    left = { owner: owner(), selected };
  }, [orders, selected]);
  /** The start of a range: the row that was selected last. */
  const anchor = useRef<string | null>(null);

  const toggle = useCallback((order: OrderListItem, range: boolean) => {
    const { orders: page, selected: before } = now.current;
    const from = page.findIndex(({ id }) => id === anchor.current);
    const to = page.findIndex(({ id }) => id === order.id);
    anchor.current = order.id;
    if (range && from >= 0 && to >= 0)
      setSelected(joined(before, page.slice(Math.min(from, to), Math.max(from, to) + 1)));
    else if (before.has(order.id)) setSelected(new Map([...before].filter(([id]) => id !== order.id)));
    else setSelected(joined(before, [order]));
  }, []);
  const clear = useCallback(() => {
    anchor.current = null;
    setSelected(NONE);
  }, []);
  const selectPage = useCallback(() => setSelected(joined(now.current.selected, now.current.orders)), []);
  /** Removes changed and deleted orders from the selection after a change; the others stay with the server's reason. */
  const settle = useCallback((outcomes: readonly BulkOutcome[]) => {
    const next = new Map(now.current.selected);
    for (const { id, outcome, version, status, technician_id } of outcomes) {
      const order = next.get(id);
      if (outcome === 'done' || outcome === 'gone') next.delete(id);
      else if (order && version !== null && status)
        next.set(id, { ...order, version, status, technician_id });
    }
    setSelected(next);
  }, []);
  /**
   * The list's keys: x selects the focused row, Shift with an arrow also the next one, Ctrl+A the page, Escape none.
   * @returns whether the key is done with; an arrow goes on to move the focus.
   */
  const handleKey = useCallback(
    (event: KeyboardEvent, focused: number, next: number | undefined): boolean => {
      const { orders: page, selected: before } = now.current;
      const [order, target] = [page[focused], next === undefined ? undefined : page[next]];
      const command = event.ctrlKey || event.metaKey;
      if (event.key === 'x' && !command && !event.altKey && order) toggle(order, false);
      else if (event.key.toLowerCase() === 'a' && command) selectPage();
      else if (event.key === 'Escape' && before.size > 0) clear();
      else if (event.shiftKey && order && target) {
        anchor.current = target.id;
        setSelected(joined(before, [order, target]));
        return false;
      } else return false;
      return true;
    },
    [toggle, selectPage, clear],
  );
  return useMemo(
    () => ({ selected, toggle, clear, selectPage, settle, handleKey }),
    [selected, toggle, clear, selectPage, settle, handleKey],
  );
}
