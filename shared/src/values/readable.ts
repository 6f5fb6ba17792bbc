/** Characters that change the direction of a text, or that nobody sees; `private.readable` has the same rule. */
const MARKS =
  /[\u034f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\u3164\ufeff\uffa0]/g;

/**
 * A text without them, as the database keeps it: numbers and names copied from a phone have them. Joiners (U+200C,
 * U+200D), with which emojis and scripts are written, stay.
 */
export const readable = (text: string): string => text.replaceAll(MARKS, '');
