/**
 * The Chilean tax number (RUT). Rule source: AUTH-03, AUTH-07.
 * The pattern alone decides what is valid; a wrong check digit only warns, since the
 * example of the hint fails it.
 */

/** Shown beside the field and as its error. */
export const RUT_HINT = 'Formato: 12345678-9';
/** Shown beside a RUT whose check digit does not fit. It does not block. */
export const RUT_CHECK_DIGIT_WARNING = 'El dígito verificador no coincide. Revisa el RUT.';

const RUT_PATTERN = /^\d{7,8}-[\dkK]$/;

/** The stored form: no dots, spaces or leading zeros, one plain dash, capital K. Adds nothing that was not typed. */
export function normaliseRut(text: string): string {
  return text
    .replace(/[.\s\u00A0]/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/^0+(?=\d{7})/, '')
    .toUpperCase();
}

/** True when the normalised text is 7-8 digits, dash, digit or K. */
export function isValidRut(text: string): boolean {
  return RUT_PATTERN.test(normaliseRut(text));
}

/**
 * The stored form of a RUT that may lack its dash, as old systems export it: `152547501` → `15254750-1`.
 * For imports and searches; forms take a RUT without a dash only if its check digit agrees (`dashedRut`).
 *
 * @returns the normalised RUT, or null when it is none.
 */
export function completeRut(text: string): string | null {
  const bare = normaliseRut(text);
  const rut = bare.includes('-') ? bare : `${bare.slice(0, -1)}-${bare.slice(-1)}`;
  return RUT_PATTERN.test(rut) ? rut : null;
}

/** The mod-11 check digit of a number: weights 2 to 7 from the right; 11 reads 0, 10 reads K. */
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

/** True for a RUT of the right form whose check digit fits. */
export function hasRightCheckDigit(text: string): boolean {
  const rut = normaliseRut(text);
  if (!RUT_PATTERN.test(rut)) return false;
  const [digits = '', check = ''] = rut.split('-');
  return rutCheckDigit(digits) === check;
}

/**
 * The stored form of a typed RUT: a missing dash is set where the check digit agrees, and nowhere else, since nothing
 * else is sure.
 */
export function dashedRut(text: string): string {
  const rut = normaliseRut(text);
  const whole = rut.includes('-') ? null : completeRut(rut);
  return whole && hasRightCheckDigit(whole) ? whole : rut;
}

/** The warning to show beside a RUT field: only for a RUT of the right form with a wrong check digit. */
export function rutWarning(text: string): string | null {
  return isValidRut(text) && !hasRightCheckDigit(text) ? RUT_CHECK_DIGIT_WARNING : null;
}

/** The form people read: `12.345.678-5`. Anything that is no RUT comes back unchanged. */
export function formatRut(text: string): string {
  const rut = normaliseRut(text);
  if (!RUT_PATTERN.test(rut)) return text;
  const [digits = '', check = ''] = rut.split('-');
  return `${digits.replace(/\B(?=(?:\d{3})+$)/g, '.')}-${check}`;
}
