/** Marks that change the direction of a text, or that nobody sees; `private.readable` has the same rule. */
const MARKS = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/**
 * A text without them, as the database keeps it: numbers and names copied from a phone have them. Joiners (U+200C,
 * U+200D), with which emojis and scripts are written, stay.
 */
export const readable = (text: string): string => text.replaceAll(MARKS, '');
