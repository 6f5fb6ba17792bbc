/** Parses CSV text in slices, so that the page stays responsive with files of any size. */
import Papa from 'papaparse';
import type { Parser, ParseResult } from 'papaparse';
import { nextTurn } from './next-turn.ts';

export const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

export const SEPARATOR_LABELS: Readonly<Record<Separator, string>> = {
  ',': 'Coma ( , )',
  ';': 'Punto y coma ( ; )',
  '\t': 'Tabulación',
  '|': 'Barra ( | )',
};

/** Characters parsed per slice: about 1,000 rows, a few milliseconds. */
const SLICE_CHARACTERS = 150_000;
const SAMPLE_ROWS = 40;

/** Excel may declare its separator in a first line. */
const EXCEL_HINT = /^"?sep=([,;\t|])"?\r?\n/i;

/**
 * The separator with which the first lines have the most columns, consistently. Quoted line breaks and separators are
 * handled correctly, since each candidate is actually parsed.
 */
export function detectSeparator(text: string): Separator {
  const hint = EXCEL_HINT.exec(text)?.[1];
  const hinted = SEPARATORS.find((separator) => separator === hint);
  if (hinted) return hinted;
  let best: Separator = ',';
  let bestScore = 0;
  for (const separator of SEPARATORS) {
    const { data } = Papa.parse<string[]>(text, {
      delimiter: separator,
      preview: SAMPLE_ROWS,
      skipEmptyLines: 'greedy',
    });
    const widths = data.map((row) => row.length);
    const widest = Math.max(0, ...widths);
    const regular = widths.filter((width) => width === widest).length / Math.max(1, widths.length);
    const score = widest > 1 ? regular * Math.min(widest, 20) : 0;
    if (score > bestScore) {
      best = separator;
      bestScore = score;
    }
  }
  return best;
}

/** A line of the file; `line` is its number in a spreadsheet. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface ParseOptions {
  readonly separator: Separator;
  /** From 0 to 1, after every slice. */
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/**
 * Parses the whole text. Blank lines are skipped but counted, so that line numbers match the spreadsheet's.
 * @throws the signal's reason when aborted.
 */
export async function parseTable(text: string, options: ParseOptions): Promise<TableRow[]> {
  const { separator, onProgress, signal } = options;
  const body = text.replace(EXCEL_HINT, '');
  const skipped = body.length === text.length ? 0 : 1;
  const rows: TableRow[] = [];
  let line = skipped;
  await new Promise<void>((resolve, reject) => {
    Papa.parse<string[]>(body, {
      delimiter: separator,
      chunkSize: SLICE_CHARACTERS,
      chunk: ({ data, meta }: ParseResult<string[]>, parser: Parser) => {
        for (const cells of data) {
          line += 1;
          if (!isBlank(cells)) rows.push({ line, cells });
        }
        onProgress?.(Math.min(1, meta.cursor / Math.max(1, body.length)));
        parser.pause();
        nextTurn(signal).then(
          () => parser.resume(),
          (error: unknown) => {
            // Must precede aborting the parser, which calls `complete`.
            reject(error instanceof Error ? error : new Error(String(error)));
            parser.abort();
          },
        );
      },
      complete: () => resolve(),
    });
  });
  return rows;
}
