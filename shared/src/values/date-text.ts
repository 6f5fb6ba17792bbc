/**
 * Dates and times in Chilean format: `05-01-2032`, `14:30`. Values are in the format of native fields: `2032-01-05`.
 */
import { formatDate, isDay } from './dates.ts';

/** `date`: `YYYY-MM-DD`; `time`: `HH:mm`; `datetime-local`: both with a `T` between. None has a time zone. */
export type DateTextType = 'date' | 'datetime-local' | 'time';

/** Placeholder of a field of the type. */
export const DATE_TEXT_FORMAT: Readonly<Record<DateTextType, string>> = {
  date: 'dd-mm-aaaa',
  'datetime-local': 'dd-mm-aaaa hh:mm',
  time: 'hh:mm',
};

const two = (text: string) => text.padStart(2, '0');

/** Parses `5-1-2032`, `05/01/2032`, `05012032` and `2032-01-05`. */
function readDay(text: string): string | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const chilean = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  const [, day = '', month = '', year = ''] = chilean ?? [];
  const value = iso ? text : `${year}-${two(month)}-${two(day)}`;
  return isDay(value) ? value : null;
}

/** Parses `9:30`, `14:30` and `1430`. */
function readTime(text: string): string | null {
  const [, hour = '', minute = ''] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? /^(\d{2})(\d{2})$/.exec(text) ?? [];
  return hour !== '' && Number(hour) < 24 && Number(minute) < 60 ? `${two(hour)}:${minute}` : null;
}

/** The value of a typed text; '' if it is not a valid date. */
export function readDateText(text: string, type: DateTextType): string {
  const typed = text.trim();
  if (type === 'date') return readDay(typed) ?? '';
  if (type === 'time') return readTime(typed) ?? '';
  const [date = '', time = ''] = typed.split(/[T\s,]+/);
  const [day, clock] = [readDay(date), readTime(time)];
  return day && clock ? `${day}T${clock}` : '';
}

/** Formats a value; an invalid one gives an empty string. */
export function writeDateText(value: string, type: DateTextType): string {
  if (readDateText(value, type) === '') return '';
  if (type === 'time') return value;
  const [day = '', time] = value.split('T');
  return time === undefined ? formatDate(day) : `${formatDate(day)} ${time}`;
}
