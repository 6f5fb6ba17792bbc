import type { ReportCard } from '@taller/shared/reports/report-orders-query.ts';
import { formatDecimal } from '#src/values/format-figures.ts';
import { orderListTexts } from '#src/features/drill-down/texts.ts';

interface Measure {
  header: string;
  unit: 'días' | 'horas';
}

const IDLE: Measure = { header: orderListTexts.daysIdle, unit: 'días' };
const TO_COMPLETE: Measure = { header: orderListTexts.daysToComplete, unit: 'días' };

const MEASURES: Partial<Record<ReportCard, Measure>> = {
  resolved: { header: orderListTexts.daysToUpdate, unit: 'días' },
  measured: TO_COMPLETE,
  timed: TO_COMPLETE,
  timed_decisions: { header: orderListTexts.hoursToDecide, unit: 'horas' },
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
