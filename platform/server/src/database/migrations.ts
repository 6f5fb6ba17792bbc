import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { messageOf, StartError } from '../errors/start-error.ts';
import {
  BASELINE,
  EARLIER_CHAIN,
  normalisedSql,
  isEarlier,
  requireWhole,
  type AppliedMigration,
  type EarlierChain,
} from './earlier-chain.ts';

/** supabase/migrations of this project. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../../supabase/migrations', import.meta.url));

interface Migration {
  version: string;
  name: string;
  file: string;
  sql: string;
}

/**
 * Migrations of a folder in order, with the Supabase CLI's naming: `<14 digits>_<name>.sql`.
 * @throws StartError migration-failed if two have one version: the second would never be applied.
 */
export function readMigrations(folder = MIGRATIONS_FOLDER): Migration[] {
  if (!existsSync(folder)) return [];
  const migrations = readdirSync(folder)
    .toSorted()
    .flatMap((file) => {
      const match = /^(?<version>\d{14})_(?<name>\w+)\.sql$/.exec(file);
      const { version, name } = match?.groups ?? {};
      return version && name ? [{ version, name, file, sql: readFileSync(join(folder, file), 'utf8') }] : [];
    });
  const duplicate = migrations.find(({ version }, n) => migrations[n - 1]?.version === version);
  if (duplicate) {
    const files = migrations.filter(({ version }) => version === duplicate.version).map(({ file }) => file);
    throw new StartError(
      'migration-failed',
      `Dos migraciones tienen la misma versión (${files.join(' y ')}): pon otra hora en el nombre de la más nueva.`,
    );
  }
  return migrations;
}

/**
 * Applies pending migrations in order, each file and its row of supabase_migrations.schema_migrations in one
 * transaction, as role `postgres`. Concurrent starts on one database wait for each other. A database with the complete
 * earlier chain is converted to the baseline first.
 * @returns the files applied.
 * @throws StartError migration-failed (earlier files stay applied, the failed one is rolled back), migration-changed,
 * database-newer or database-older.
 */
export async function applyMigrations(
  adminUrl: string,
  folder = MIGRATIONS_FOLDER,
  chain = EARLIER_CHAIN,
): Promise<string[]> {
  const migrations = readMigrations(folder);
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  const applied: string[] = [];
  try {
    await sql`select pg_advisory_lock(hashtext('taller.migrations'))`;
    await sql`set session authorization postgres`;
    await sql`set search_path = "$user", public, extensions`;
    await adoptBaseline(sql, migrations, chain);
    // Compared by digest: the texts are long, and only differing ones are fetched.
    const rows = await sql<{ version: string; digest: string | null }[]>`
      select version, encode(sha256(convert_to(array_to_string(statements, ''), 'UTF8')), 'hex') as digest
      from supabase_migrations.schema_migrations`;
    const done = new Map(rows.map((row) => [row.version, row.digest]));
    const unknown = [...done.keys()].filter(
      (version) => !migrations.some((migration) => migration.version === version),
    );
    if (unknown.length > 0) throw new StartError('database-newer', newerDatabase(unknown));
    const differing = migrations.filter(({ version, sql: text }) => {
      const digest = done.get(version) ?? undefined;
      return digest !== undefined && digest !== createHash('sha256').update(text).digest('hex');
    });
    const changed = differing.length === 0 ? [] : await findModified(sql, differing);
    if (changed.length > 0) throw new StartError('migration-changed', changedHistory(changed));
    for (const migration of migrations) {
      if (done.has(migration.version)) continue;
      await applyOne(sql, migration);
      applied.push(migration.file);
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
  return applied;
}

/** The migrations whose applied text differs in more than whitespace and statement separators. */
async function findModified(sql: postgres.Sql, migrations: readonly Migration[]): Promise<Migration[]> {
  const versions = migrations.map(({ version }) => version);
  const rows = await sql<AppliedMigration[]>`
    select version, statements from supabase_migrations.schema_migrations where version in ${sql(versions)}`;
  const applied = new Map(rows.map((row) => [row.version, (row.statements ?? []).join('')]));
  return migrations.filter(
    ({ version, sql: text }) => normalisedSql(applied.get(version) ?? '') !== normalisedSql(text),
  );
}

/** Records the baseline as applied in a database whose earlier migrations produced the same schema. */
async function adoptBaseline(
  sql: postgres.Sql,
  migrations: readonly Migration[],
  chain: EarlierChain,
): Promise<void> {
  const applied = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations`;
  const versions = applied.map(({ version }) => version).filter((version) => isEarlier(version));
  if (versions.length === 0) return;
  const earlier = await sql<AppliedMigration[]>`
    select version, statements from supabase_migrations.schema_migrations where version in ${sql(versions)}`;
  requireWhole(earlier, chain);
  await sql.begin(async (transaction) => {
    await transaction`
      delete from supabase_migrations.schema_migrations where version in ${transaction(versions)}`;
    for (const migration of migrations)
      if (migration.version === BASELINE) await recordApplied(transaction, migration);
  });
}

async function applyOne(sql: postgres.Sql, migration: Migration): Promise<void> {
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(migration.sql);
      await recordApplied(transaction, migration);
    });
  } catch (error) {
    throw new StartError(
      'migration-failed',
      `La migración ${migration.file} falló y no dejó nada a medias: ${messageOf(error)}${lineOf(error, migration.sql)}`,
      error,
    );
  }
}

async function recordApplied(transaction: postgres.TransactionSql, migration: Migration): Promise<void> {
  await transaction`
    insert into supabase_migrations.schema_migrations (version, name, statements)
    values (${migration.version}, ${migration.name}, ${[migration.sql]})`;
}

/** The position in the file where PostgreSQL failed, if known. */
function lineOf(error: unknown, text: string): string {
  if (!(error instanceof postgres.PostgresError)) return '';
  const line = error.position ? ` (línea ${text.slice(0, Number(error.position)).split('\n').length})` : '';
  return [line, error.detail, error.hint, error.where].filter(Boolean).join('\n');
}

function changedHistory(migrations: readonly Migration[]): string {
  return (
    `Migraciones ya aplicadas a esta base de datos fueron cambiadas después (${migrations.map(({ file }) => file).join(', ')}): ` +
    'no se vuelven a aplicar. Recupera los archivos originales y pon el cambio en una migración nueva.'
  );
}

function newerDatabase(versions: string[]): string {
  return (
    `La base de datos tiene migraciones que este programa no conoce (${versions.join(', ')}): ` +
    'fue usada por una versión más nueva. Actualiza el programa o usa otra carpeta de datos.'
  );
}
