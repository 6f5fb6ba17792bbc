import { parseClp } from './money.ts';
import { plainMarks } from './plain-marks.ts';

/** The beginning of a thousand, or cents: `45.0` and `45.00` may be a slip of `45.000`. */
const CUT_SHORT = /^\D*\d{1,3}\.\d{1,2}\D*$/;

/**
 * Parses an integer as people type it: every form of {@link parseClp}, such as '45.000', '$ 45.000.-', '45.000,00'.
 * Empty gives null. Anything else, including '1.5', '12,5' and '45.00', gives NaN, which the form's schema rejects:
 * guessing here would turn 45.000 pesos into 45.
 */
export function parseInteger(text: string): number | null {
  const plain = plainMarks(text).trim();
  if (plain.replaceAll(/[\s$]/g, '') === '') return null;
  const isNegative = plain.startsWith('-');
  const value = CUT_SHORT.test(plain) ? null : parseClp(isNegative ? plain.slice(1) : plain);
  if (value === null) return Number.NaN;
  return isNegative && value > 0 ? -value : value;
}

/** 45000 → '45.000'; null and NaN → ''. */
export function formatInteger(value: number | null): string {
  if (value === null || Number.isNaN(value)) return '';
  return String(value).replaceAll(/\B(?=(\d{3})+$)/g, '.');
}
