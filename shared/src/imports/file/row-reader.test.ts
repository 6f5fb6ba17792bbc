import * as fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { toCsv } from '#src/values/csv.ts';
import { cleanCell, RowReader } from './row-reader.ts';

test('ORD-16 a cell is read as it was meant', () => {
  expect(cleanCell('  JosÃ© ')).toBe('José');
  expect(cleanCell('uno\r\ndos\u0000')).toBe('uno\ndos');
  expect(cleanCell("'+56 9 1234 5678")).toBe('+56 9 1234 5678');
  expect(cleanCell("'n Roll")).toBe("'n Roll");
});

test('INV-01 texts escaped as formulas in our files are restored', () => {
  const start = fc.stringMatching(/^['=+\-@ ]{0,4}$/);
  const word = fc.constantFrom('', 'SUM(A1)', 'A15', 'cmd|x');
  fc.assert(
    fc.property(fc.tuple(start, word), (parts) => {
      const text = parts.join('').trim();
      const file = toCsv([{ header: 'a', value: (row: string) => row }], [text]);
      const [, cells] = Papa.parse<string[]>(file.slice(1), { delimiter: ';', newline: '\r\n' }).data;
      expect(cells?.[0]).not.toMatch(/^\s*[=+\-@]/);
      expect(cleanCell(cells?.[0] ?? '')).toBe(text);
    }),
  );
});

test('ORD-16 an exported phone is the same when it is imported again', () => {
  const phone = '+56 9 7259 9470';
  const file = toCsv([{ header: 'Teléfono', value: (row: string) => row }], [phone]);
  expect(file).toBe('\uFEFFTeléfono\r\n+56 9 7259 9470\r\n');
  const [, cells] = Papa.parse<string[]>(file.slice(1), { delimiter: ';', newline: '\r\n' }).data;
  expect(cleanCell(cells?.[0] ?? '')).toBe(phone);
});

test('ORD-16 missing and too long values are reported with their field', () => {
  const reader = new RowReader<'name' | 'note', 'odd'>(['', 'abcdef'], { name: 0, note: 1 }, { note: 5 });
  expect(reader.required('name')).toBe('');
  expect(reader.text('note')).toBe('abcdef');
  reader.refuse('odd', 'note', 'abcdef', '3');
  expect(reader.problems).toEqual([
    { code: 'missing', field: 'name', value: '' },
    { code: 'too_long', field: 'note', value: 'abcdef' },
    { code: 'odd', field: 'note', value: 'abcdef', detail: '3' },
  ]);
});
