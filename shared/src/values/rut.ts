/**
 * The Chilean tax number (RUT). See AUTH-03, AUTH-07. Only the pattern determines validity; a wrong check digit is a
 * warning, since the hint's example has one.
 */

import { formatDocument, isDocument } from './foreign-document.ts';
import { plainMarks } from './plain-marks.ts';

/** Hint and error of the field. */
export const RUT_HINT = 'Formato: 12345678-9';
/** Warning for a RUT with a wrong check digit. It does not block. */
export const RUT_CHECK_DIGIT_WARNING = 'El dígito verificador no coincide. Revisa el RUT.';

const RUT_PATTERN = /^\d{7,8}-[\dkK]$/;

/** The normalised form: no dots, spaces or leading zeros, one plain dash, capital K. Adds no characters. */
export function normaliseRut(text: string): string {
  return plainMarks(text)
    .replace(/[.\s]/g, '')
    .replace(/^0+(?=\d{7})/, '')
    .toUpperCase();
}

/** Whether the normalised text is 7-8 digits, dash, digit or K. */
export function isValidRut(text: string): boolean {
  return RUT_PATTERN.test(normaliseRut(text));
}

/** Whether a RUT has repeated digits (11111111-1): a placeholder of whoever gave none, which is nobody's (CUST-17). */
export const isRepeatedRut = (rut: string): boolean => /^(\d)\1+-/.test(rut);

/**
 * The normalised form of a RUT that may lack its dash, as exported by old systems: `152547501` → `15254750-1`. For
 * imports and searches; forms accept a RUT without a dash only if its check digit matches (`dashedRut`).
 * @returns the normalised RUT, or null if it is invalid.
 */
export function completeRut(text: string): string | null {
  const bare = normaliseRut(text);
  const rut = bare.includes('-') ? bare : `${bare.slice(0, -1)}-${bare.slice(-1)}`;
  return RUT_PATTERN.test(rut) ? rut : null;
}

/** The mod-11 check digit of a number: weights 2 to 7 from the right; 11 gives 0, 10 gives K. */
export function rutCheckDigit(digits: string): string {
  let sum = 0;
  let weight = 2;
  for (let index = digits.length - 1; index >= 0; index -= 1) {
    sum += Number(digits[index]) * weight;
    weight = weight === 7 ? 2 : weight + 1;
  }
  const rest = 11 - (sum % 11);
  if (rest === 11) return '0';
  return rest === 10 ? 'K' : String(rest);
}

/** Whether a RUT is well-formed and its check digit matches. */
export function hasRightCheckDigit(text: string): boolean {
  const rut = normaliseRut(text);
  if (!RUT_PATTERN.test(rut)) return false;
  const [digits = '', check = ''] = rut.split('-');
  return rutCheckDigit(digits) === check;
}

/**
 * The normalised form of an entered RUT: a missing dash is added only if the check digit matches, since otherwise its
 * position is ambiguous.
 */
export function dashedRut(text: string): string {
  const rut = normaliseRut(text);
  const whole = rut.includes('-') ? null : completeRut(rut);
  return whole && hasRightCheckDigit(whole) ? whole : rut;
}

/**
 * A RUT as it is being typed at its end: the dash comes by itself once the check digit matches, and moves on when
 * another digit, or a dash of one's own, shows that the number is longer (`1234567-4` and `5` are `12345674-5`).
 * Anything else is left as it is.
 */
export function rutWhileTyped(text: string): string {
  const bare = text.replace(/^(\d{7})-(\d)(?=[\dkK-]$)/, '$1$2');
  return /^\d{7,8}[\dkK]$/.test(bare) ? dashedRut(bare) : bare;
}

/** The warning for a RUT field: only for a well-formed RUT with a wrong check digit. */
export function rutWarning(text: string): string | null {
  return isValidRut(text) && !hasRightCheckDigit(text) ? RUT_CHECK_DIGIT_WARNING : null;
}

/** Formats a RUT: `12.345.678-5`, and the document of somebody without one. Anything else is unchanged. */
export function formatRut(text: string): string {
  if (isDocument(text)) return formatDocument(text);
  const rut = normaliseRut(text);
  if (!RUT_PATTERN.test(rut)) return text;
  const [digits = '', check = ''] = rut.split('-');
  return `${digits.replace(/\B(?=(?:\d{3})+$)/g, '.')}-${check}`;
}
