export type ColumnKind = 'text' | 'fact' | 'figure' | 'actions';

/** The room a column needs, and its rank for leaving the first line. */
export interface ColumnShape {
  /**
   * `text` (default) wraps and takes spare room; `fact` stays on one line; `figure` is a fact, aligned at the end of
   * its column; `actions` are the row's buttons, last and always in view.
   */
  kind?: ColumnKind;
  /** Room for its longest usual value, in rem, so that it grows with the browser's text. */
  width?: number;
  /** `low` leaves the first line first, `high` last. The first column and the actions stay. */
  priority?: 'low' | 'high';
}

/** Widths of columns that state none, in rem. */
const WIDTHS: Readonly<Record<ColumnKind, number>> = { text: 8, fact: 7, figure: 4.5, actions: 6 };

/** The order in which columns leave the first line. */
const RANKS = { low: 0, usual: 1, high: 2 };

/** The gap between two columns, and at both ends of a row, in rem: `--space-3` in the style sheets. */
const GAP = 0.75;

/** `table`: one line. `two-lines`: low columns below the others. `cards`: a block for each row. */
export type TableLayout = 'table' | 'two-lines' | 'cards';

/** A column's place in a row's grid. */
export interface CellPlace {
  /** The column's index in the list's columns. */
  index: number;
  line: 1 | 2;
  /** Its first track, from 1, and how many it takes. */
  start: number;
  span: number;
  alignsEnd: boolean;
}

export interface TablePlan {
  layout: TableLayout;
  /** Tracks of the grid; none for cards. */
  tracks: readonly { width: number; grows: boolean }[];
  /** The cells in the order of reading: the first line, the second, the actions. */
  cells: readonly CellPlace[];
}

export const widthOf = ({ kind = 'text', width }: ColumnShape): number => width ?? WIDTHS[kind];

const sum = (widths: readonly number[]): number =>
  widths.reduce((total, width) => total + width, 0) + GAP * Math.max(0, widths.length - 1);

/**
 * Places columns below those of the first line: each below the next one that gives it its room, or else below as few as
 * do, and in their own order if possible; null if they need more room than that line has.
 */
function placeBelow(
  columns: readonly ColumnShape[],
  above: readonly number[],
  below: readonly number[],
  next = 0,
): CellPlace[] | null {
  if (below.length === 0) return [];
  const widths = above.slice(next).map((other) => widthOf(columns[other] ?? {}));
  for (const index of below) {
    const wanted = widthOf(columns[index] ?? {});
    const rest = below.filter((other) => other !== index);
    const alone = widths.findIndex((width) => width >= wanted);
    const last = widths.findIndex((_, at) => sum(widths.slice(0, at + 1)) >= wanted);
    for (const [first, end] of [
      [alone, alone],
      [0, last],
    ] as const) {
      const others = end >= 0 && placeBelow(columns, above, rest, next + end + 1);
      if (!others) continue;
      const span = rest.length === 0 && end > first ? widths.length : end - first + 1;
      const alignsEnd = span === 1 && columns[above[next + first] ?? 0]?.kind === 'figure';
      return [{ index, line: 2, start: next + first + 1, span, alignsEnd }, ...others];
    }
  }
  return null;
}

/**
 * Arranges the columns of a list in its room: all on one line; else the low ones on a second line below the others, as
 * few as it takes; else each row is a card. No column gets less room than it states. Where only figures follow the
 * first column, none goes below it and all share the room: figures are compared from row to row.
 * @param room between the ends of a row, in rem.
 */
export function planTable(columns: readonly ColumnShape[], room: number): TablePlan {
  const all = columns.map((_, index) => index);
  const kindOf = (index: number): ColumnKind => columns[index]?.kind ?? 'text';
  const isActions = (index: number) => kindOf(index) === 'actions';
  const actions = all.filter(isActions);
  const rank = (index: number) => RANKS[columns[index]?.priority ?? 'usual'];
  const movable = all
    .filter((index) => index > 0 && !isActions(index))
    .toSorted((a, b) => rank(a) - rank(b) || b - a);
  const isCompared = movable.every((index) => kindOf(index) === 'figure');
  const mostMoved = isCompared ? 0 : (movable.length + 1) / 2;
  for (let moved = 0; moved <= mostMoved; moved += 1) {
    const below = movable.slice(0, moved).toSorted((a, b) => a - b);
    const above = all.filter((index) => !below.includes(index) && !isActions(index));
    // Texts take what room is left, so that no gap follows a date or a number; without one those like the first do.
    const growing: ColumnKind = above.some((index) => kindOf(index) === 'text') ? 'text' : kindOf(0);
    const tracks = [...above, ...actions].map((index) => ({
      width: widthOf(columns[index] ?? {}),
      grows: kindOf(index) === growing || (isCompared && !isActions(index)),
    }));
    const placed = sum(tracks.map(({ width }) => width)) <= room ? placeBelow(columns, above, below) : null;
    if (!placed) continue;
    const inFirst = (index: number, start: number): CellPlace => ({
      index,
      line: 1,
      start,
      span: 1,
      alignsEnd: columns[index]?.kind === 'figure' || isActions(index),
    });
    return {
      layout: moved === 0 ? 'table' : 'two-lines',
      tracks,
      cells: [
        ...above.map((index, position) => inFirst(index, position + 1)),
        ...placed,
        ...actions.map((index, position) => inFirst(index, above.length + position + 1)),
      ],
    };
  }
  return { layout: 'cards', tracks: [], cells: [] };
}

/** The room between the ends of the rows of a box. */
export const roomIn = (boxWidth: number, rem: number): number => boxWidth / rem - 2 * GAP;
