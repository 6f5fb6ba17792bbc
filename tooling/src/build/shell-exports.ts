import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { inRoot } from '#src/workspace/root.ts';

const SOURCES = {
  '@taller/shared/runtime': 'shared/src/runtime/runtime.ts',
  '@taller/shared/query': 'shared/src/query/query.ts',
};

/** The names that a source file exports, without types. @throws for `export *`, whose names are elsewhere. */
export function exportedNames(code: string, file: string): string[] {
  const entries = parseSync(file, code).module.staticExports.flatMap((statement) => statement.entries);
  const names = entries
    .filter(({ isType }) => !isType)
    .map(({ exportName: { kind, name } }) => {
      if (kind === 'Name' && name) return name;
      throw new Error(`${file} has to list its exports by name`);
    });
  return names.sort();
}

/**
 * What the sources' shell provides to its remotes, by module: read where it is exported and not where it is recorded,
 * so that a publication also refuses what somebody took away without a word.
 */
export const shellExports = (): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(SOURCES).map(([module, source]) => [
      module,
      exportedNames(readFileSync(inRoot(source), 'utf8'), source),
    ]),
  );
