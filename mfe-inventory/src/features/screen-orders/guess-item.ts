import type { ItemChoice } from '@taller/shared/stock/inventory/inventory-queries.ts';
import { nameKey } from '@taller/shared/values/name-key.ts';

/** Guesses a product from a purchase's text, to prefill the form. */
export interface GuessedItem {
  brand: string;
  model: string;
  component_type_id: string;
}

/** Default type of screens, if the purchase's text names none. */
const SCREEN = 'pantalla';

/**
 * Extracts brand, model and type from a screen order's text: a brand of a similar product that the text contains, the
 * rest of the text, and the type in the text or else that of screens.
 */
export function guessItem(
  text: string,
  similar: readonly ItemChoice[],
  types: readonly { readonly id: string; readonly name: string }[],
): GuessedItem {
  const words = text.trim().split(/\s+/);
  const keys = words.map((word) => nameKey(word));
  const startsWith = (name: string) => {
    const parts = nameKey(name).split(' ');
    const at = keys.findIndex((_, index) => parts.every((part, offset) => keys[index + offset] === part));
    return at === -1 ? null : { at, length: parts.length };
  };
  const brand = similar.map((item) => item.brand).find((name) => startsWith(name) !== null) ?? '';
  const place = brand === '' ? null : startsWith(brand);
  const rest = place
    ? words.filter((_, index) => index < place.at || index >= place.at + place.length)
    : words;
  const type =
    types.find(({ name }) => startsWith(name) !== null) ??
    types.find(({ name }) => nameKey(name).startsWith(SCREEN));
  return { brand, model: rest.length > 0 ? rest.join(' ') : text.trim(), component_type_id: type?.id ?? '' };
}
