/** `37,5`: at most `digits` decimals, with the comma of es-CL. Nothing reads as '—'. */
export function formatDecimal(value: number | null, digits = 1): string {
  if (value === null) return '—';
  return value.toLocaleString('es-CL', { maximumFractionDigits: digits });
}

/** `33,33 %`: always two decimals (section 9). */
export function formatPercentage(value: number): string {
  return `${value.toLocaleString('es-CL', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} %`;
}
