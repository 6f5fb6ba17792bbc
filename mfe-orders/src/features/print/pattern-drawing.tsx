import {
  dotCentre,
  PATTERN_CANVAS_SIZE,
  PATTERN_DOTS,
  parsePattern,
  patternSteps,
} from '@taller/shared/orders/device-codes/pattern-lock.ts';
import { printTexts } from '#src/features/print/texts.ts';
import styles from './pattern-drawing.module.css';

const DOT = 13;
const ARROW = 18;

interface Segment {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** Lines between dots, shortened so that the numbers stay readable. */
function segments(dots: readonly number[]): Segment[] {
  return dots.slice(1).map((dot, index) => {
    const from = dotCentre(dots[index] ?? dot);
    const to = dotCentre(dot);
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    return {
      x1: from.x + dx * (DOT + 2),
      y1: from.y + dy * (DOT + 2),
      x2: to.x - dx * (DOT + ARROW),
      y2: to.y - dy * (DOT + ARROW),
    };
  });
}

/**
 * The unlock pattern as an image for the bench: the cells with their numbers, those of the pattern in circles, the
 * first one black, with arrows between them. Black lines, readable from receipt printers too.
 */
export function PatternDrawing({ value }: { value: string }) {
  const dots = parsePattern(value);
  if (!dots) return <p className={styles.text}>{value}</p>;
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${PATTERN_CANVAS_SIZE} ${PATTERN_CANVAS_SIZE}`}
      role="img"
      aria-label={printTexts.sheet.pattern(patternSteps(value))}
    >
      <defs>
        <marker
          id="pattern-arrow"
          viewBox="0 0 10 10"
          refX="0"
          refY="5"
          markerWidth="4"
          markerHeight="4"
          orient="auto"
        >
          <path d="M0 0 10 5 0 10Z" />
        </marker>
      </defs>
      {segments(dots).map((line) => (
        <line
          key={`${line.x1}-${line.y1}-${line.x2}-${line.y2}`}
          {...line}
          className={styles.line}
          markerEnd="url(#pattern-arrow)"
        />
      ))}
      {PATTERN_DOTS.map((dot) => {
        const { x, y } = dotCentre(dot);
        const place = dots.indexOf(dot);
        if (place < 0)
          return (
            <text key={dot} x={x} y={y} className={styles.idle}>
              {dot}
            </text>
          );
        return (
          <g key={dot}>
            <circle cx={x} cy={y} r={DOT} className={place === 0 ? styles.first : styles.dot} />
            <text x={x} y={y} className={place === 0 ? styles.firstNumber : styles.number}>
              {dot}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
