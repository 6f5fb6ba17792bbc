import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FUNCTION_MODULES } from '../src/functions/function-modules.ts';

const FUNCTIONS = join(import.meta.dirname, '../../../supabase/functions');

test('OPS-55 every function of supabase/functions is one that the server knows', () => {
  const folders = readdirSync(FUNCTIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name);
  expect(Object.keys(FUNCTION_MODULES).sort()).toEqual(folders.sort());
  for (const name of folders) expect(existsSync(join(FUNCTIONS, name, 'index.ts'))).toBe(true);
});
