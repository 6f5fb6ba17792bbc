import { expect, test } from 'vitest';
import { nameKey } from './name-key.ts';

test('INV-02 case, accents and spaces make no other name; letters and signs do', () => {
  expect(nameKey('  BOTÓN   Lateral\u00A0izq ')).toBe('boton lateral izq');
  expect(nameKey('Repuestos Ñuñoa')).toBe(nameKey('repuestos NUNOA'));
  expect(nameKey('Pantalla-OLED')).not.toBe(nameKey('Pantalla OLED'));
});
