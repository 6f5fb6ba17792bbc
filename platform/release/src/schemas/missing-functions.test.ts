import { expect, test } from 'vitest';
import { missingFunctions } from './missing-functions.ts';
import { readSchemas } from './schema-files.ts';

test('DATA-52 no function calls one of private that does not exist', () => {
  expect(missingFunctions(readSchemas())).toEqual([]);
});

test('DATA-52 a call of a function that is gone is named with file and line', () => {
  const sql = `create function public.a() returns void language plpgsql as $$
begin
  -- private.in_a_comment()
  if not private.is_admin() then return; end if;
end $$;
`;
  expect(missingFunctions([{ file: 'a.sql', sql }])).toEqual(['supabase/schemas/a.sql:4: private.is_admin']);
});
