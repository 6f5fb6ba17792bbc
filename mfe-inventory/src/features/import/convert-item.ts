/**
 * Converts a line of the file to a product, or to the reasons why it cannot be one: the rules of the add form (INV-01).
 */
import type { Converted, ConvertLine } from '@taller/shared/imports/file/convert-rows.ts';
import { fold, type ColumnMapping } from '@taller/shared/imports/file/import-field.ts';
import { RowReader } from '@taller/shared/imports/file/row-reader.ts';
import { formatItemCode, parseItemCode } from '@taller/shared/stock/item-code.ts';
import { nameKey } from '@taller/shared/values/name-key.ts';
import { parseClp } from '@taller/shared/values/money.ts';
import type { FieldId } from './fields.ts';
import type {
  ItemOptions,
  ItemProblem,
  ItemRow,
  ProblemCode,
  WarningCode,
} from './inventory-import-types.ts';

/** Maximum quantity of a product. */
export const MOST_PIECES = 1_000_000;

/** Maximum text lengths of the tables, in characters. */
const LIMITS: Readonly<Partial<Record<FieldId, number>>> = {
  brand: 120,
  model: 200,
  type: 120,
  supplier: 120,
  place: 40,
};

type Item = Omit<ItemRow, 'key'>;

/** Collapses whitespace: two spaces do not make another product. */
const tidy = (text: string) => text.replace(/\s+/g, ' ');

class ItemReader extends RowReader<FieldId, ProblemCode> {
  /** An integer, optionally with thousands separators; decimals, signs and words are rejected. */
  number(field: FieldId, code: 'bad_count' | 'bad_price', most: number): number {
    const text = this.text(field);
    // '5-' is valid as a price, but not as a count.
    const value = code === 'bad_count' && !/^[\d.,\s]*$/.test(text) ? null : parseClp(text);
    if (text !== '' && (value === null || value > most)) this.refuse(code, field, text);
    return value ?? 0;
  }

  name(field: FieldId, meanings: Readonly<Record<string, string>> = {}): string {
    const text = tidy(this.required(field));
    return meanings[fold(text)] ?? text;
  }
}

/** The identity of a product for duplicate detection. */
function identityOf({ brand, model, type, supplier }: Item): string {
  return [brand, model, type, supplier].map((text) => nameKey(text)).join('\u001F');
}

/** Parses a single line. */
function convertItem(
  line: number,
  cells: readonly string[],
  mapping: ColumnMapping<FieldId>,
  options: ItemOptions,
): Converted<Item, ItemProblem, WarningCode> {
  const reader = new ItemReader(cells, mapping, LIMITS);
  const names = {
    brand: reader.name('brand'),
    model: reader.name('model'),
    type: reader.name('type', options.types),
    supplier: reader.name('supplier', options.suppliers),
  };
  reader.required('quantity');
  const quantity = reader.number('quantity', 'bad_count', MOST_PIECES);
  reader.required('cost_price');
  const price = reader.number('cost_price', 'bad_price', Number.POSITIVE_INFINITY);
  const minStock = reader.number('min_stock', 'bad_count', MOST_PIECES);
  const place = tidy(reader.text('place'));
  const codeText = reader.text('code');
  const code = parseItemCode(codeText);
  if (reader.problems.length > 0) return { ok: false, problems: reader.problems };
  const warnings: WarningCode[] = [];
  if (codeText !== '' && code === null) warnings.push('foreign_code');
  if (price === 0) warnings.push('free');
  return {
    ok: true,
    warnings,
    row: {
      row: line,
      ...(code === null ? {} : { code }),
      ...names,
      quantity,
      cost_price: price,
      min_stock: minStock,
      ...(place !== '' && { place }),
      repeats: false,
    },
  };
}

/**
 * Converts the lines of a file. A code used by an earlier accepted row rejects the later row; without codes, rows of
 * the same product are merged.
 */
export function itemConverter(
  mapping: ColumnMapping<FieldId>,
  options: ItemOptions,
): ConvertLine<Item, ItemProblem, WarningCode> {
  const lineByCode = new Map<number, number>();
  const known = new Set<string>();
  return (line, cells) => {
    const converted = convertItem(line, cells, mapping, options);
    if (!converted.ok) return converted;
    const { code } = converted.row;
    const earlier = code === undefined ? undefined : lineByCode.get(code);
    if (code !== undefined && earlier !== undefined) {
      const problem = {
        code: 'repeated_code',
        field: 'code',
        value: formatItemCode(code),
        detail: String(earlier),
      } as const;
      return { ok: false, problems: [problem] };
    }
    if (code !== undefined) lineByCode.set(code, line);
    const identity = identityOf(converted.row);
    const repeats = code === undefined && known.has(identity);
    known.add(identity);
    return { ...converted, row: { ...converted.row, repeats } };
  };
}
