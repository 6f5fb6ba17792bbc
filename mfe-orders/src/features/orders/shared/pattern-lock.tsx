import { useEffect, useId, useRef, useState } from 'react';
import Play from 'lucide-react/icons/play';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import {
  formatPattern,
  parsePattern,
  patternSteps,
  PATTERN_CANVAS_SIZE,
  PATTERN_SEGMENT_MS,
} from '@taller/shared/orders/device-codes/pattern-lock.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { orderViewTexts } from '#src/features/orders/view/texts.ts';
import { drawPattern } from './draw-pattern.ts';
import hiddenStyles from '@taller/shared/ui/hidden.module.css';
import styles from './pattern-lock.module.css';
import { usePatternKeys } from './use-pattern-keys.ts';
import { usePatternPointer } from './use-pattern-pointer.ts';

/** Plays a pattern of `length` dots back, one by one. `lit` is how many are lit; null while nothing plays. */
function usePatternReplay(length: number) {
  const [lit, setLit] = useState<number | null>(null);
  useEffect(() => {
    if (lit === null) return undefined;
    const timer = setTimeout(() => setLit(lit >= length ? null : lit + 1), PATTERN_SEGMENT_MS);
    return () => clearTimeout(timer);
  }, [lit, length]);
  return { lit, play: () => setLit(1) };
}

const texts = orderViewTexts.lock;

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
  const stored = parsePattern(value) ?? [];
  const { lit, play } = usePatternReplay(stored.length);
  const blocked = lit !== null;
  const readOnly = !onChange;
  const change = (dots: readonly number[]) => onChange?.(formatPattern(dots));
  const keys = usePatternKeys({ disabled: readOnly || blocked, dots: stored, onChange: change });
  const pointer = usePatternPointer({
    disabled: readOnly || blocked,
    onStart: keys.hide,
    onDrawn: change,
  });
  const { cursor } = keys;
  const dots = pointer.drawing ?? stored;
  const shown = lit === null ? dots : stored.slice(0, lit);
  useEffect(() => {
    if (canvas.current) drawPattern(canvas.current, { dots: shown, finger: pointer.finger, cursor });
  });

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
        aria-label={readOnly ? texts.value(patternSteps(value)) : label}
        aria-describedby={statusId}
        tabIndex={readOnly ? undefined : 0}
        {...pointer.handlers}
        {...keys.handlers}
      />
      <p id={statusId} className={styles.value} role="status">
        <span>
          {blocked
            ? texts.playing
            : dots.length > 0
              ? texts.value(patternSteps(formatPattern(dots)))
              : texts.blank}
        </span>
        {cursor !== null && <span className={hiddenStyles.hidden}> {texts.dot(cursor)}</span>}
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
          onClick={play}
        >
          {texts.play}
        </Button>
      </div>
      {!readOnly && <p className={styles.help}>{texts.help}</p>}
    </div>
  );
}
