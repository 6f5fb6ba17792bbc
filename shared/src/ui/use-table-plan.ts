import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { planTable, roomIn, type ColumnShape, type TablePlan } from './table-plan.ts';
import { useTextScale } from './use-text-scale.ts';

const REM = 16;

/**
 * Hook: where columns stand in the width of their own box, also after it changes. The box's width must not depend on
 * what is in it (`container-type: inline-size`).
 */
export function useTablePlan(box: RefObject<HTMLElement | null>, columns: readonly ColumnShape[]): TablePlan {
  const rem = REM * useTextScale();
  const [room, setRoom] = useState(() => roomIn(innerWidth, rem));
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    // A quarter rem more or less changes no plan; the window's width where nothing is laid out.
    const measure = () => setRoom(Math.floor(roomIn(element.clientWidth || innerWidth, rem) * 4) / 4);
    measure();
    if (!('ResizeObserver' in globalThis)) return undefined;
    const size = new ResizeObserver(measure);
    size.observe(element);
    return () => size.disconnect();
  }, [box, rem]);
  return useMemo(() => planTable(columns, room), [columns, room]);
}
