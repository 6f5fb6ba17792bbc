/** The shop's texts for an order's fields (CFG-61): which ones fit, and where one is asked for. */
import { toEquipmentType } from '@taller/shared/orders/equipment.ts';
import type { CannedLine } from '@taller/shared/settings/desk-schema.ts';
import type { DeskSettings } from '@taller/shared/settings/desk-settings-query.ts';
import { nameKey } from '@taller/shared/values/name-key.ts';

/** A field that has texts. */
export type CannedField = keyof DeskSettings['texts'];

const NONE: readonly string[] = [];

/** The texts of a field for a kind of device: its own before those for every kind, each once. */
export function textsFor(
  settings: DeskSettings | undefined,
  field: CannedField,
  equipmentType: string,
): readonly string[] {
  if (!settings) return NONE;
  const all = settings.texts[field];
  const type = toEquipmentType(equipmentType);
  const fitting = [
    ...all.filter((entry) => entry.type === type),
    ...all.filter((entry) => entry.type === 'all'),
  ];
  return [...new Set(fitting.map(({ text }) => text))];
}

/** Lines of the shop's usual quotes for a kind of device, by the quote's name: its own before those for every kind. */
export function cannedQuotes(
  settings: DeskSettings | undefined,
  equipmentType: string,
): ReadonlyMap<string, readonly CannedLine[]> {
  const type = toEquipmentType(equipmentType);
  const lines = settings?.cannedLines ?? [];
  const quotes = new Map<string, CannedLine[]>();
  for (const audience of [type, 'all'])
    for (const line of lines.filter((each) => each.type === audience)) {
      const group = quotes.get(line.quote);
      // A quote of this very kind of device takes the place of the one for every kind.
      if (!group) quotes.set(line.quote, [line]);
      else if (group[0]?.type === audience) group.push(line);
    }
  return quotes;
}

/** The usual quote that comes with a text of the problem; '' for none. */
export function quoteOfFault(
  settings: DeskSettings | undefined,
  equipmentType: string,
  fault: string,
): string {
  const type = toEquipmentType(equipmentType);
  const fitting = (settings?.texts.description ?? []).filter(
    (entry) => entry.text === fault && (entry.type === type || entry.type === 'all'),
  );
  return (fitting.find((entry) => entry.type === type) ?? fitting[0])?.quote ?? '';
}

/** The price of a usual quote in pesos: the sum of its lines that are not optional. */
export const usualPrice = (lines: readonly CannedLine[]): number =>
  lines.reduce((sum, { price, optional }) => sum + (optional ? 0 : (price ?? 0)), 0);

/** The texts of the problem that are buttons of a new order. */
export function commonFaults(settings: DeskSettings, equipmentType: string): readonly string[] {
  const chips = settings.texts.description.filter(({ chip }) => chip);
  return textsFor(
    { ...settings, texts: { ...settings.texts, description: chips } },
    'description',
    equipmentType,
  );
}

/** Texts that contain every word of the query, whatever case and accents; those that begin with it come first. */
export function matching(texts: readonly string[], query: string): readonly string[] {
  const key = nameKey(query);
  if (key === '') return texts;
  const words = key.split(' ');
  const found = texts.filter((text) => words.every((word) => nameKey(text).includes(word)));
  return found.toSorted((a, b) => Number(nameKey(b).startsWith(key)) - Number(nameKey(a).startsWith(key)));
}

/** A stretch of a text. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The `/` that begins a word before the caret, with what is typed after it in the same line; null if there is none. */
export function slashAt(value: string, caret: number): Stretch | null {
  const found = /(?:^|\s)(\/(?:[^\s/][^\n/]{0,40})?)$/.exec(value.slice(0, caret));
  return found?.[1] === undefined ? null : { start: caret - found[1].length, end: caret };
}

/** A text as it goes into its place: apart from the words around it. */
export function spaced(value: string, { start, end }: Stretch, text: string): string {
  const before = /\S$/.test(value.slice(0, start)) ? ' ' : '';
  const after = /^\S/.test(value.slice(end)) ? ' ' : '';
  return before + text + after;
}
