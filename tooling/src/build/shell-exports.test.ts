import { expect, test } from 'vitest';
import { providedNames } from '@taller/shared/contract/runtime-history.ts';
import { exportedNames, shellExports } from './shell-exports.ts';

test('SHELL-76 the shell lists what it exports, read from the exports themselves', () => {
  const recorded = Object.entries(providedNames()).map(([module, names]) => [module, [...names].sort()]);
  expect(shellExports()).toEqual(Object.fromEntries(recorded));
  expect(
    exportedNames(
      `export { b as c, type T } from 'x';\nexport type { U } from 'x';\nexport const a = 1;`,
      'a.ts',
    ),
  ).toEqual(['a', 'c']);
  expect(() => exportedNames(`export * from 'x';`, 'a.ts')).toThrow('a.ts has to list its exports by name');
});
