import { figureTexts } from '#src/features/figures/texts.ts';
import styles from './key-figure.module.css';

const WIDTH = 120;
const HEIGHT = 32;
/** Room for the line's own width. */
const EDGE = 3;

interface SparklineProps {
  name: string;
  /** Oldest first; null where nothing was measured. */
  values: readonly (number | null)[];
  /** Days of each value. */
  step: number;
  format: (value: number) => string;
}

/** A figure's course as a small line, with its extremes as text. Nothing without two values. */
export function Sparkline({ name, values, step, format }: SparklineProps) {
  const known = values.flatMap((value, place) => (value === null ? [] : [{ value, place }]));
  const last = known.at(-1);
  if (last === undefined || known.length < 2) return null;
  const figures = known.map(({ value }) => value);
  const [low, high] = [Math.min(...figures), Math.max(...figures)];
  const points = known.map(({ value, place }) => {
    const x = EDGE + (place / (values.length - 1)) * (WIDTH - 2 * EDGE);
    const y =
      high === low ? HEIGHT / 2 : HEIGHT - EDGE - ((value - low) / (high - low)) * (HEIGHT - 2 * EDGE);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const text = figureTexts.line(
    name,
    figureTexts.perStep(step),
    format(low),
    format(high),
    format(last.value),
  );
  return (
    <svg
      className={styles.line}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={text}
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
}
