/**
 * Hints beside terms that are shorter than Law 19.496 names (WARR-15, decision 60). They forbid nothing: the
 * shop and its lawyer decide.
 */
import {
  LEAST_ABANDONED_DAYS,
  LEAST_PARTS_DAYS,
  LEAST_WORK_DAYS,
} from '@taller/shared/orders/warranty/legal-clock.ts';
import { fold } from '@taller/shared/imports/file/import-field.ts';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.legal;

const NUMBERS: Readonly<Record<string, number>> = {
  un: 1,
  una: 1,
  dos: 2,
  tres: 3,
  seis: 6,
  diez: 10,
  quince: 15,
  veinte: 20,
  treinta: 30,
  cuarenta: 40,
  sesenta: 60,
  noventa: 90,
};
const DURATION = new RegExp(
  `\\b(\\d{1,4}|${Object.keys(NUMBERS).join('|')})\\s+(dias?(?: habil(?:es)?)?|semanas?|mes(?:es)?|anos?)\\b`,
  'g',
);

/** A duration in days, as long as it can be meant: 30 working days are six weeks, a month has 31 days. */
function toDays(count: string, unit: string): number {
  const number = NUMBERS[count] ?? Number(count);
  if (unit.includes('habil')) return Math.floor((number * 7) / 5);
  if (unit.startsWith('semana')) return number * 7;
  if (unit.startsWith('mes')) return number * 31;
  return unit.startsWith('ano') ? number * 366 : number;
}

/** Whether the longest duration that a text names is shorter. */
function isShorter(text: string, days: number): boolean {
  const named = [...text.matchAll(DURATION)].map(([, count = '', unit = '']) => toDays(count, unit));
  return named.length > 0 && Math.max(...named) < days;
}

/** The hint of days of warranty on the work; undefined for none. */
export const workHint = (days: unknown): string | undefined =>
  typeof days === 'number' && days < LEAST_WORK_DAYS ? texts.work : undefined;

/** The hint of days of warranty on parts. */
export const partsHint = (days: unknown): string | undefined =>
  typeof days === 'number' && days < LEAST_PARTS_DAYS ? texts.parts : undefined;

/** The hint of a term of service, by the durations that it names. */
export function termHint(term: unknown): string | undefined {
  const text = typeof term === 'string' ? fold(term) : '';
  if (text.includes('abandon')) return isShorter(text, LEAST_ABANDONED_DAYS) ? texts.abandoned : undefined;
  if (!text.includes('garantia')) return undefined;
  if (/\b(?:sin|no (?:tienen?|hay|dan?|damos)) (?:ninguna )?garantia\b/.test(text)) return texts.none;
  if (/repuesto|accesorio|producto/.test(text) && isShorter(text, LEAST_PARTS_DAYS)) return texts.parts;
  return isShorter(text, LEAST_WORK_DAYS) ? texts.work : undefined;
}
