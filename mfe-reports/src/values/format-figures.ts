/** `37,5`: at most `digits` decimals, with es-CL's decimal comma. Null gives '—'. */
export function formatDecimal(value: number | null, digits = 1): string {
  if (value === null) return '—';
  return value.toLocaleString('es-CL', { maximumFractionDigits: digits });
}

/** `33,33 %`: always two decimals (REP-04), with a non-breaking space. */
export function formatPercentage(value: number): string {
  return `${value.toLocaleString('es-CL', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}\u00A0%`;
}

/** `66,67 %`: the ratio of a part to the whole; '—' if the whole is 0. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? '—' : formatPercentage((part * 100) / whole);
}

/** `+12,5 %`, `−8 %`, `0 %`, `+1.793 %`: the relative change of an amount; '—' if the earlier one is 0. */
export function formatChange(before: number, now: number): string {
  if (before === 0) return '—';
  const change = ((now - before) * 100) / before;
  // No decimals for changes of more than 100 %.
  const rounded = Math.abs(change) < 100 ? Math.round(change * 10) / 10 : Math.round(change);
  const sign = rounded > 0 ? '+' : rounded < 0 ? '−' : '';
  return `${sign}${formatDecimal(Math.abs(rounded))}\u00A0%`;
}

/** `45 minutos`, `9,8 horas`, `3,1 días`: in the most readable unit. */
export function formatHours(hours: number | null): string {
  if (hours === null) return '—';
  const [value, one, many] =
    hours < 1
      ? [Math.round(hours * 60), 'minuto', 'minutos']
      : hours < 48
        ? [Math.round(hours * 10) / 10, 'hora', 'horas']
        : [Math.round((hours / 24) * 10) / 10, 'día', 'días'];
  return `${formatDecimal(value)} ${value === 1 ? one : many}`;
}

/** `$1,2 M`, `$450 mil`, `$900`: an amount for an axis, where there is no room for all digits. */
export function formatShortClp(amount: number): string {
  if (amount >= 1_000_000) return `$${formatDecimal(amount / 1_000_000)}\u00A0M`;
  if (amount >= 1000) return `$${formatDecimal(amount / 1000, 0)}\u00A0mil`;
  return `$${formatDecimal(amount, 0)}`;
}
