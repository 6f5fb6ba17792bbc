import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstSettingsSql } from './first-settings-sql.ts';
import { PERMISSIONS_FILE, permissionsSql } from './permissions-sql.ts';
import { readSchemas, SCHEMAS_FOLDER, type SchemaFile } from './schema-files.ts';

/** Schema files that state what TypeScript states; `npm run db:diff` writes them. */
const GENERATED: Readonly<Record<string, (files: readonly SchemaFile[]) => string>> = {
  [PERMISSIONS_FILE]: permissionsSql,
  '41_first_settings.sql': firstSettingsSql,
};

/** Generated files that are not as their source says, with their contents. */
export function staleFiles(files: readonly SchemaFile[]): SchemaFile[] {
  return Object.entries(GENERATED)
    .map(([file, generate]) => ({ file, sql: generate(files) }))
    .filter(({ file, sql }) => files.find((known) => known.file === file)?.sql !== sql);
}

/** Writes the generated files that are stale. */
export function writeGenerated(folder = SCHEMAS_FOLDER): void {
  for (const { file, sql } of staleFiles(readSchemas(folder))) writeFileSync(join(folder, file), sql);
}
