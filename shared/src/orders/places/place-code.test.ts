import { expect, test } from 'vitest';
import { readCode } from '../scan/read-code.ts';
import { placeCode } from './place-code.ts';

test.each([
  ['Mesón de trabajo', 'UBIMESONDETRABAJO'],
  ['Estante A-1', 'UBIESTANTEA1'],
  ['Ñuñoa (lab.)', 'UBINUNOALAB'],
])('REC-96 the label of «%s» is read as that place by any scanner', (name, code) => {
  expect(placeCode(name)).toBe(code);
  expect(readCode(code, 'https://tienda.test')).toEqual({ kind: 'place', code });
});
