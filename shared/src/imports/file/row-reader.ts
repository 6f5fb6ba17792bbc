import type { ColumnMapping } from './import-field.ts';
import { readable } from '#src/values/readable.ts';
import { repairText } from './repair-text.ts';

/** Why a row is rejected. */
export interface Problem<Code extends string = string, Field extends string = string> {
  readonly code: Code;
  readonly field: Field;
  /** The value in the file. */
  readonly value: string;
  /** Additional detail for the message: the line with the same number, the server's message. */
  readonly detail?: string;
}

/**
 * Normalises a cell: encoding errors repaired, composed letters, uniform line breaks, no control characters (the
 * database rejects them) and no invisible marks, and without the apostrophe that our exports add against formula
 * injection (see csv.ts).
 */
export function cleanCell(text: string): string {
  return (
    readable(repairText(text))
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      // eslint-disable-next-line no-control-regex -- removing them is the point
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '')
      .trim()
      .replace(/^'(?=['\s]*[=+\-@\t\n])/, '')
      .trim()
  );
}

/** Reads the cells of a row and collects problems. */
export class RowReader<Field extends string, Code extends string> {
  readonly problems: Problem<Code | 'missing' | 'too_long', Field>[] = [];
  readonly #cells: readonly string[];
  readonly #mapping: ColumnMapping<Field>;
  readonly #limits: Readonly<Partial<Record<Field, number>>>;

  /** @param limits maximum text lengths of the table, in characters. */
  constructor(
    cells: readonly string[],
    mapping: ColumnMapping<Field>,
    limits: Readonly<Partial<Record<Field, number>>>,
  ) {
    this.#cells = cells;
    this.#mapping = mapping;
    this.#limits = limits;
  }

  /** The field's text, '' if it is empty or not mapped. */
  text(field: Field): string {
    const column = this.#mapping[field];
    const value = column === undefined ? '' : cleanCell(this.#cells[column] ?? '');
    const limit = this.#limits[field];
    if (limit !== undefined && value.length > limit) this.refuse('too_long', field, value.slice(0, 80));
    return value;
  }

  /** The same; if it is empty the row is rejected. */
  required(field: Field): string {
    const value = this.text(field);
    if (value === '') this.refuse('missing', field, '');
    return value;
  }

  refuse(code: Code | 'missing' | 'too_long', field: Field, value: string, detail?: string): void {
    this.problems.push({ code, field, value, ...(detail === undefined ? {} : { detail }) });
  }
}
