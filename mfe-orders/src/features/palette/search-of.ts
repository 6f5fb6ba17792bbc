import type { OrderSearchField } from '@taller/shared/orders/order-list-query.ts';
import { normaliseImei } from '@taller/shared/orders/imei.ts';
import { parseOrderNumber } from '@taller/shared/orders/order-number.ts';
import { completeRut } from '@taller/shared/values/rut.ts';

interface OrderSearch {
  field: OrderSearchField;
  search: string;
}

const LONGEST_NUMBER = 6;
const IMEI_DIGITS = 15;

/**
 * What to search orders for, by the form of the typed text (UI-07): one field, whose index answers at once. Null if
 * there is nothing to search for, or only by a field that the role may not search.
 */
export function searchOf(typed: string, mayAllFields: boolean): OrderSearch | null {
  const text = typed.trim();
  const digits = text.replaceAll(/\D/g, '');
  if (/\p{L}{2}/u.test(text)) return { field: 'customer_name', search: text };
  const number = parseOrderNumber(text);
  if (number !== null && String(number).length <= LONGEST_NUMBER)
    return { field: 'order_number', search: String(number) };
  if (digits.length === IMEI_DIGITS)
    return mayAllFields ? { field: 'imei', search: normaliseImei(text) } : null;
  const isRut = text.includes('-') || completeRut(text) !== null;
  const isPhone = /^\+|^(?:56)?9\d{8}$/.test(text.replaceAll(' ', ''));
  if (isPhone && !text.includes('-')) return mayAllFields ? { field: 'customer_phone', search: text } : null;
  return isRut && digits.length > 2 ? { field: 'customer_rut', search: text } : null;
}
