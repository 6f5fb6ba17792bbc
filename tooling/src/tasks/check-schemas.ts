import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSchemas, SCHEMAS_FOLDER, STAMP, unmigrated } from '#src/schemas/schema-files.ts';

// Part of `npm run check`: whether each schema file is as the migrations make it, by the stamp of `npm run db:diff`.
const stamp = join(SCHEMAS_FOLDER, STAMP);
const files = unmigrated(readSchemas(), existsSync(stamp) ? readFileSync(stamp, 'utf8') : '');
if (files.length > 0) {
  console.error(
    `Sin migración: supabase/schemas/${files.join(', ')}. Escríbela con npm run db:diff -- NOMBRE.`,
  );
  process.exitCode = 1;
}
