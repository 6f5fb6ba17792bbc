const GROUPED = /^-?\d{1,3}(\.\d{3})+$/;
const PLAIN = /^-?\d+$/;

/**
 * Parses an integer in Chilean format: '45000', '45.000', '$ 45.000'. Empty gives null. Anything else, including '1.5'
 * and '12,5', gives NaN, which the form's schema rejects: guessing here would turn 45.000 pesos into 45.
 */
export function parseInteger(text: string): number | null {
  const bare = text.replaceAll(/[\s$]/g, '');
  if (bare === '') return null;
  if (PLAIN.test(bare)) return Number(bare);
  return GROUPED.test(bare) ? Number(bare.replaceAll('.', '')) : Number.NaN;
}

/** 45000 → '45.000'; null and NaN → ''. */
export function formatInteger(value: number | null): string {
  if (value === null || Number.isNaN(value)) return '';
  return String(value).replaceAll(/\B(?=(\d{3})+$)/g, '.');
}
