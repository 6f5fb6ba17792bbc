/** Order numbers: displayed with six digits (DATA-05). */

import { plainMarks } from '#src/values/plain-marks.ts';

export const ORDER_NUMBER_DIGITS = 6;
/** Maximum of PostgreSQL's integer: larger numbers cannot be orders. */
const LARGEST = 2_147_483_647;

/** `123` → `000123`. Longer numbers are not truncated. */
export function formatOrderNumber(number: number): string {
  return String(number).padStart(ORDER_NUMBER_DIGITS, '0');
}

/**
 * Parses `123`, `000123`, ` #123 `, `N° 123` and `6.420`, as Chileans write 6420.
 * @returns a positive integer, or null if the text is not an order number.
 */
export function parseOrderNumber(text: string): number | null {
  const digits = plainMarks(text)
    .trim()
    .replace(/^(?:#|n[°º.]?)\s*/i, '');
  if (!/^(?:\d{1,12}|\d{1,3}(?:\.\d{3}){1,3})$/.test(digits)) return null;
  const number = Number(digits.replaceAll('.', ''));
  return number > 0 && number <= LARGEST ? number : null;
}
