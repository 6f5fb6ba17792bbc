import type { ItemChoice } from '@taller/shared/stock/inventory/suggest-items-query.ts';
import { nameKey } from '@taller/shared/values/name-key.ts';

/** What a purchase's words say about the product it is: to be corrected in the form, so that most of it need not be typed. */
export interface GuessedItem {
  brand: string;
  model: string;
  component_type_id: string;
}

/** How a type of screens is called, where the purchase's text names no type. */
const SCREEN = 'pantalla';

/**
 * Brand, model and type out of the text of a screen order: a brand that a similar product has and the text names, the text without it,
 * the type that the text names or else that of screens.
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
