import type { ReportCard } from '@taller/shared/reports/report-orders-query.ts';
import { formatDecimal } from '#src/values/format-figures.ts';
import { es } from '#src/texts/es.ts';

interface Measure {
  header: string;
  unit: 'días' | 'horas';
}

const IDLE: Measure = { header: es.work.days, unit: 'días' };
const TO_COMPLETE: Measure = { header: es.orders.daysToComplete, unit: 'días' };

const MEASURES: Partial<Record<ReportCard, Measure>> = {
  resolved: { header: es.orders.daysToUpdate, unit: 'días' },
  measured: TO_COMPLETE,
  timed: TO_COMPLETE,
  timed_decisions: { header: es.orders.hoursToDecide, unit: 'horas' },
  open: IDLE,
  under_3: IDLE,
  under_7: IDLE,
  under_30: IDLE,
  over_30: IDLE,
};

/** The figure's value for each of its orders; undefined if it only counts them. */
export function measureOf(card: ReportCard): Measure | undefined {
  return MEASURES[card];
}

/** `28,6 días` */
export function formatMeasure(value: number | null, { unit }: Measure): string {
  return value === null ? '—' : `${formatDecimal(value)}\u00A0${unit}`;
}
