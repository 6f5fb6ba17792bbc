/**
 * Phone numbers: digits, prefixed with 56 if they start with 9 (MSG-01). A number given with its plus is complete. The
 * database has the same rule (`private.whatsapp_phone`).
 */
import { plainMarks } from './plain-marks.ts';

export const COUNTRY_PREFIX = '56';

/** Given with a plus or 00: the country is known. */
const INTERNATIONAL = /^[\s(]*(?:\+|00)/;
/** Dialled inside the country only: +49 (0)151 2345 6789. */
const INNER_ZERO = /\(\s*0\s*\)/g;
/** A Chilean number behind the zero that was dialled before it until 2016. */
const TRUNK_ZERO = /^0([2-9]\d{8})$/;

const digitsOf = (text: string) => plainMarks(text).replace(/\D/g, '');
const isInternational = (text: string) => INTERNATIONAL.test(plainMarks(text));

/** Digits only, with the country prefix if they start with 9: the format in which messages are sent. */
export function normalisePhone(text: string): string {
  if (isInternational(text)) return digitsOf(plainMarks(text).replace(INNER_ZERO, '')).replace(/^00/, '');
  const digits = digitsOf(text);
  const national = digits.replace(TRUNK_ZERO, '$1');
  return national.startsWith('9') ? `${COUNTRY_PREFIX}${national}` : national;
}

/** Whether it is a mobile number that WhatsApp can reach: +56 9 and eight digits. */
export function isChileanMobile(text: string): boolean {
  return /^569\d{8}$/.test(normalisePhone(text));
}

/** A Chilean number of a house or an office, with or without the country prefix. */
function isChileanLandline(text: string): boolean {
  return /^(?:56)?[2-7]\d{8}$/.test(normalisePhone(text));
}

/**
 * Whether it can be dialled: 8 to 15 digits (E.164) after normalising. Less strict than {@link isChileanMobile}, since
 * customers leave landlines and foreign numbers too.
 */
export function isDiallable(text: string): boolean {
  return /^\d{8,15}$/.test(normalisePhone(text)) && /^[\d\s()+.\-/]*$/.test(plainMarks(text));
}

export const LANDLINE_WARNING =
  'Es un teléfono fijo: ahí no llegan los avisos por WhatsApp. Anota también un celular.';
export const COUNTRY_WARNING =
  '¿Es de otro país? Escríbelo con + y el código del país, por ejemplo +54 9 11 2345 6789. ' +
  'Un celular chileno tiene 9 dígitos: 9 1234 5678.';

/**
 * A question about a number that can be dialled, but may not be what was meant, or cannot receive messages. Null for a
 * Chilean mobile, and for a number given with the code of its country.
 */
export function phoneWarning(text: string): string | null {
  if (!isDiallable(text) || isChileanMobile(text)) return null;
  if (isChileanLandline(text)) return LANDLINE_WARNING;
  const digits = normalisePhone(text);
  // A Chilean number that is cut short or too long, and one whose + stands in for +56.
  const isKnown = isInternational(text) && digits.length > 9 && !digits.startsWith(COUNTRY_PREFIX);
  return isKnown ? null : COUNTRY_WARNING;
}

export const NO_PHONE_WARNING = 'No parece un teléfono: los avisos no llegarán a este número.';

/** The warning of {@link phoneWarning} for a second number, which is accepted whatever it is. */
export const otherPhoneWarning = (text: string): string | null =>
  isDiallable(text) ? phoneWarning(text) : NO_PHONE_WARNING;

/** Formats a number: `+56 9 7259 9470`, `+56 32 225 5014`, `+56 2 2345 6789`; others unchanged. */
export function formatPhone(text: string): string {
  const normalised = normalisePhone(text);
  const digits = isInternational(text)
    ? normalised
    : normalised.replace(/^[2-7]\d{8}$/, `${COUNTRY_PREFIX}$&`);
  const mobileOrSantiago = /^56([29])(\d{4})(\d{4})$/.exec(digits);
  if (mobileOrSantiago) return `+56 ${mobileOrSantiago.slice(1).join(' ')}`;
  const region = /^56([3-7]\d)(\d{3})(\d{4})$/.exec(digits);
  return region ? `+56 ${region.slice(1).join(' ')}` : plainMarks(text).trim();
}

/** A `tel:` link. A number whose country is not known is dialled unchanged. */
export function telHref(text: string): string {
  const digits = normalisePhone(text);
  // No Chilean number has more than nine digits without its prefix.
  const hasCountry = isInternational(text) || digits.length > 10;
  return `tel:${hasCountry ? '+' : ''}${digits}`;
}

/** A link that opens a WhatsApp chat, with an optional initial text. */
export function whatsAppHref(text: string, message?: string): string {
  const query = message ? `?text=${encodeURIComponent(message)}` : '';
  return `https://wa.me/${normalisePhone(text)}${query}`;
}
