import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { repairText } from './repair-text.ts';

/** The encoding error: UTF-8 bytes read as Windows-1252. */
const damage = (text: string) => new TextDecoder('windows-1252').decode(new TextEncoder().encode(text));

test.each([
  ['JosÃ© NÃºÃ±ez', 'José Núñez'],
  ['NÂ° 12', 'N° 12'],
  ['Placa madre â€“ muerta', 'Placa madre – muerta'],
  ['â€œrotoâ€\u009D', '“roto”'],
])('ORD-16 repairs %j', (text, right) => {
  expect(repairText(text)).toBe(right);
});

test.each(['José Núñez', 'NÃO LIGA', 'Ângela', 'CORAÇÃO', 'pão', '«50 %»', 'Ã', '¿Qué?', 'über', 'Ñ–'])(
  'ORD-16 leaves %j alone',
  (text) => {
    expect(repairText(text)).toBe(text);
  },
);

test('ORD-16 texts with accents come back from the accident', () => {
  const spanish = fc.string({ unit: fc.constantFrom(...Array.from('abz ñÑáéíóúüÁÉ¿¡°–“€')) });
  fc.assert(
    fc.property(spanish, (text) => {
      expect(repairText(damage(text))).toBe(text);
      expect(repairText(text)).toBe(text);
    }),
  );
});
