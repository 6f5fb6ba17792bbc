/** IMEI: 15 digits, the last one a Luhn check digit. Always optional; an invalid one is only a warning. */

import { plainMarks } from '#src/values/plain-marks.ts';

export const IMEI_WARNING =
  'El IMEI no parece válido: deben ser 15 dígitos y el último no coincide o faltan.';

/** Removes dashes and spaces, as printed on the device's label. */
export function normaliseImei(text: string): string {
  return plainMarks(text).replace(/[\s\-./]/g, '');
}

/** Luhn's algorithm: from the right, every second digit doubled, digits summed, a multiple of ten. */
export function passesLuhn(digits: string): boolean {
  if (!/^\d+$/.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

export function isValidImei(text: string): boolean {
  const digits = normaliseImei(text);
  return digits.length === 15 && passesLuhn(digits);
}

/** The warning for the field; null if it is empty or valid. */
export function imeiWarning(text: string): string | null {
  return text.trim() === '' || isValidImei(text) ? null : IMEI_WARNING;
}
