const month = new Intl.DateTimeFormat('es-CL', { month: 'short', timeZone: 'UTC' });

/** `nov` of `yyyy-mm-dd`. */
const monthOf = (day: string): string => month.format(new Date(`${day}T00:00:00Z`)).replace('.', '');

/** `1 al 23 de nov 2026`, `28 de oct al 3 de nov 2026`, `5 de nov 2026`: a period's days, both inclusive. */
export function formatDays(from: string, to: string): string {
  const part = (day: string, withYear: boolean) =>
    `${Number(day.slice(8))} de ${monthOf(day)}${withYear ? ` ${day.slice(0, 4)}` : ''}`;
  if (from === to) return part(to, true);
  if (from.slice(0, 7) === to.slice(0, 7)) return `${Number(from.slice(8))} al ${part(to, true)}`;
  return `${part(from, from.slice(0, 4) !== to.slice(0, 4))} al ${part(to, true)}`;
}
