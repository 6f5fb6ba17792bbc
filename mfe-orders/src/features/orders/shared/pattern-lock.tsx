import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { Play, RotateCcw } from 'lucide-react';
import {
  dotAt,
  formatPattern,
  parsePattern,
  PATTERN_CANVAS_SIZE,
  PATTERN_SEGMENT_MS,
  visitDot,
} from '@taller/shared/orders/device-codes/pattern-lock.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { orderViewTexts } from '#src/features/orders/view/texts.ts';
import { drawPattern } from './draw-pattern.ts';
import styles from './pattern-lock.module.css';

const texts = orderViewTexts.lock;
const MOVES: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 };

interface PatternLockProps {
  /** Dots joined by dashes, '1-2-3'; empty for none. */
  value: string;
  /** Called on release (mouse, touch), with each dot (keyboard) and on reset. Missing: read-only. */
  onChange?: (value: string) => void;
  label?: string;
  error?: string;
}

/** The 3x3 pattern lock (ORD-05): drawn with mouse, touch or keyboard, each dot once, with animated replay. */
export function PatternLock({ value, onChange, label = texts.label, error }: PatternLockProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const statusId = useId();
  const [drawing, setDrawing] = useState<readonly number[] | null>(null);
  const [finger, setFinger] = useState<{ x: number; y: number } | null>(null);
  /** Highlighted dots of the replay; null while nothing plays. */
  const [played, setPlayed] = useState<number | null>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const stored = parsePattern(value) ?? [];
  const dots = drawing ?? stored;
  const blocked = played !== null;
  const readOnly = !onChange;
  const shown = played === null ? dots : stored.slice(0, played);

  useEffect(() => {
    if (canvas.current) drawPattern(canvas.current, { dots: shown, finger, cursor });
  });
  useEffect(() => {
    if (played === null) return undefined;
    const timer = setTimeout(
      () => setPlayed(played >= stored.length ? null : played + 1),
      PATTERN_SEGMENT_MS,
    );
    return () => clearTimeout(timer);
  }, [played, stored.length]);

  const pointOf = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const scale = PATTERN_CANVAS_SIZE / box.width;
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
  };
  const visit = (event: PointerEvent, from: readonly number[]) => {
    const point = pointOf(event);
    const dot = dotAt(point);
    setFinger(point);
    setDrawing(dot === null ? from : visitDot(from, dot));
  };
  const handleDown = (event: PointerEvent<HTMLCanvasElement>) => {
    if (readOnly || blocked || !event.isPrimary) return;
    // Pointer capture: the drag continues outside the canvas.
    event.currentTarget.setPointerCapture(event.pointerId);
    setCursor(null);
    visit(event, []);
  };
  const handleMove = (event: PointerEvent<HTMLCanvasElement>) => {
    if (drawing) visit(event, drawing);
  };
  const release = () => {
    if (drawing && drawing.length > 0) onChange?.(formatPattern(drawing));
    setDrawing(null);
    setFinger(null);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (readOnly || blocked) return;
    const now = cursor ?? 5;
    const move = MOVES[event.key];
    if (move !== undefined) {
      const next = now + move;
      const leavesRow = Math.abs(move) === 1 && Math.floor((next - 1) / 3) !== Math.floor((now - 1) / 3);
      event.preventDefault();
      setCursor(next < 1 || next > 9 || leavesRow ? now : next);
    } else if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      setCursor(now);
      onChange?.(formatPattern(visitDot(stored, now)));
    } else if (event.key === 'Backspace' || event.key === 'Delete') {
      event.preventDefault();
      onChange?.(event.key === 'Delete' ? '' : formatPattern(stored.slice(0, -1)));
    }
  };

  return (
    <div className={styles.lock} role="group" aria-label={label}>
      <canvas
        ref={canvas}
        className={styles.canvas}
        width={PATTERN_CANVAS_SIZE}
        height={PATTERN_CANVAS_SIZE}
        data-locked={readOnly || blocked}
        data-playing={blocked || undefined}
        role={readOnly ? 'img' : 'application'}
        aria-label={readOnly ? texts.value(value) : label}
        aria-describedby={statusId}
        tabIndex={readOnly ? undefined : 0}
        onPointerDown={handleDown}
        onPointerMove={handleMove}
        onPointerUp={release}
        onPointerCancel={release}
        onKeyDown={handleKey}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setCursor(cursor ?? 5)}
        onBlur={() => setCursor(null)}
      />
      <p id={statusId} className={styles.value} role="status">
        {blocked ? texts.playing : dots.length > 0 ? texts.value(formatPattern(dots)) : texts.blank}
        {cursor !== null && <span className={styles.hidden}> {texts.dot(cursor)}</span>}
      </p>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <div className={styles.buttons}>
        {!readOnly && (
          <Button
            size="sm"
            icon={<RotateCcw aria-hidden="true" />}
            disabled={blocked || value === ''}
            onClick={() => onChange?.('')}
          >
            {texts.reset}
          </Button>
        )}
        <Button
          size="sm"
          icon={<Play aria-hidden="true" />}
          disabled={blocked || stored.length === 0}
          onClick={() => setPlayed(1)}
        >
          {texts.play}
        </Button>
      </div>
      {!readOnly && <p className={styles.help}>{texts.help}</p>}
    </div>
  );
}
