import type { OrderSearchField } from '@taller/shared/orders/order-filter.ts';
import { isValidImei } from '@taller/shared/orders/imei.ts';
import { completeRut, hasRightCheckDigit } from '@taller/shared/values/rut.ts';

const LETTER = /\p{L}/u;
/** Prefixes of an order number, as people copy them: `#123`, `N° 123`. */
const NUMBER_MARK = /^(?:#|n[°º.])\s*/i;

/** A RUT, or a prefix typed with dots: order numbers have no dots, dash or K. */
function isRut(text: string): boolean {
  if (/^\d{1,2}\.\d{3}(?:\.|$)/.test(text)) return true;
  const rut = completeRut(text);
  // Bare digits could be an order number: only the check digit identifies a RUT.
  return rut !== null && (/[-k]/i.test(text) || hasRightCheckDigit(rut));
}

/** Ten digits and more, without leading zeros: an IMEI or a phone, even if mistyped; not an order number. */
const LONG_NUMBER = /^0*[1-9]\d{9,}$/;
/** A mobile phone as people type it. Few RUTs begin with 9, and every eleventh phone has a RUT's check digit. */
const MOBILE = /^9(?: ?\d){8}$/;
/** Digits from which on an IMEI is more likely than a phone. */
const IMEI_DIGITS = 14;

/** The fields that may contain a text, the likeliest first; for bare digits only the number. */
function fieldsFor(text: string): readonly OrderSearchField[] {
  const bare = text.replace(NUMBER_MARK, '');
  if (isValidImei(bare)) return ['imei'];
  if (MOBILE.test(bare)) return ['customer_phone', 'customer_rut', 'equipment_model'];
  if (isRut(bare)) return ['customer_rut'];
  const digits = bare.replace(/\D/g, '');
  if (!LETTER.test(bare) && LONG_NUMBER.test(digits))
    return digits.length < IMEI_DIGITS
      ? ['customer_phone', 'imei', 'equipment_model']
      : ['imei', 'customer_phone', 'equipment_model'];
  if (!LETTER.test(bare)) return ['order_number', 'customer_rut', 'equipment_model'];
  if (/\d/.test(bare)) return ['equipment_model', 'equipment_brand', 'customer_name'];
  return ['customer_name', 'equipment_brand', 'equipment_model'];
}

/**
 * The field to search (ORD-33): the selected one, unless that is the order number and the text cannot be one. A user
 * who types a name under 'N° orden' expects that person's orders, not an empty list.
 * @param allowed the fields that the role may search.
 */
export function decideField(
  text: string,
  chosen: OrderSearchField,
  allowed: readonly OrderSearchField[],
): OrderSearchField {
  if (chosen !== 'order_number' || text.trim() === '') return chosen;
  return fieldsFor(text.trim()).find((field) => allowed.includes(field)) ?? chosen;
}

/** Other fields that may contain a text without results. */
export function otherFields(
  text: string,
  searched: OrderSearchField,
  allowed: readonly OrderSearchField[],
): readonly OrderSearchField[] {
  if (text.trim() === '' || searched === 'all') return [];
  return fieldsFor(text.trim()).filter((field) => field !== searched && allowed.includes(field));
}
