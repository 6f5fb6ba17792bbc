import type { ColumnMapping } from './import-field.ts';
import { repairText } from './repair-text.ts';

/** Why a row is refused. */
export interface Problem<Code extends string = string, Field extends string = string> {
  readonly code: Code;
  readonly field: Field;
  /** What the file says. */
  readonly value: string;
  /** What else the sentence needs: the line that has a repeated number already, the server's words. */
  readonly detail?: string;
}

/**
 * A cell as it was meant: accents put right, composed letters, one kind of line break, no control characters (the database refuses them),
 * and without the apostrophe with which our exports keep a spreadsheet from taking a text for a formula (see csv.ts).
 */
export function cleanCell(text: string): string {
  return (
    repairText(text)
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      // eslint-disable-next-line no-control-regex -- removing them is the point
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFEFF]/g, '')
      .trim()
      .replace(/^'(?=['\s]*[=+\-@\t\n])/, '')
      .trim()
  );
}

/** Reads the cells of one row and gathers what is wrong with them. */
export class RowReader<Field extends string, Code extends string> {
  readonly problems: Problem<Code | 'missing' | 'too_long', Field>[] = [];
  readonly #cells: readonly string[];
  readonly #mapping: ColumnMapping<Field>;
  readonly #limits: Readonly<Partial<Record<Field, number>>>;

  /** @param limits the longest texts that the table takes, in characters. */
  constructor(
    cells: readonly string[],
    mapping: ColumnMapping<Field>,
    limits: Readonly<Partial<Record<Field, number>>>,
  ) {
    this.#cells = cells;
    this.#mapping = mapping;
    this.#limits = limits;
  }

  /** The field's text, '' when it is empty or no column is mapped to it. */
  text(field: Field): string {
    const column = this.#mapping[field];
    const value = column === undefined ? '' : cleanCell(this.#cells[column] ?? '');
    const limit = this.#limits[field];
    if (limit !== undefined && value.length > limit) this.refuse('too_long', field, value.slice(0, 80));
    return value;
  }

  /** The same; empty, it refuses the row. */
  required(field: Field): string {
    const value = this.text(field);
    if (value === '') this.refuse('missing', field, '');
    return value;
  }

  refuse(code: Code | 'missing' | 'too_long', field: Field, value: string, detail?: string): void {
    this.problems.push({ code, field, value, ...(detail === undefined ? {} : { detail }) });
  }
}
