import { useState, type PointerEvent } from 'react';
import {
  dotAt,
  PATTERN_CANVAS_SIZE,
  visitDot,
  type Point,
} from '@taller/shared/orders/device-codes/pattern-lock.ts';

function pointOf(event: PointerEvent): Point {
  const box = event.currentTarget.getBoundingClientRect();
  const scale = PATTERN_CANVAS_SIZE / box.width;
  return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
}

interface PatternPointer {
  disabled: boolean;
  /** A pattern is begun. */
  onStart: () => void;
  /** The finger was lifted after at least one dot. */
  onDrawn: (dots: readonly number[]) => void;
}

/** Draws a pattern with mouse or finger. `drawing` is null while nobody draws. */
export function usePatternPointer({ disabled, onStart, onDrawn }: PatternPointer) {
  const [drawing, setDrawing] = useState<readonly number[] | null>(null);
  const [finger, setFinger] = useState<Point | null>(null);
  const visit = (event: PointerEvent, from: readonly number[]) => {
    const point = pointOf(event);
    const dot = dotAt(point);
    setFinger(point);
    setDrawing(dot === null ? from : visitDot(from, dot));
  };
  const release = () => {
    if (drawing && drawing.length > 0) onDrawn(drawing);
    setDrawing(null);
    setFinger(null);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLCanvasElement>) => {
      if (disabled || !event.isPrimary) return;
      // The drag goes on outside the canvas.
      event.currentTarget.setPointerCapture(event.pointerId);
      onStart();
      visit(event, []);
    },
    onPointerMove: (event: PointerEvent<HTMLCanvasElement>) => {
      if (drawing) visit(event, drawing);
    },
    onPointerUp: release,
    onPointerCancel: release,
  };
  return { drawing, finger, handlers };
}
