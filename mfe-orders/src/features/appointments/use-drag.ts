import { useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';
import type { ShopAppointment } from '@taller/shared/appointments/appointment-queries.ts';
import { dropTarget, type Span } from './week-layout.ts';

/** How far the pointer moves before it drags instead of presses, in pixels. */
const SLACK = 5;

/** A day and a time of the columns. */
export interface Slot {
  readonly day: string;
  readonly time: string;
}

interface Grip {
  row: ShopAppointment;
  x: number;
  y: number;
  /** Distance of the pointer from the block's upper edge. */
  below: number;
}

interface DragOptions {
  columns: RefObject<HTMLElement | null>;
  days: readonly string[];
  shown: Span;
  onDrop: (row: ShopAppointment, slot: Slot) => void;
}

/**
 * Drags appointments over the columns with mouse or pen; fingers scroll, and have the dialog. A drag that ends outside,
 * or with Escape, changes nothing.
 */
export function useDrag({ columns, days, shown, onDrop }: DragOptions) {
  const grip = useRef<Grip | null>(null);
  const [dragged, setDragged] = useState<{ id: string; slot: Slot | null } | null>(null);
  // The click that ends a drag is ignored.
  const wasDragged = useRef(false);

  const slotAt = (x: number, y: number, below: number): Slot | null => {
    const box = columns.current?.getBoundingClientRect();
    if (!box) return null;
    const minutes = ((y - below - box.top) / box.height) * (shown.until - shown.from);
    return dropTarget(days, shown, (x - box.left) / box.width, minutes);
  };
  const stop = () => {
    grip.current = null;
    setDragged(null);
  };
  const handlers = (row: ShopAppointment) => ({
    onPointerDown: (event: ReactPointerEvent<HTMLElement>) => {
      wasDragged.current = false;
      if (event.button !== 0 || event.pointerType === 'touch') return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const below = event.clientY - event.currentTarget.getBoundingClientRect().top;
      grip.current = { row, x: event.clientX, y: event.clientY, below };
    },
    onPointerMove: (event: ReactPointerEvent<HTMLElement>) => {
      const held = grip.current;
      if (!held) return;
      if (!dragged && Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK) return;
      wasDragged.current = true;
      setDragged({ id: held.row.id, slot: slotAt(event.clientX, event.clientY, held.below) });
    },
    onPointerUp: (event: ReactPointerEvent<HTMLElement>) => {
      const held = grip.current;
      const slot = held && dragged && slotAt(event.clientX, event.clientY, held.below);
      stop();
      if (held && slot) onDrop(held.row, slot);
    },
    onPointerCancel: stop,
    onLostPointerCapture: stop,
    onKeyDown: (event: { key: string }) => {
      if (event.key === 'Escape') stop();
    },
  });
  return { dragged, handlers, wasDragged: () => wasDragged.current };
}
