import { readFileSync, rmSync, writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseUrls } from '@taller/server/database/database.ts';
import { applyMigrations, MIGRATIONS_FOLDER, readMigrations } from '@taller/server/database/migrations.ts';
import postgres from 'postgres';
import { PROGRAMS, QUIETLY } from '#src/hosted/programs.ts';
import { run } from '#src/workspace/run.ts';
import { buildBoth, differencesOf, type Both, type Cluster } from './build-both.ts';
import { SchemaError } from './schema-error.ts';
import { readSchemas, SCHEMAS_FOLDER, STAMP, stampOf } from './schema-files.ts';

export interface Diff {
  /** The name of the migration; without it only the stamp is written. */
  name?: string | undefined;
  /** Tables and columns that may be dropped with their data: `schema.table`, `schema.table.column`. */
  drop?: readonly string[];
  migrations?: string;
  schemas?: string;
}

export interface DiffResult {
  /** The migration that was written. */
  file?: string | undefined;
  /** Differences that are left to write by hand. Without any, the schema files are stamped as migrated. */
  left: string[];
}

/**
 * Writes the difference between migrations and schema files as the next migration, and proves that both make the same
 * database.
 * @throws SchemaError nothing was written, or the written file does not apply; StartError from the migrations.
 */
export async function dbDiff(cluster: Cluster, diff: Diff): Promise<DiffResult> {
  const { name, drop = [], migrations = MIGRATIONS_FOLDER, schemas = SCHEMAS_FOLDER } = diff;
  const both = await buildBoth(cluster, { migrations, schemas });
  try {
    let left = await differencesOf(both);
    let file: string | undefined;
    if (left.length > 0 && name !== undefined) {
      const gone = await goneOf(both);
      refuseLosses(gone, drop);
      const written = await generate(both);
      // The generator may drop and recreate a column whose type changes, without its data.
      refuseLosses(droppedBy(written), [...drop, ...gone]);
      if (written !== '') {
        file = `${nextVersion(readMigrations(migrations).at(-1)?.version)}_${name}.sql`;
        writeFileSync(join(migrations, file), written);
        await applyMigrations(both.migrated.adminUrl, migrations);
        left = await differencesOf(both);
      }
    }
    if (left.length === 0) writeFileSync(join(schemas, STAMP), stampOf(readSchemas(schemas)));
    return { file, left };
  } finally {
    await both.drop();
  }
}

/** The statements that make the first database like the second, by Supabase's CLI. */
async function generate({ migrated, wanted }: Both): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'taller-diff-'));
  try {
    const written = join(folder, 'difference.sql');
    const databases = ['--from', plainUrl(migrated), '--to', plainUrl(wanted)];
    const { code, output } = await run(
      'npx',
      ['-y', PROGRAMS.supabase, 'db', 'diff', '--use-pg-delta', ...databases, '--output', written],
      { quiet: true, env: QUIETLY, cwd: folder },
    );
    if (code !== 0)
      throw new SchemaError(`${PROGRAMS.supabase} no se pudo bajar o no comparó las bases:\n${output}`);
    return readFileSync(written, 'utf8').trimStart();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const plainUrl = ({ adminUrl }: DatabaseUrls): string => `${adminUrl}?sslmode=disable`;

/** Tables and columns that are no longer in the schema files. */
async function goneOf({ migrated, wanted }: Both): Promise<string[]> {
  const after = await storedIn(wanted);
  const gone = (await storedIn(migrated)).filter((name) => !after.includes(name));
  return gone.filter((name) => !gone.some((other) => name.startsWith(`${other}.`)));
}

/** Tables and columns that the statements drop. */
const droppedBy = (statements: string): string[] =>
  [
    ...statements.matchAll(/\bdrop table (?:if exists )?"?(\w+)"?\."?(\w+)"?/gi),
    ...statements.matchAll(/\balter table "?(\w+)"?\."?(\w+)"?\s+drop column (?:if exists )?"?(\w+)"?/gi),
  ].map(([, ...names]) => names.join('.'));

async function storedIn({ adminUrl }: DatabaseUrls): Promise<string[]> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    const rows = await sql<{ name: string }[]>`
      select concat_ws('.', n.nspname, c.relname, a.attname) as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      cross join lateral (
        select null as attname union all
        select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
      ) as a
      where c.relkind = 'r' and n.nspname in ('public', 'private')`;
    return rows.map(({ name }) => name);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function refuseLosses(losses: readonly string[], allowed: readonly string[]): void {
  const refused = losses.filter((name) => !allowed.includes(name));
  if (refused.length === 0) return;
  throw new SchemaError(
    `Este cambio borraría, con sus datos: ${refused.join(', ')}. No se escribió nada. ` +
      'Si es otro nombre, escribe la migración a mano con alter table … rename (docs/database.md). ' +
      `Si de verdad se borra, repite la orden con ${refused.map((name) => `--drop ${name}`).join(' ')}.`,
  );
}

/** Now, or a second after the newest migration if that is later. */
function nextVersion(newest = ''): string {
  const digits = (date: Date) => date.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const now = digits(new Date());
  if (now > newest) return now;
  const [, year, month, ...rest] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(newest) ?? [];
  const [day, hours, minutes, seconds] = rest.map(Number);
  return digits(
    new Date(Date.UTC(Number(year), Number(month) - 1, day, hours, minutes, Number(seconds) + 1)),
  );
}
