/**
 * CSV as Excel in Chile opens it: UTF-8 with a byte order mark, semicolons, CRLF. Cells that a
 * spreadsheet would run as a formula are made plain text.
 */

export type CsvValue = string | number | boolean | null | undefined;

const BYTE_ORDER_MARK = '\uFEFF';
const SEPARATOR = ';';
const LINE_END = '\r\n';

/** A column: its heading and how to read its value from a row. */
export interface CsvColumn<Row> {
  readonly header: string;
  readonly value: (row: Row) => CsvValue;
}

/**
 * One cell. Numbers pass as they are; a text that starts like a formula (`=`, `+`, `-`, `@`, tab,
 * carriage return) gets an apostrophe, since the file may hold what a stranger typed. So does one that starts with apostrophes and then
 * like a formula: an import takes one away (see import/row-reader.ts), and what was exported comes back as it was.
 */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const safe = /^['\s]*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvLine(cells: readonly CsvValue[]): string {
  return cells.map((cell) => csvCell(cell)).join(SEPARATOR) + LINE_END;
}

/** The whole file: mark, header line, one line per row. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: Iterable<Row>): string {
  let text = BYTE_ORDER_MARK + csvLine(columns.map((column) => column.header));
  for (const row of rows) text += csvLine(columns.map((column) => column.value(row)));
  return text;
}
