import { ORDER_NUMBER_DIGITS } from './order-number.ts';

/** What an item's label says and a scanner types, for example `INV-000123`; the database's private.item_code says the same. */
export function formatItemCode(itemNumber: number): string {
  return `INV-${String(itemNumber).padStart(ORDER_NUMBER_DIGITS, '0')}`;
}
