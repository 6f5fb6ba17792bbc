import { expect, test } from 'vitest';
import { isValidImei } from '#src/orders/imei.ts';
import { parseOrderNumber } from '#src/orders/order-number.ts';
import { phoneField } from './field-schemas.ts';
import { parseClp } from './money.ts';
import { parseInteger } from './parse-integer.ts';
import { isChileanMobile, isDiallable, normalisePhone } from './phone.ts';
import { dashedRut, isValidRut } from './rut.ts';

const MARKS = ['\u202A', '\u202C', '\u200E', '\u200B', '\u2066', '\uFEFF', '\u00AD'];

test.each(MARKS)('ORD-100 a number with an invisible mark (%j) around it counts as it looks', (mark) => {
  const around = (text: string) => `${mark}${text}${mark}`;
  expect(isDiallable(around('+56 9 7259 9470'))).toBe(true);
  expect(normalisePhone(around('+54 9 11 2345 6789'))).toBe('5491123456789');
  expect(dashedRut(around('15.254.750-1'))).toBe('15254750-1');
  expect(isValidImei(around('356938035643809'))).toBe(true);
  expect(parseOrderNumber(around('#123'))).toBe(123);
  expect(parseClp(around('$45.990'))).toBe(45_990);
  expect(parseInteger(around('45.990'))).toBe(45_990);
});

test('ORD-100 a dash or a space that only looks like one counts as one', () => {
  expect(isValidRut('15.254.750\u20111')).toBe(true);
  expect(isChileanMobile('+56\u20119\u20117259\u20119470')).toBe(true);
  expect(isDiallable('+56\u202F9\u202F7259\u202F9470')).toBe(true);
  expect(isValidImei('35\u2011693803\u2011564380\u20119')).toBe(true);
  expect(parseClp('45.990.\u2013')).toBe(45_990);
});

test('ORD-100 a phone is stored as it looks', () => {
  expect(phoneField().parse('\u202A+56\u00A09\u00A07259\u20119470\u202C')).toBe('+56 9 7259-9470');
});
