import * as query from '@taller/shared/query';
import * as runtime from '@taller/shared/runtime';
import { expect, test } from 'vitest';
import { exportedNames, shellExports } from './shell-exports.ts';

test('SHELL-76 the shell lists what it exports, read from the exports themselves', () => {
  expect(shellExports()).toEqual({
    '@taller/shared/runtime': Object.keys(runtime).sort(),
    '@taller/shared/query': Object.keys(query).sort(),
  });
  expect(
    exportedNames(
      `export { b as c, type T } from 'x';\nexport type { U } from 'x';\nexport const a = 1;`,
      'a.ts',
    ),
  ).toEqual(['a', 'c']);
  expect(() => exportedNames(`export * from 'x';`, 'a.ts')).toThrow('a.ts has to list its exports by name');
});
