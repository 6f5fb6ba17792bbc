/** Chilean phone numbers, normalised to digits and prefixed with 56 if they start with 9 (MSG-01). */

export const COUNTRY_PREFIX = '56';

/** Digits only, with the country prefix if they start with 9: the format in which messages are sent. */
export function normalisePhone(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits.startsWith('9') ? `${COUNTRY_PREFIX}${digits}` : digits;
}

/** Whether it is a mobile number that WhatsApp can reach: +56 9 and eight digits. */
export function isChileanMobile(text: string): boolean {
  return /^569\d{8}$/.test(normalisePhone(text));
}

/**
 * Whether it can be dialled: 8 to 15 digits (E.164) after normalising. Less strict than {@link isChileanMobile}, since
 * customers leave landlines and foreign numbers too.
 */
export function isDiallable(text: string): boolean {
  return /^\d{8,15}$/.test(normalisePhone(text)) && /^[\d\s()+.\-/\u00A0]*$/.test(text);
}

/** Formats a number: `+56 9 7259 9470`, `+56 32 225 5014`, `+56 2 2345 6789`; others unchanged. */
export function formatPhone(text: string): string {
  const digits = normalisePhone(text);
  const mobileOrSantiago = /^56([29])(\d{4})(\d{4})$/.exec(digits);
  if (mobileOrSantiago) return `+56 ${mobileOrSantiago.slice(1).join(' ')}`;
  const region = /^56([3-7]\d)(\d{3})(\d{4})$/.exec(digits);
  return region ? `+56 ${region.slice(1).join(' ')}` : text.trim();
}

/** A `tel:` link. A number without country prefix is dialled unchanged. */
export function telHref(text: string): string {
  const digits = normalisePhone(text);
  const international = digits.startsWith(COUNTRY_PREFIX) && digits.length === 11;
  return `tel:${international ? '+' : ''}${digits}`;
}

/** A link that opens a WhatsApp chat, with an optional initial text. */
export function whatsAppHref(text: string, message?: string): string {
  const query = message ? `?text=${encodeURIComponent(message)}` : '';
  return `https://wa.me/${normalisePhone(text)}${query}`;
}
