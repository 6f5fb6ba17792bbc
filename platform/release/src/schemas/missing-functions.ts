import type { SchemaFile } from './schema-files.ts';

const MADE = /^create (?:function|table|view) private\.(\w+)/gm;
const NAMED = /\bprivate\.(\w+) ?\(/g;

/**
 * Functions of `private` that a schema file calls and no file creates, as `file:line: name`. PostgreSQL only checks the
 * body of a PL/pgSQL function when it runs.
 */
export function missingFunctions(files: readonly SchemaFile[]): string[] {
  const made = new Set(files.flatMap(({ sql }) => [...sql.matchAll(MADE)].map(([, name]) => name)));
  return files.flatMap(({ file, sql }) =>
    sql
      .split('\n')
      .flatMap((line, n) =>
        [...line.replace(/--.*/, '').matchAll(NAMED)]
          .filter(([, name]) => !made.has(name))
          .map(([, name]) => `supabase/schemas/${file}:${n + 1}: private.${name}`),
      ),
  );
}
