import { ORDER_NUMBER_DIGITS } from '#src/orders/order-number.ts';

/** What an item's label says and a scanner types, for example `INV-000123`; the database's private.item_code says the same. */
export function formatItemCode(itemNumber: number): string {
  return `INV-${String(itemNumber).padStart(ORDER_NUMBER_DIGITS, '0')}`;
}

/** The number of such a code, however it is separated; null for codes of another system. */
export function parseItemCode(text: string): number | null {
  const digits = /^\s*inv[^a-z\d]?0*([1-9]\d{0,8})\s*$/i.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}
