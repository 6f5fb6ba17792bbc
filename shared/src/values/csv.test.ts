import * as fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { csvLines, toCsv, type CsvValue } from './csv.ts';

const columns = [
  { header: 'Orden', value: (row: { number: string; total: number }) => row.number },
  { header: 'Total', value: (row: { number: string; total: number }) => row.total },
];

/** A cell as formatted in a line of two. */
const csvCell = (value: CsvValue) =>
  csvLines(
    [
      { header: 'a', value: () => value },
      { header: 'b', value: () => 1 },
    ],
    [0],
  ).slice(0, -';1\r\n'.length);

test('ORD-16 the file opens right in Excel in Chile: mark, semicolons, CRLF', () => {
  expect(toCsv(columns, [{ number: '000123', total: 45990 }])).toBe('\uFEFFOrden;Total\r\n000123;45990\r\n');
  expect(toCsv(columns, [])).toBe('\uFEFFOrden;Total\r\n');
});

test('ORD-16 quotes, semicolons and line breaks are quoted; nothing is empty', () => {
  expect(csvCell('a;b')).toBe('"a;b"');
  expect(csvCell('dijo "hola"')).toBe('"dijo ""hola"""');
  expect(csvCell('uno\ndos')).toBe('"uno\ndos"');
  expect(csvCell(null)).toBe('');
  expect(csvCell(undefined)).toBe('');
  expect(csvCell(-5)).toBe('-5');
  expect(csvCell(true)).toBe('true');
});

test.each(['+56 9 7259 9470', '+5491123456789'])('ORD-16 the phone %s keeps its plus', (phone) => {
  expect(csvCell(phone)).toBe(phone);
});

test.each([
  '=1+1',
  '+A1',
  '+1+1',
  '+56 9-2',
  '+',
  "'+56 9",
  '-2',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  ' =1',
  '\u00A0=cmd',
  "'=1",
])('ORD-16 %j is no formula any more', (text) => {
  expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/);
});

test('ORD-16 any text without a formula reads back as it was', () => {
  const text = fc.string({ unit: 'binary' }).filter((value) => !/^['\s]*[=+\-@\t\r]/.test(value));
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }), (rows) => {
      const file = toCsv(
        [
          { header: 'a', value: (row: [string, string]) => row[0] },
          { header: 'b', value: (row: [string, string]) => row[1] },
        ],
        rows,
      );
      const read = Papa.parse<string[]>(file.slice(1), { delimiter: ';', newline: '\r\n' });
      expect(read.data.slice(1, -1)).toEqual(rows);
    }),
  );
});
