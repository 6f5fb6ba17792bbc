import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from '@taller/shared/runtime';
import { useMediaQuery } from '@taller/shared/ui/use-media-query.ts';
import { idField, readAddress, writeAddress } from '@taller/shared/values/address-state.ts';

const FIELDS = { id: idField('ver') };
/** Windows that have room for the panel beside the list. */
const WIDE = '(min-width: 1180px)';
/**
 * How long the focus rests on a row before its order is read, in ms: whoever runs through the list with the arrows
 * did not open the orders in between, and nothing is logged for them.
 */
const REST_MS = 150;

/** The order beside the list, and the stable functions that change it. */
export interface Peek {
  /** Whether the window is wide enough. */
  offered: boolean;
  /** Null if there is none, or no room. */
  id: string | null;
  open: (id: string) => void;
  close: () => void;
  /** Shows another order once the focus has rested on it; only if there is one already. */
  follow: (id: string) => void;
  /** Forgets what `follow` was waiting for. */
  settle: () => void;
}

/** The order beside the list, in the address: a reload keeps it, and Back closes it (ORD-85). */
export function usePeek(): Peek {
  const offered = useMediaQuery(WIDE);
  const [params, setParams] = useSearchParams();
  const id = offered ? readAddress(FIELDS, params).id : null;
  const latest = useRef({ id, setParams });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = { id, setParams };
  });
  const settle = useCallback(() => clearTimeout(timer.current), []);
  // Elsewhere it would change the address of the next screen.
  useEffect(() => settle, [settle]);
  const show = useCallback(
    (next: string | null) => {
      settle();
      const { id: now, setParams: set } = latest.current;
      if (next === now) return;
      const replace = now !== null;
      set((address) => writeAddress(FIELDS, address, { id: next }), { replace });
    },
    [settle],
  );
  const follow = useCallback(
    (next: string) => {
      settle();
      timer.current = setTimeout(() => {
        // Closing focuses the row too: a closed panel stays closed.
        if (latest.current.id !== null) show(next);
      }, REST_MS);
    },
    [settle, show],
  );
  const close = useCallback(() => show(null), [show]);
  return { offered, id, open: show, close, follow, settle };
}
