/**
 * CSV as Excel in Chile opens it: UTF-8 with a byte order mark, semicolons, CRLF. Cells that a spreadsheet would run as a
 * formula are made plain text. Loads papaparse, so screens import this module when a file is asked for.
 */
import Papa from 'papaparse';

export type CsvValue = string | number | boolean | null | undefined;

const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/**
 * A text that starts like a formula (`=`, `+`, `-`, `@`, tab, carriage return) gets an apostrophe, since the file may hold
 * what a stranger typed. So does one that starts with apostrophes and then like a formula: an import removes one
 * (imports/file/row-reader.ts), and what was exported comes back as it was. Numbers stay as they are.
 */
const FORMULA = /^['\s]*[=+\-@\t\r]/;

/** A column: its heading and how to read its value from a row. */
export interface CsvColumn<Row> {
  readonly header: string;
  readonly value: (row: Row) => CsvValue;
}

/** Lines of a file, each with its end. */
export function csvLines<Row>(columns: readonly CsvColumn<Row>[], rows: Iterable<Row>): string {
  const cells = Array.from(rows, (row) => columns.map((column) => column.value(row)));
  if (cells.length === 0) return '';
  return Papa.unparse(cells, { delimiter: ';', newline: LINE_END, escapeFormulae: FORMULA }) + LINE_END;
}

/** The beginning of a file: mark and header line. */
export function csvHead<Row>(columns: readonly CsvColumn<Row>[]): string {
  const titles = columns.map(({ header }) => ({ header, value: () => header }));
  return BYTE_ORDER_MARK + csvLines(titles, [undefined]);
}

/** The whole file: mark, header line, one line per row. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: Iterable<Row>): string {
  return csvHead(columns) + csvLines(columns, rows);
}
