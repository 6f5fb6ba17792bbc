import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const files = (pattern: string) => globSync(pattern, { cwd: ROOT });

const sheets = files('{mfe-*,shell,shared}/src/**/*.css');
/** Set by a component, in a style attribute, or by what it is made with. */
const SET_BY_SCRIPT = new Set([
  ...files('{mfe-*,shell,shared}/src/**/*.tsx').flatMap((file) =>
    [...read(file).matchAll(/'(--[\w-]+)'/g)].map(([, name]) => name),
  ),
  '--available-height',
]);

test('UI-63 each custom property that a style sheet uses is set somewhere', () => {
  const set = new Set(
    sheets.flatMap((file) => [...read(file).matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name)),
  );
  const unset = sheets.flatMap((file) =>
    [...read(file).matchAll(/var\((--[\w-]+)\)/g)]
      .map(([, name]) => name)
      .filter((name) => !set.has(name) && !SET_BY_SCRIPT.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(sheets.length).toBeGreaterThan(100);
  expect(unset).toEqual([]);
});
