import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { IMEI_WARNING, imeiWarning, isValidImei, normaliseImei, passesLuhn } from './imei.ts';

test('ORD-03 an IMEI is optional, and a bad one only warns', () => {
  expect(imeiWarning('')).toBeNull();
  expect(imeiWarning('490154203237518')).toBeNull();
  expect(imeiWarning('49-015420-323751-8')).toBeNull();
  expect(imeiWarning('490154203237519')).toBe(IMEI_WARNING);
  expect(imeiWarning('49015420323751')).toBe(IMEI_WARNING);
  expect(imeiWarning('49015420323751O')).toBe(IMEI_WARNING);
  expect(normaliseImei('49-015420 323751/8')).toBe('490154203237518');
});

test('ORD-03 exactly one check digit fits any fourteen digits', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { minLength: 14, maxLength: 14 }), (digits) => {
      const fitting = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((check) =>
        isValidImei([...digits, check].join('')),
      );
      expect(fitting).toHaveLength(1);
    }),
  );
  expect(passesLuhn('')).toBe(false);
});
