/** Order numbers: six digits wherever they are shown (DATA-05). */

export const ORDER_NUMBER_DIGITS = 6;
/** PostgreSQL's integer: a larger number can be no order. */
const LARGEST = 2_147_483_647;

/** `123` → `000123`. A number with more digits is shown whole. */
export function formatOrderNumber(number: number): string {
  return String(number).padStart(ORDER_NUMBER_DIGITS, '0');
}

/**
 * Reads `123`, `000123`, ` #123 ` and `N° 123`.
 *
 * @returns a positive whole number, or null when the text is no order number.
 */
export function parseOrderNumber(text: string): number | null {
  const digits = text.trim().replace(/^(?:#|n[°º.]?)\s*/i, '');
  if (!/^\d{1,12}$/.test(digits)) return null;
  const number = Number(digits);
  return number > 0 && number <= LARGEST ? number : null;
}
