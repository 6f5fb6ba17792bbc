/**
 * The days that Law 19.496 names for an order, with their articles (WARR-14): a fact apart from the shop's own
 * warranty. Decision 60 says where each was read, and what a lawyer has to confirm.
 */
import { holidayOn, weekdayOf } from '#src/config/chilean-holidays.ts';
import { addDays, addMonths, formatDate, shopDay } from '#src/values/dates.ts';
import { isRunning } from '../warranty.ts';
import type { WarrantyStay } from './order-warranty-query.ts';

/** Article 41: working days after the delivery in which bad work can be claimed. */
const WORK_DAYS = 30;
/** The fewest calendar days that WORK_DAYS take. */
export const LEAST_WORK_DAYS = 42;

/** Articles 19 to 21: months in which a new good that fails can be claimed, since Law 21.398. */
const PARTS_MONTHS = 6;
const PARTS_SINCE = '2022-03-24';
/** The most days that PARTS_MONTHS take. */
export const LEAST_PARTS_DAYS = 184;

/** Article 42: months after the signed reception until a device that nobody fetched counts as abandoned. */
const ABANDONED_MONTHS = 12;
/** The fewest days that ABANDONED_MONTHS take. */
export const LEAST_ABANDONED_DAYS = 365;

/** The last day of a term of the law. */
export interface LegalDate {
  about: 'work' | 'parts' | 'abandoned';
  /** The last day, `yyyy-mm-dd`. */
  day: string;
}

/** The columns that the law's dates depend on. */
export interface LegalOrder {
  created_at: string;
  delivered_at: string | null;
  status: string;
  unrepaired_reason: string | null;
  /** It was repaired under an earlier order's warranty, whose dates are that order's. */
  warranty_repair: boolean;
}

const SUNDAY = 0;
const SATURDAY = 6;

/** The last of so many working days after `day`: Monday to Friday, without holidays. */
function addWorkingDays(day: string, count: number): string {
  let last = day;
  for (let left = count; left > 0;) {
    last = addDays(last, 1);
    const weekday = weekdayOf(last);
    if (weekday !== SUNDAY && weekday !== SATURDAY && !holidayOn(last)) left -= 1;
  }
  return last;
}

/** The term stands still while the device is repaired for its warranty: one that begins before its end moves it. */
const suspended = (day: string, stays: readonly WarrantyStay[]): string =>
  stays.reduce((end, { begins, days }) => (begins <= end ? addDays(end, days) : end), day);

/** The days of an order: until the delivery that of abandoned devices, then those of work and parts. */
export function legalDates(order: LegalOrder, stays: readonly WarrantyStay[]): readonly LegalDate[] {
  if (order.status !== 'delivered')
    return [{ about: 'abandoned', day: addMonths(shopDay(order.created_at), ABANDONED_MONTHS) }];
  if (!order.delivered_at || order.unrepaired_reason || order.warranty_repair) return [];
  const day = shopDay(order.delivered_at);
  const work: LegalDate = { about: 'work', day: addWorkingDays(day, WORK_DAYS) };
  if (day < PARTS_SINCE) return [work];
  return [work, { about: 'parts', day: suspended(addMonths(day, PARTS_MONTHS), stays) }];
}

const FACTS: Readonly<Record<LegalDate['about'], { term: string; source: string }>> = {
  work: {
    term: 'Reclamo por el trabajo',
    source: 'Ley 19.496, artículo 41: 30 días hábiles desde la entrega.',
  },
  parts: {
    term: 'Repuestos nuevos vendidos',
    source:
      'Ley 19.496, artículos 19 a 21: seis meses desde la entrega, sin el tiempo de una reparación en garantía.',
  },
  abandoned: {
    term: 'Equipo sin retirar',
    source:
      'Ley 19.496, artículo 42: un año desde que se firmó la recepción. Después se entiende abandonado.',
  },
};

/** Title of these dates, and what is said of those that a delivery begins. */
export const LEGAL_CLOCK = {
  title: 'Reloj legal',
  note: 'Son aparte de la garantía de la tienda: cuál usar lo elige el cliente.',
} as const;

/** The dates in words: 'Hasta el 12-01-2027', and the article as a note; one alone is wide. */
export const legalFacts = (
  order: LegalOrder,
  stays: readonly WarrantyStay[],
  now?: Date,
): { term: string; value: string; note: string; wide: boolean }[] =>
  legalDates(order, stays).map(({ about, day }, _at, { length }) => ({
    term: FACTS[about].term,
    value: `${isRunning(day, now) ? 'Hasta el' : 'Terminó el'} ${formatDate(day)}`,
    note: FACTS[about].source,
    wide: length === 1,
  }));
