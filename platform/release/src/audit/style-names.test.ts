import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';

/** An import of a CSS module: its name and path. */
const IMPORT = /^import (\w+) from '([^']+\.module\.css)';$/gm;

/** Path in the workspace of what a file imports. */
function imported(file: string, path: string): string {
  const workspace = file.slice(0, file.indexOf('/'));
  if (path.startsWith('#src/')) return join(workspace, 'src', path.slice('#src/'.length));
  if (path.startsWith('@taller/shared/')) return join('shared/src', path.slice('@taller/shared/'.length));
  return join(file, '..', path);
}

/** The classes that a component takes from style sheets which do not have them. */
function missingClasses(file: string): string[] {
  const source = readFileSync(inRoot(file), 'utf8');
  return [...source.matchAll(IMPORT)].flatMap(([, name = '', path = '']) => {
    const sheet = readFileSync(inRoot(imported(file, path)), 'utf8');
    const used = source.replaceAll(IMPORT, '').matchAll(new RegExp(`(?<![.\\w/-])${name}\\.(\\w+)`, 'g'));
    return [...used]
      .filter(([, used = '']) => !new RegExp(`\\.${used}(?![\\w-])`).test(sheet))
      .map(([text]) => `${file}: ${text}`);
  });
}

test('TEST-50 every class that a component takes from a style sheet is in it', () => {
  const files = globSync('{shared,shell,mfe-*}/src/**/*.{ts,tsx}', { cwd: inRoot('.') });
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap(missingClasses)).toEqual([]);
});
