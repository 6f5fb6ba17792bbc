/** Guesses the column mapping: by headings, and otherwise by content. */
import { fold, type ColumnMapping, type ImportField } from './import-field.ts';
import type { TableRow } from './parse-table.ts';

const SAMPLE_ROWS = 200;
const HEADER_SEARCH_ROWS = 10;
/** Below this share of matching cells a column's content is not conclusive. */
const ENOUGH = 0.6;

/** From 0 (no match) to 1000 (exact match with the field's best heading). */
function headingScore(heading: string, field: ImportField): number {
  if (heading === '') return 0;
  const exact = field.headings.indexOf(heading);
  if (exact !== -1) return 1000 - exact;
  // A longer heading that contains a known one of several letters: "telefono 1", "marca y modelo".
  const within = field.headings.findIndex(
    (known) => known.length > 3 && ` ${heading} `.includes(` ${known} `),
  );
  return within === -1 ? 0 : 500 - within;
}

function contentShare(rows: readonly TableRow[], column: number, fits: (cell: string) => boolean): number {
  let filled = 0;
  let fitting = 0;
  for (const row of rows) {
    const cell = (row.cells[column] ?? '').trim();
    if (cell === '') continue;
    filled += 1;
    if (fits(cell)) fitting += 1;
  }
  return filled === 0 ? 0 : fitting / filled;
}

/** Index (in `rows`) of the header line: the one among the first lines that matches most headings. */
export function findHeaderRow(fields: readonly ImportField[], rows: readonly TableRow[]): number {
  let best = 0;
  let bestKnown = 0;
  for (const [index, row] of rows.slice(0, HEADER_SEARCH_ROWS).entries()) {
    const known = row.cells.filter((cell) =>
      fields.some((field) => headingScore(fold(cell), field) > 0),
    ).length;
    if (known > bestKnown) {
      best = index;
      bestKnown = known;
    }
  }
  return best;
}

/**
 * The best mapping: the strongest pairs of column and field first, each used once; ties go to the first field. Headings
 * take precedence over content.
 */
export function guessColumns<Id extends string>(
  fields: readonly ImportField<Id>[],
  header: readonly string[],
  rows: readonly TableRow[],
): ColumnMapping<Id> {
  const sample = rows.slice(0, SAMPLE_ROWS);
  const pairs: { field: Id; place: number; column: number; score: number }[] = [];
  header.forEach((heading, column) => {
    const folded = fold(heading);
    for (const [place, field] of fields.entries()) {
      let score = headingScore(folded, field);
      if (field.fits) {
        const share = contentShare(sample, column, field.fits);
        if (score > 0 && share < 0.2 && sample.length > 0) score = Math.min(score, 100);
        else if (share >= ENOUGH) score += share * 300;
      }
      if (score > 0) pairs.push({ field: field.id, place, column, score });
    }
  });
  pairs.sort((a, b) => b.score - a.score || a.place - b.place || a.column - b.column);
  const mapping: Partial<Record<Id, number>> = {};
  const taken = new Set<number>();
  for (const { field, column } of pairs) {
    if (mapping[field] !== undefined || taken.has(column)) continue;
    mapping[field] = column;
    taken.add(column);
  }
  return mapping;
}
