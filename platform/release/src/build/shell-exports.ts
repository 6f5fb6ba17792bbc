import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { inRoot } from '#src/workspace/root.ts';

const MODULES = ['@taller/shared/runtime', '@taller/shared/query'];

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
 * Lists the names that the shell's sources export to remotes, by module.
 * @param from folder whose shared package is read.
 */
export function shellExports(from = inRoot('shell')): Record<string, string[]> {
  const { resolve } = createRequire(join(from, 'package.json'));
  return Object.fromEntries(
    MODULES.map((module) => {
      const source = resolve(module);
      return [module, exportedNames(readFileSync(source, 'utf8'), source)];
    }),
  );
}
