/** The 3x3 unlock pattern: dots 1 to 9 row by row, joined by dashes in order. See ORD-05. */

export const PATTERN_CANVAS_SIZE = 240;
export const PATTERN_SEGMENT_MS = 300;
const SIDE = 3;
export const PATTERN_DOTS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Dots of a stored value, or null if it is invalid: unknown or repeated dots. */
export function parsePattern(value: string): readonly number[] | null {
  if (!/^[1-9](?:-[1-9])*$/.test(value)) return null;
  const dots = value.split('-').map(Number);
  return new Set(dots).size === dots.length ? dots : null;
}

export function isPattern(value: string): boolean {
  return parsePattern(value) !== null;
}

/** The stored value of a sequence of dots: `[1, 2, 3]` → `'1-2-3'`; no dots give an empty string. */
export function formatPattern(dots: readonly number[]): string {
  return dots.join('-');
}

/** A stored value for people, who read the cells in order: `1-2-3` → `1 → 2 → 3`. */
export function patternSteps(value: string): string {
  return value.replaceAll('-', ' → ');
}

/** Centre of a dot on a square canvas of `size` pixels. */
export function dotCentre(dot: number, size: number = PATTERN_CANVAS_SIZE): Point {
  const cell = size / SIDE;
  return { x: (((dot - 1) % SIDE) + 0.5) * cell, y: (Math.floor((dot - 1) / SIDE) + 0.5) * cell };
}

/** The dot at a point: within 35 % of a cell of its centre, so that a diagonal passes between dots. */
export function dotAt(point: Point, size: number = PATTERN_CANVAS_SIZE): number | null {
  const reach = (size / SIDE) * 0.35;
  for (const dot of PATTERN_DOTS) {
    const centre = dotCentre(dot, size);
    if (Math.hypot(point.x - centre.x, point.y - centre.y) <= reach) return dot;
  }
  return null;
}

/** The dot exactly between two others in a straight line (1 and 3 → 2), or null. */
export function dotBetween(from: number, to: number): number | null {
  const rows = [Math.floor((from - 1) / SIDE), Math.floor((to - 1) / SIDE)] as const;
  const columns = [(from - 1) % SIDE, (to - 1) % SIDE] as const;
  const row = (rows[0] + rows[1]) / 2;
  const column = (columns[0] + columns[1]) / 2;
  if (from === to || !Number.isInteger(row) || !Number.isInteger(column)) return null;
  return row * SIDE + column + 1;
}

/**
 * The sequence after reaching `dot`. Each dot counts once; a skipped dot on a straight line is included, as on the
 * phone itself (and when fast movement skips a sample).
 */
export function visitDot(dots: readonly number[], dot: number): readonly number[] {
  if (dots.includes(dot)) return dots;
  const last = dots.at(-1);
  const between = last === undefined ? null : dotBetween(last, dot);
  return between === null || dots.includes(between) ? [...dots, dot] : [...dots, between, dot];
}
