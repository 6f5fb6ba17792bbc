/**
 * What a file can bring for a row, and the column headings under which other systems export it.
 * Headings are compared folded (see {@link fold}): lower case, no accents, words apart by one space.
 */
export interface ImportField<Id extends string = string> {
  readonly id: Id;
  /** A file without a column for it cannot be imported. */
  readonly required: boolean;
  /** Folded headings, best first. */
  readonly headings: readonly string[];
  /** Whether a filled cell looks like this field's: only for fields that can be told from their content. */
  readonly fits?: (cell: string) => boolean;
}

/** Column (index) of each field that the person or the guess has mapped. */
export type ColumnMapping<Id extends string = string> = Readonly<Partial<Record<Id, number>>>;

/** A list of headings written with commas between them. */
export function headingList(text: string): readonly string[] {
  return text
    .split(',')
    .map((phrase) => phrase.trim().replace(/\s+/g, ' '))
    .filter((phrase) => phrase !== '');
}

/** Lower case, no accents or signs, words apart by one space: `N° Orden` → `n orden`. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
}

/** Required fields that no column is mapped to. */
export function missingColumns<Id extends string>(
  fields: readonly ImportField<Id>[],
  mapping: ColumnMapping<Id>,
): readonly Id[] {
  return fields.filter((field) => field.required && mapping[field.id] === undefined).map(({ id }) => id);
}
