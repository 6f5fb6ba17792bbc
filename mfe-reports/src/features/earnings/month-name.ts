const name = new Intl.DateTimeFormat('es-CL', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Formats `yyyy-mm`: `nov 2026`. */
export function monthName(month: string): string {
  const parts = name.formatToParts(new Date(`${month}-01T00:00:00Z`));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('month').replace('.', '')} ${part('year')}`;
}

/** The same month of the previous year, `yyyy-mm`. */
export function yearBefore(month: string): string {
  return `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`;
}
