import row from './order-row.module.css';
import twoLines from './order-row-two-lines.module.css';
import beside from './order-row-beside.module.css';
import compact from './order-row-compact.module.css';
import card from './order-row-card.module.css';
import largeText from './order-row-large-text.module.css';

type Sheet = Readonly<Record<string, string>>;

/** Maps each class name in the sheets to its classes in all of them. */
export function joinClasses(...sheets: readonly Sheet[]): Sheet {
  const joined: Record<string, string> = {};
  for (const sheet of sheets) {
    for (const [name, one] of Object.entries(sheet))
      joined[name] = name in joined ? `${joined[name]} ${one}` : one;
  }
  return joined;
}

/**
 * The classes of the desk's rows, each in all of its sheets: the row in wide lists, in two lines, beside an open order,
 * compact, as a card, and with larger text. A later sheet overrides those before it.
 */
export const rowStyles = joinClasses(row, twoLines, beside, compact, card, largeText);
