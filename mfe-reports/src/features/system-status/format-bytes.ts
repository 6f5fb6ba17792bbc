import type { StatusFact } from '@taller/shared/system-status/system-status.ts';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** `23,4 MB`: decimal units, as for disks. */
export function formatBytes(value: StatusFact): string {
  if (typeof value !== 'number') return '—';
  const power = Math.min(Math.max(Math.floor(Math.log10(Math.max(value, 1)) / 3), 0), UNITS.length - 1);
  const figure = (value / 1000 ** power).toLocaleString('es-CL', { maximumFractionDigits: 1 });
  return `${figure}\u00A0${UNITS[power]}`;
}
