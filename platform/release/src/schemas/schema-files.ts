import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '#src/workspace/root.ts';

/** The schema as it is: each object once, in the order of the files. */
export const SCHEMAS_FOLDER = inRoot('supabase/schemas');
/** The schema files that the migrations lead to, as `sha256sum` writes them; `npm run db:diff` writes it. */
export const STAMP = 'migrated.sha256';

export interface SchemaFile {
  file: string;
  sql: string;
}

export function readSchemas(folder = SCHEMAS_FOLDER): SchemaFile[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => ({ file, sql: readFileSync(join(folder, file), 'utf8') }));
}

/** Content of the stamp for these files. */
export function stampOf(files: readonly SchemaFile[]): string {
  return files
    .map(({ file, sql }) => `${createHash('sha256').update(sql).digest('hex')}  ${file}\n`)
    .join('');
}

/** Schema files that are new, changed or gone since the last migration was generated. */
export function unmigrated(files: readonly SchemaFile[], stamp: string): string[] {
  const [before, now] = [stamp, stampOf(files)].map((text) => text.split('\n')) as [string[], string[]];
  const differing = [
    ...before.filter((line) => !now.includes(line)),
    ...now.filter((line) => !before.includes(line)),
  ].filter(Boolean);
  return [...new Set(differing.map((line) => line.slice(line.indexOf('  ') + 2)))].toSorted();
}
