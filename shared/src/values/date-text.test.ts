import { expect, test } from 'vitest';
import { readDateText, writeDateText, type DateTextType } from './date-text.ts';

test.each([
  ['05-01-2032', 'date', '2032-01-05'],
  ['5-1-2032', 'date', '2032-01-05'],
  ['05/01/2032', 'date', '2032-01-05'],
  ['05012032', 'date', '2032-01-05'],
  [' 2032-01-05 ', 'date', '2032-01-05'],
  // The day comes first, so there is no 25th month.
  ['01-25-2032', 'date', ''],
  ['31-02-2032', 'date', ''],
  ['05-01-32', 'date', ''],
  ['05-01', 'date', ''],
  ['', 'date', ''],
  ['9:30', 'time', '09:30'],
  ['1430', 'time', '14:30'],
  ['24:00', 'time', ''],
  ['14:60', 'time', ''],
  ['05-01-2032 14:30', 'datetime-local', '2032-01-05T14:30'],
  ['2032-01-05T14:30', 'datetime-local', '2032-01-05T14:30'],
  ['05-01-2032', 'datetime-local', ''],
] as const)('ORD-35 «%s» typed as %s is «%s»', (text, type, value) => {
  expect(readDateText(text, type)).toBe(value);
});

test.each([
  ['2032-01-05', 'date', '05-01-2032'],
  ['14:30', 'time', '14:30'],
  ['2032-01-05T14:30', 'datetime-local', '05-01-2032 14:30'],
  ['', 'date', ''],
  ['mañana', 'date', ''],
] as [string, DateTextType, string][])('ORD-35 «%s» as %s reads «%s»', (value, type, text) => {
  expect(writeDateText(value, type)).toBe(text);
});
