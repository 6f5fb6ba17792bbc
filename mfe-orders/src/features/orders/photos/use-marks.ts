import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Mark, MarkKind, Point } from './marks.ts';

const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** A step by keyboard, as a share of the longer side; Shift makes it a fifth. */
const STEP = 1 / 20;

const within = (value: number, most: number) => Math.min(Math.max(value, 0), most);

function pointOf({ currentTarget: canvas, clientX, clientY }: PointerEvent<HTMLCanvasElement>): Point {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  return {
    x: within(((clientX - left) * canvas.width) / width, canvas.width),
    y: within(((clientY - top) * canvas.height) / height, canvas.height),
  };
}

/** The marks on a photo, drawn with a pointer or the keyboard. */
export function useMarks() {
  const [kind, setKind] = useState<MarkKind>('arrow');
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  const [from, setFrom] = useState<Point | null>(null);
  const [to, setTo] = useState<Point | null>(null);
  const [cursor, setCursor] = useState<Point | null>(null);
  const draft = from && to ? { kind, from, to } : null;
  const end = () => {
    if (draft && Math.hypot(draft.to.x - draft.from.x, draft.to.y - draft.from.y) >= 8)
      setMarks([...marks, draft]);
    setFrom(null);
    setTo(null);
  };
  const undo = () => (from ? setFrom(null) : setMarks(marks.slice(0, -1)));
  const pressKey = (event: KeyboardEvent<HTMLCanvasElement>) => {
    const { key, ctrlKey, metaKey, shiftKey, currentTarget: canvas } = event;
    const step = STEPS[key];
    const here = cursor ?? { x: canvas.width / 2, y: canvas.height / 2 };
    if (step) {
      const length = Math.max(canvas.width, canvas.height) * STEP * (shiftKey ? 0.2 : 1);
      const next = {
        x: within(here.x + step.x * length, canvas.width),
        y: within(here.y + step.y * length, canvas.height),
      };
      setCursor(next);
      if (from) setTo(next);
    } else if (key === 'Enter' || key === ' ') {
      if (from) end();
      else {
        setCursor(here);
        setFrom(here);
        setTo(here);
      }
    } else if ((key === 'z' && (ctrlKey || metaKey)) || (key === 'Escape' && from)) undo();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const pointer = {
    onPointerDown: (event: PointerEvent<HTMLCanvasElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      setCursor(null);
      setFrom(pointOf(event));
      setTo(pointOf(event));
    },
    onPointerMove: (event: PointerEvent<HTMLCanvasElement>) => {
      if (from && !cursor) setTo(pointOf(event));
    },
    onPointerUp: end,
    onPointerCancel: () => setFrom(null),
  };
  return { kind, setKind, marks: draft ? [...marks, draft] : marks, cursor, undo, pressKey, pointer };
}
