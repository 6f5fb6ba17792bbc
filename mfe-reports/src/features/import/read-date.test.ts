import { shopDay, toLocalInput } from '@taller/shared/values/dates.ts';
import { expect, test } from 'vitest';
import { detectDateOrder, readDate } from './read-date.ts';

test.each([
  '19-06-2013',
  '19/06/2013',
  '19.06.2013',
  '19-06-13',
  '19/6/13',
  '2013-06-19',
  '2013/6/19',
  '19-jun-13',
  '19 jun 2013',
  '19-JUN-2013',
  '19 de junio de 2013',
  '41444',
  ' 19-06-2013 ',
  '19-06-2013 18:30',
  '19/06/2013 6:30 p. m.',
  '19/06/2013 06:30:15 PM',
  '2013-06-19T22:30:00Z',
  '2013-06-19 18:30:00-04:00',
  '2013-06-19 22:30:00+00',
  '2013-06-19 22:30:00.123456+00',
  '41444,75',
  '41444.25',
])('ORD-16 reads %j as 19 June 2013', (text) => {
  const date = readDate(text, 'dmy');
  expect(date && shopDay(date)).toBe('2013-06-19');
});

test('ORD-16 the time is the shop’s; without one it is midday', () => {
  const local = (text: string) => {
    const date = readDate(text, 'dmy');
    return date && toLocalInput(date);
  };
  expect(local('19-06-2013')).toBe('2013-06-19T12:00');
  expect(local('19-06-2013 18:30')).toBe('2013-06-19T18:30');
  expect(local('19/06/2013 6:30 p. m.')).toBe('2013-06-19T18:30');
  expect(local('19/06/2013 12:15 a.m.')).toBe('2013-06-19T00:15');
  expect(local('2013-06-19T22:30:00Z')).toBe('2013-06-19T18:30');
  expect(local('2023-05-01 14:23:11+00')).toBe('2023-05-01T10:23');
  expect(local('42433,75')).toBe('2016-03-04T18:00');
  expect(local('41444,0')).toBe('2013-06-19T12:00');
});

test.each([
  '',
  'ayer',
  '31-02-2014',
  '31-04-2014',
  '29-02-2015',
  '00-01-2014',
  '13-13-2013',
  '2014-02-31',
  '2014-02-30T10:00:00Z',
  '19-06',
  '1234',
  '19-06-2013 25:00',
  '19-foo-2013',
  '19-06-2013 13:00 PM',
  '1906-2013',
  '41444,',
])('ORD-16 refuses %j', (text) => {
  expect(readDate(text, 'dmy')).toBeNull();
});

test('ORD-16 two-digit years of this century and the last', () => {
  expect(readDate('01-01-69', 'dmy')?.getUTCFullYear()).toBe(2069);
  expect(readDate('01-01-70', 'dmy')?.getUTCFullYear()).toBe(1970);
});

test('ORD-16 day first, unless the column can only be month first', () => {
  expect(detectDateOrder(['03/04/2020', '05/06/2020'])).toBe('dmy');
  expect(detectDateOrder(['03/04/2020', '05/28/2020'])).toBe('mdy');
  expect(detectDateOrder(['05/28/2020', '28/05/2020'])).toBe('dmy');
  expect(detectDateOrder([])).toBe('dmy');
  const date = readDate('05/28/2020', 'mdy');
  expect(date && shopDay(date)).toBe('2020-05-28');
});
