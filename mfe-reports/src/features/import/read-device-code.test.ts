import { expect, test } from 'vitest';
import { readDeviceCode } from './read-device-code.ts';

test.each([
  ['2580', 'pin'],
  ['0', 'pin'],
  ['1-2-3-6-9', 'pattern'],
  ['1-2-2', 'password'],
  ['Ñandú 2024', 'password'],
  ['no-1', 'password'],
  ['***!', 'password'],
])('SEC-30 the cell %j is a code of type %s', (code, type) => {
  expect(readDeviceCode(code)).toEqual({ type, code });
});

test.each(['', '-', 'No', 'SIN CLAVE', 'n/a', 'Ninguna'])('SEC-30 the cell %j is no code', (text) => {
  expect(readDeviceCode(text)).toBeNull();
});
