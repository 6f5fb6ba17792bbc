import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';
import { importedFile } from './refuse-import.ts';

/** The run-time imports of a file. */
function importsOf(file: string): string[] {
  const { staticImports, staticExports } = parseSync(file, readFileSync(inRoot(file), 'utf8')).module;
  const imports = staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const exports = staticExports.flatMap(({ entries }) => entries);
  return [
    ...imports,
    ...exports.flatMap(({ isType, moduleRequest }) =>
      isType || !moduleRequest ? [] : [moduleRequest.value],
    ),
  ];
}

test('TEST-14 server, edge functions and demo shop reach nothing of shared that needs React', () => {
  const queue = globSync(['platform/server/src/**/*.ts', 'supabase/{functions,seed}/**/*.ts'], {
    cwd: inRoot(),
    exclude: ['**/*.test.ts', '**/testing/**'],
  });
  const seen = new Map(queue.map((file) => [file, '']));
  const wrong: string[] = [];
  for (const file of queue) {
    for (const specifier of importsOf(file)) {
      const target = importedFile(file, specifier);
      if (target?.endsWith('.tsx') || specifier === 'react' || specifier === '@taller/shared/query')
        wrong.push(`${file} (${seen.get(file)}) → ${specifier}`);
      if (!target?.endsWith('.ts') || seen.has(target)) continue;
      seen.set(target, file);
      queue.push(target);
    }
  }
  expect([...seen.keys()].some((file) => file.startsWith('shared/src/'))).toBe(true);
  expect(wrong).toEqual([]);
});
