import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as rut from './rut.ts';

test('AUTH-07 dots are dropped and k becomes K', () => {
  expect(rut.normaliseRut('12.345.678-k')).toBe('12345678-K');
  expect(rut.normaliseRut(' 7.654.321 - 6 ')).toBe('7654321-6');
  expect(rut.normaliseRut('12345678–9')).toBe('12345678-9');
  expect(rut.normaliseRut('123456789')).toBe('123456789');
});

test('AUTH-07 ORD-23 a leading zero makes no other RUT', () => {
  expect(rut.normaliseRut('09.035.513-9')).toBe('9035513-9');
  expect(rut.normaliseRut('09035513-9')).toBe('9035513-9');
  expect(rut.normaliseRut('0123456-7')).toBe('0123456-7');
});

test('CUST-17 ORD-12 a RUT of repeated digits is a placeholder', () => {
  for (const placeholder of ['11111111-1', '9999999-3']) expect(rut.isRepeatedRut(placeholder)).toBe(true);
  for (const somebodys of ['11111112-K', '12345678-9', 'PAS-1111111'])
    expect(rut.isRepeatedRut(somebodys)).toBe(false);
});

test('AUTH-03 7-8 digits, dash, digit or k/K, after normalising', () => {
  for (const right of ['12345678-9', '1234567-0', '12345678-k', '12345678-K', '12.345.678-9']) {
    expect(rut.isValidRut(right)).toBe(true);
  }
  for (const wrong of [
    '',
    '123456-7',
    '123456789-0',
    '12345678',
    '123456789',
    '12345678-X',
    '12345678-',
    'a2345678-9',
    '12345678-99',
  ]) {
    expect(rut.isValidRut(wrong)).toBe(false);
  }
  expect(rut.RUT_HINT).toBe('Formato: 12345678-9');
});

test('AUTH-07 a wrong check digit only warns', () => {
  expect(rut.rutWarning('12345678-9')).toBe(rut.RUT_CHECK_DIGIT_WARNING);
  expect(rut.isValidRut('12345678-9')).toBe(true);
  expect(rut.rutWarning('12.345.678-5')).toBeNull();
  expect(rut.rutWarning('no es un rut')).toBeNull();
  expect(rut.rutWarning('')).toBeNull();
});

test('AUTH-07 the check digit by mod 11, with 0 and K', () => {
  expect(rut.rutCheckDigit('12345678')).toBe('5');
  expect(rut.rutCheckDigit('6')).toBe('K');
  expect(rut.rutCheckDigit('0')).toBe('0');
  expect(rut.hasRightCheckDigit('12345678-5')).toBe(true);
  expect(rut.hasRightCheckDigit('12345678')).toBe(false);
});

test('AUTH-07 RUT is shown with dots', () => {
  expect(rut.formatRut('12345678-5')).toBe('12.345.678-5');
  expect(rut.formatRut('7654321-k')).toBe('7.654.321-K');
  expect(rut.formatRut('sin RUT')).toBe('sin RUT');
});

test('ORD-16 a missing dash is put in before the last character', () => {
  expect(rut.completeRut('152547501')).toBe('15254750-1');
  expect(rut.completeRut('12.345.678-5')).toBe('12345678-5');
  expect(rut.completeRut('1234567k')).toBe('1234567-K');
  for (const wrong of ['', 'K', '18282135X', '12345', '1234567890'])
    expect(rut.completeRut(wrong)).toBeNull();
});

const anyRut = fc.integer({ min: 1_000_000, max: 99_999_999 }).map((number) => {
  const digits = String(number);
  return `${digits}-${rut.rutCheckDigit(digits)}`;
});

test('AUTH-07 every way of writing a RUT normalises to the same', () => {
  fc.assert(
    fc.property(anyRut, (value) => {
      const forms = [value, value.toLowerCase(), rut.formatRut(value), ` ${rut.formatRut(value)} `];
      for (const form of forms) expect(rut.normaliseRut(form)).toBe(value);
      expect(rut.completeRut(value.replace('-', ''))).toBe(value);
      expect(rut.hasRightCheckDigit(value)).toBe(true);
      expect(rut.normaliseRut(rut.normaliseRut(value))).toBe(value);
    }),
  );
});

test('AUTH-07 changing any one digit of a RUT is noticed', () => {
  fc.assert(
    fc.property(anyRut, fc.nat(7), fc.integer({ min: 1, max: 9 }), (value, place, change) => {
      const [digits = '', check = ''] = value.split('-');
      const index = place % digits.length;
      const other = (Number(digits[index]) + change) % 10;
      const changed = `${digits.slice(0, index)}${other}${digits.slice(index + 1)}-${check}`;
      expect(rut.hasRightCheckDigit(changed)).toBe(false);
    }),
  );
});

test('ORD-23 a missing dash is set only where the check digit agrees', () => {
  expect(rut.dashedRut('90355139')).toBe('9035513-9');
  expect(rut.dashedRut('15.254.7501')).toBe('15254750-1');
  expect(rut.dashedRut('123456789')).toBe('123456789');
  expect(rut.dashedRut('12345678-9')).toBe('12345678-9');
  expect(rut.dashedRut('123')).toBe('123');
});

test.each([
  ['9035513', '9035513'],
  ['90355139', '9035513-9'],
  ['9035513-91', '903551391'],
  ['16482909k', '16482909-K'],
  ['152547501', '15254750-1'],
  ['152547502', '152547502'],
  ['9.035.513', '9.035.513'],
  ['9035513-', '9035513-'],
  ['12345678-9', '12345678-9'],
  ['María', 'María'],
])('ORD-23 the dash comes while a RUT is typed, where its check digit shows it: %s', (typed, shown) => {
  expect(rut.rutWhileTyped(typed)).toBe(shown);
});

test('ORD-23 typed key by key, with its dash or without, every RUT ends with it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_000_000, max: 99_999_999 }), (number) => {
      const check = rut.rutCheckDigit(String(number));
      for (const keys of [`${number}${check}`, `${number}-${check}`]) {
        const shown = keys.split('').reduce((text, key) => rut.rutWhileTyped(text + key), '');
        expect(shown).toBe(`${number}-${check}`);
      }
    }),
  );
});
