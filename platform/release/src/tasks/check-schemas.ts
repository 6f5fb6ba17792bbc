import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { staleFiles } from '#src/schemas/generated-files.ts';
import { missingFunctions } from '#src/schemas/missing-functions.ts';
import { SchemaError } from '#src/schemas/schema-error.ts';
import { readSchemas, SCHEMAS_FOLDER, STAMP, unmigrated } from '#src/schemas/schema-files.ts';

// Part of `npm run check`: whether each schema file is as the migrations make it, by the stamp of `npm run db:diff`,
// and the generated ones as their sources say; and whether the functions exist that bodies call.
try {
  const schemas = readSchemas();
  const missing = missingFunctions(schemas);
  if (missing.length > 0) throw new SchemaError(`No existe:\n${missing.join('\n')}`);
  const stamp = join(SCHEMAS_FOLDER, STAMP);
  const files = unmigrated(schemas, existsSync(stamp) ? readFileSync(stamp, 'utf8') : '');
  files.unshift(...staleFiles(schemas).map(({ file }) => file));
  if (files.length > 0)
    throw new SchemaError(
      `Sin migración: supabase/schemas/${[...new Set(files)].join(', ')}. Escríbela con npm run db:diff -- NOMBRE.`,
    );
} catch (error) {
  console.error(error instanceof SchemaError ? error.message : error);
  process.exitCode = 1;
}
