/** Characters that change the direction of a text, or that nobody sees; `private.readable` has the same rule. */
const MARKS =
  /[\u034f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\u2800\u3164\ufeff\uffa0]/g;
/** Joiners and variation selectors that join nothing: at the beginning, after a blank or a quotation mark. */
const LONE_JOINERS =
  /(^|[\t-\r "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000])(?:\u200c|\u200d|[\ufe00-\ufe0f])+/g;

/**
 * A text without them, as the database keeps it: numbers and names copied from a phone have them. Joiners (U+200C,
 * U+200D), with which emojis and scripts are written, stay where they join something.
 */
export const readable = (text: string): string => text.replaceAll(MARKS, '').replaceAll(LONE_JOINERS, '$1');
