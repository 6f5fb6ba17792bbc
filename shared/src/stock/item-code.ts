import { ORDER_NUMBER_DIGITS } from '#src/orders/order-number.ts';

/**
 * The code on an item's label, as typed by a scanner, for example `INV-000123`; the same as the database's
 * private.item_code.
 */
export function formatItemCode(itemNumber: number): string {
  return `INV-${String(itemNumber).padStart(ORDER_NUMBER_DIGITS, '0')}`;
}

/** The number in such a code, with any separator; null for codes of other systems. */
export function parseItemCode(text: string): number | null {
  const digits = /^\s*inv[^a-z\d]?0*([1-9]\d{0,8})\s*$/i.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}
