/**
 * Public holidays of the whole of Chile, computed by their laws. Without holidays of one region (7 June, 20 August) and
 * those of one year (elections, special laws), which a shop adds as special days.
 */
import { addDays } from '#src/values/dates.ts';

export interface Holiday {
  /** `yyyy-mm-dd`. */
  readonly day: string;
  readonly name: string;
}

/** Holidays on the same date each year: Ley 2.977, and those that later laws added. */
const FIXED: readonly (readonly [date: string, name: string])[] = [
  ['01-01', 'Año Nuevo'],
  // Ley 2.200 and 18.018.
  ['05-01', 'Día del Trabajo'],
  ['05-21', 'Glorias Navales'],
  // Ley 20.148.
  ['07-16', 'Virgen del Carmen'],
  ['08-15', 'Asunción de la Virgen'],
  ['09-18', 'Independencia Nacional'],
  ['09-19', 'Glorias del Ejército'],
  ['11-01', 'Todos los Santos'],
  ['12-08', 'Inmaculada Concepción'],
  ['12-25', 'Navidad'],
];

/** Holidays in years in which their date is one of these weekdays, counted from Sunday, 0. */
const BRIDGES: readonly (readonly [date: string, weekdays: readonly number[], name: string])[] = [
  // Ley 20.983: a Monday after New Year's Day.
  ['01-02', [1], 'Año Nuevo'],
  // Monday: Ley 20.215. Friday: Ley 20.983.
  ['09-17', [1, 5], 'Fiestas Patrias'],
  // Ley 20.215.
  ['09-20', [5], 'Fiestas Patrias'],
];

/** Ley 19.668: from Tuesday to Thursday the Monday before, on Friday the Monday after. In days, by weekday. */
const TO_MONDAY = [0, 0, -1, -2, -3, 3, 0] as const;
/** Ley 20.299: on Tuesday the Friday before, on Wednesday the Friday after. */
const TO_FRIDAY = [0, 0, -4, 2, 0, 0, 0] as const;

const MOVED: readonly (readonly [date: string, moves: readonly number[], name: string])[] = [
  ['06-29', TO_MONDAY, 'San Pedro y San Pablo'],
  ['10-12', TO_MONDAY, 'Encuentro de Dos Mundos'],
  ['10-31', TO_FRIDAY, 'Día de las Iglesias Evangélicas'],
];

/** Weekday of `yyyy-mm-dd`, counted from Sunday, 0. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** Easter Sunday of the Gregorian calendar (Meeus, Jones, Butcher). */
function easterOf(year: number): string {
  const a = year % 19;
  const century = Math.floor(year / 100);
  const f = Math.floor((8 * century + 13) / 25);
  const h = (19 * a + century - Math.floor(century / 4) - f + 15) % 30;
  const l = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - h - ((year % 100) % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  return addDays(`${year}-03-22`, h + l - 7 * m);
}

/** The winter solstice by Chile's clock, Ley 21.357. Right for 2022 to 2075. */
function solsticeOf(year: number): string {
  return `${year}-06-${year % 4 > (year > 2046 ? 2 : 1) ? 21 : 20}`;
}

/** The holidays of a year, in order. */
export function holidaysOf(year: number): readonly Holiday[] {
  const easter = easterOf(year);
  return [
    ...FIXED.map(([date, name]) => ({ day: `${year}-${date}`, name })),
    ...BRIDGES.flatMap(([date, weekdays, name]) => {
      const day = `${year}-${date}`;
      return weekdays.includes(weekdayOf(day)) ? [{ day, name }] : [];
    }),
    ...MOVED.map(([date, moves, name]) => {
      const day = `${year}-${date}`;
      return { day: addDays(day, moves[weekdayOf(day)] ?? 0), name };
    }),
    { day: addDays(easter, -2), name: 'Viernes Santo' },
    { day: addDays(easter, -1), name: 'Sábado Santo' },
    { day: solsticeOf(year), name: 'Día de los Pueblos Indígenas' },
  ].toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

/** The holiday of a day, `yyyy-mm-dd`. */
export const holidayOn = (day: string): Holiday | undefined =>
  holidaysOf(Number(day.slice(0, 4))).find((holiday) => holiday.day === day);
