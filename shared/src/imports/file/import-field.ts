/**
 * A field of an import, and its column headings in other systems' exports. Headings are compared in folded form (see
 * {@link fold}): lower case, without accents, words separated by one space.
 */
export interface ImportField<Id extends string = string> {
  readonly id: Id;
  /** Required: a file without a column for it cannot be imported. */
  readonly required: boolean;
  /** Folded headings, best first. */
  readonly headings: readonly string[];
  /** Whether a cell looks like this field's: only for fields that are recognisable by content. */
  readonly fits?: (cell: string) => boolean;
}

/** Column index of each mapped field. */
export type ColumnMapping<Id extends string = string> = Readonly<Partial<Record<Id, number>>>;

/** Parses a comma-separated list of headings. */
export function headingList(text: string): readonly string[] {
  return text
    .split(',')
    .map((phrase) => phrase.trim().replace(/\s+/g, ' '))
    .filter((phrase) => phrase !== '');
}

/** Folds text: lower case, without accents or punctuation, words separated by one space: `N° Orden` → `n orden`. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
}

/** Required fields without a mapped column. */
export function missingColumns<Id extends string>(
  fields: readonly ImportField<Id>[],
  mapping: ColumnMapping<Id>,
): readonly Id[] {
  return fields.filter((field) => field.required && mapping[field.id] === undefined).map(({ id }) => id);
}
