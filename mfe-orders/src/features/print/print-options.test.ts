import { expect, test } from 'vitest';
import { readPrintOptions, withPrintOptions } from './print-options.ts';

const read = (query: string) => readPrintOptions(new URLSearchParams(query));

test.each([
  ['', 1],
  ['copies=1', 1],
  ['copies=3', 3],
  ['copies=2.9', 2],
  ['copies=0', 1],
  ['copies=-4', 1],
  ['copies=999', 10],
  ['copies=dos', 1],
  ['copies=', 1],
])('ORD-13 ?%s prints %i copies', (query, copies) => {
  expect(read(query).copies).toBe(copies);
});

test('ORD-13 the paper is A4 unless the address says 80mm', () => {
  expect(read('type=client&copies=1').format).toBe('a4');
  expect(read('formato=80mm').format).toBe('80mm');
  expect(read('formato=a3').format).toBe('a4');
});

test('ORD-13 print options are in the address of a sheet only where they differ from the default', () => {
  expect(withPrintOptions('/print/1?type=client&copies=1', { copies: 1, format: 'a4' })).toBe(
    '/print/1?type=client&copies=1',
  );
  expect(withPrintOptions('/print-technical/1', { copies: 1, format: 'a4' })).toBe('/print-technical/1');
  expect(withPrintOptions('/print/1?type=client&copies=1', { copies: 2, format: '80mm' })).toBe(
    '/print/1?type=client&copies=2&formato=80mm',
  );
  expect(withPrintOptions('/print-technical/1', { copies: 1, format: '80mm' })).toBe(
    '/print-technical/1?formato=80mm',
  );
});
