import { parseArgs } from 'node:util';
import { StartError } from '@taller/server/errors/start-error.ts';
import { acquireTestCluster } from '@taller/server/testing/test-cluster.ts';
import { dbDiff } from '#src/schemas/db-diff.ts';
import { writeGenerated } from '#src/schemas/generated-files.ts';
import { SchemaError } from '#src/schemas/schema-error.ts';
import { isUsageError } from '#src/workspace/is-usage-error.ts';

// `npm run db:diff -- NAME [--drop TABLE.COLUMN]…`: writes what supabase/schemas has and supabase/migrations lacks as
// the next migration. Without a name it compares only (docs/database.md).
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { drop: { type: 'string', multiple: true } },
  });
  const [name, ...others] = positionals;
  if (others.length > 0 || (name !== undefined && !/^[a-z][a-z0-9_]*$/.test(name)))
    throw new SchemaError(
      'Uso: npm run db:diff -- NOMBRE, en minúsculas y con guiones bajos: npm run db:diff -- garantia_extra',
    );
  writeGenerated();
  const { cluster, release } = await acquireTestCluster();
  try {
    const { file, left } = await dbDiff(cluster, { name, drop: values.drop ?? [] });
    if (file !== undefined) console.log(`Escrita: supabase/migrations/${file}. Léela antes de guardarla.`);
    for (const line of left) console.log(`  ${line.split('\n')[0]?.slice(0, 200)}`);
    if (left.length === 0) console.log('Las migraciones y supabase/schemas hacen la misma base de datos.');
    else {
      const place = file ?? 'una migración nueva';
      console.log(
        `Faltan ${left.length} diferencias (- solo migraciones, + solo supabase/schemas): escríbelas a mano en ${place} ` +
          'y compara de nuevo con npm run db:diff.',
      );
      process.exitCode = 1;
    }
  } finally {
    await release();
  }
} catch (error) {
  const isKnown = error instanceof SchemaError || error instanceof StartError || isUsageError(error);
  console.error(isKnown ? `\n✗ ${error.message}\n` : error);
  process.exitCode = 1;
}
