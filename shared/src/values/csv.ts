/**
 * CSV for Excel in Chile: UTF-8 with a byte order mark, semicolons, CRLF. Prevents formula injection. Loads papaparse,
 * so screens import this module on demand.
 */
import Papa from 'papaparse';

export type CsvValue = string | number | boolean | null | undefined;

const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/**
 * Prevents formula injection: a text that starts like a formula (`=`, `+`, `-`, `@`, tab, carriage return) gets an
 * apostrophe, since it may have been entered by an anonymous visitor. So does one that starts with apostrophes followed
 * by a formula: an import removes one (imports/file/row-reader.ts), so that exported text round-trips. Numbers are
 * unchanged, and so is a phone: a plus before digits and spaces computes nothing.
 */
const FORMULA = /^(?!\+\d[\d ]*$)['\s]*[=+\-@\t\r]/;

/** A column: its heading and accessor. */
export interface CsvColumn<Row> {
  readonly header: string;
  readonly value: (row: Row) => CsvValue;
}

/** Lines of a file, each with its line break. */
export function csvLines<Row>(columns: readonly CsvColumn<Row>[], rows: Iterable<Row>): string {
  const cells = Array.from(rows, (row) => columns.map((column) => column.value(row)));
  if (cells.length === 0) return '';
  return Papa.unparse(cells, { delimiter: ';', newline: LINE_END, escapeFormulae: FORMULA }) + LINE_END;
}

/** The beginning of a file: byte order mark and header line. */
export function csvHead<Row>(columns: readonly CsvColumn<Row>[]): string {
  const titles = columns.map(({ header }) => ({ header, value: () => header }));
  return BYTE_ORDER_MARK + csvLines(titles, [undefined]);
}

/** The whole file: byte order mark, header line, one line per row. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: Iterable<Row>): string {
  return csvHead(columns) + csvLines(columns, rows);
}
