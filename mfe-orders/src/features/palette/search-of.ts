import type { OrderSearchField } from '@taller/shared/orders/order-list-query.ts';
import { parseOrderNumber } from '@taller/shared/orders/order-number.ts';
import { plainMarks } from '@taller/shared/values/plain-marks.ts';
import { completeRut } from '@taller/shared/values/rut.ts';

interface OrderSearch {
  field: OrderSearchField;
  search: string;
}

const LONGEST_NUMBER = 6;
const IMEI_DIGITS = 15;

/** The whole text, for who may search all fields; null while it says nothing: a letter, a zero. */
export function wholeSearch(typed: string): OrderSearch | null {
  const text = plainMarks(typed).trim();
  return /\p{L}{2}|[1-9]/u.test(text) ? { field: 'all', search: text } : null;
}

/**
 * What to search orders for, by the form of the typed text (UI-07): one field, whose index answers at once. Null if
 * there is nothing to search for, or only by a field that not all staff may search.
 */
export function searchOf(typed: string): OrderSearch | null {
  const text = plainMarks(typed).trim();
  const digits = text.replaceAll(/\D/g, '');
  if (/\p{L}{2}/u.test(text)) return { field: 'customer_name', search: text };
  const number = parseOrderNumber(text);
  if (number !== null && String(number).length <= LONGEST_NUMBER)
    return { field: 'order_number', search: String(number) };
  if (digits.length === IMEI_DIGITS) return null;
  const isPhone = /^\+|^(?:56)?9\d{8}$/.test(text.replaceAll(' ', ''));
  if (isPhone && !text.includes('-')) return null;
  const isRut = text.includes('-') || completeRut(text) !== null;
  return isRut && digits.length > 2 ? { field: 'customer_rut', search: text } : null;
}
