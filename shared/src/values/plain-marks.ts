import { readable } from './readable.ts';

const SOFT_HYPHEN = /\u00AD/g;
const DASHES = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g;
const SPACES = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;

/**
 * A number as it looks: without the marks that a phone copies around it, with the dash and the space of a keyboard. The
 * database has the same rule (`private.plain_marks`).
 */
export function plainMarks(text: string): string {
  return readable(text).replace(SOFT_HYPHEN, '').replace(DASHES, '-').replace(SPACES, ' ');
}
