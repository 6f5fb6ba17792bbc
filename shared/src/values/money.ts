/** Chilean pesos: integers, formatted as `$1.234`. See DATA-05. */

import { plainMarks } from './plain-marks.ts';

/** Maximum amount of forms and imports: larger ones are typing errors. */
export const MAX_CLP = 999_999_999;

/** Whether forms take it as an amount: whole pesos, at least `min`. */
export const isClp = (value: number | null, min = 0): value is number =>
  value !== null && Number.isInteger(value) && value >= min && value <= MAX_CLP;

/**
 * Formats an amount: `$45.990`, `-$1.500`, `$0`. A missing amount gives `$0` (reports count it as 0). Implemented by
 * hand so that every browser and the server agree.
 */
export function formatClp(amount: number | null | undefined): string {
  const value = Math.round(amount ?? 0);
  if (!Number.isFinite(value)) return '$0';
  const sign = value < 0 ? '-' : '';
  return `${sign}$${formatThousands(Math.abs(value))}`;
}

/** An integer with dots as thousands separators: `45.990`. */
export function formatThousands(value: number): string {
  return String(Math.trunc(value)).replace(/\B(?=(?:\d{3})+$)/g, '.');
}

const PLAIN = /^\d+$/;
const DOTTED = /^\d{1,3}(?:\.\d{3})+$/;
const COMMAED = /^\d{1,3}(?:,\d{3})+$/;

/**
 * Parses amounts as written by people and spreadsheets: `$45.990`, `45990`, `45.990`, `45,990`, `CLP 45.990`,
 * `45.990,00`, `45990.00`, `45.990.-`, `45990 CLP`.
 * @returns whole pesos from 0 to {@link MAX_CLP}, or null if the text is not such an amount: words, negative amounts
 * and non-zero decimals are rejected rather than guessed.
 */
export function parseClp(text: string): number | null {
  let digits = plainMarks(text)
    .replace(/\s/g, '')
    .replace(/^(?:clp)?\$?/i, '')
    .replace(/(?:clp|pesos|\$)\.?$/i, '')
    .replace(/[.,]?-$/, '');
  // Zero cents are ignored; a third digit would make it a thousands group.
  digits = digits.replace(/[.,]0{1,2}$/, '');
  if (DOTTED.test(digits)) digits = digits.replaceAll('.', '');
  else if (COMMAED.test(digits)) digits = digits.replaceAll(',', '');
  if (!PLAIN.test(digits)) return null;
  const value = Number(digits);
  return value <= MAX_CLP ? value : null;
}
