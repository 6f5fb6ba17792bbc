/** Where the current definition of a function is, for readers of the baseline. */
import { readFileSync } from 'node:fs';
import { newestFunctions, withNewestFunctions } from '@taller/server/database/newest-functions.ts';
import { expect, test } from 'vitest';

const DOCUMENT = new URL('../../docs/database.md', import.meta.url);

test('TEST-29 docs/database.md names the file of each function that a later migration replaces', () => {
  const document = readFileSync(DOCUMENT, 'utf8');
  expect(document, 'run npm run gen:types').toBe(withNewestFunctions(document));
  expect(newestFunctions().length).toBeGreaterThan(10);
});

test('TEST-29 a function that is replaced is listed with its newest file, one that is dropped or stays is not', () => {
  const files = [
    {
      file: '0001_a.sql',
      sql: 'create function private.a() \ncreate function private.b()\ncreate function public.c()',
    },
    { file: '2026_b.sql', sql: 'create or replace function private.a() \ndrop function public.c();' },
    {
      file: '2027_c.sql',
      sql: 'drop function private.a(int);\ncreate function private.a()\ncreate function public.c()',
    },
  ];
  expect(newestFunctions(files)).toEqual([{ name: 'private.a', first: '0001_a.sql', newest: '2027_c.sql' }]);
});
