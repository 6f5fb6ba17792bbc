import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import type { Installation } from '../config/installation.ts';
import { openDatabase, prepareDatabase } from '../database/database.ts';
import { isEarlier, restated } from '../database/earlier-chain.ts';
import { MIGRATIONS_FOLDER, readMigrations } from '../database/migrations.ts';
import { messageOf, StartError } from '../errors/start-error.ts';
import { SecretSeal } from '../tokens/sealed-secret.ts';
import { catalogueSchema, type Catalogue } from './copy-rows.ts';
import { countRows } from './count-rows.ts';
import { fillTable } from './fill-table.ts';
import { loadProject } from './load-project.ts';
import { isProject } from './project.ts';

/** Target of a logical restore. */
export interface Loading {
  /** The data folder being created. */
  dataDir: string;
  /** Folder with the unpacked entries `rows/…`. */
  rows: string;
  installation: Installation;
  databaseUrl?: string | undefined;
  disposable: boolean;
}

/**
 * Creates a database with the schema of a logical backup, loads its rows, and applies newer migrations.
 * @returns row counts by table.
 * A Supabase project has the schema already, and gets the rows only.
 * @throws StartError restore-refused if the external PostgreSQL already contains a shop, restore-failed.
 */
export async function loadRows(loading: Loading): Promise<Map<string, number>> {
  const { dataDir, rows, installation, databaseUrl, disposable } = loading;
  const catalogue = catalogueSchema.parse(JSON.parse(readFileSync(join(rows, 'catalogue.json'), 'utf8')));
  const seal = new SecretSeal(installation.jwtSecret);
  if (databaseUrl !== undefined && (await isProject(databaseUrl))) {
    const opened = (tx: postgres.TransactionSql) =>
      changeSecrets(tx, (secret, id) => (catalogue.ofProject ? secret : seal.open(secret, id)));
    const loaded = await loadProject(databaseUrl, catalogue, rows, opened);
    rmSync(rows, { recursive: true, force: true });
    return loaded;
  }
  const options = { databaseUrl, disposable, log: () => {} };
  const database = await openDatabase(dataDir, installation, options);
  const sql = postgres(database.adminUrl, { max: 1, onnotice: () => {} });
  try {
    if (databaseUrl !== undefined) await refuseUsedDatabase(sql);
    const migrations = join(rows, 'migrations');
    copyMigrations(catalogue.migrations, migrations);
    await prepareDatabase(database, installation, migrations);
    await sql.begin(async (tx) => {
      await load(tx, catalogue, rows);
      if (catalogue.ofProject) await changeSecrets(tx, (secret, id) => seal.seal(secret, id));
    });
    await prepareDatabase(database, installation);
    return await countRows(sql);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const text = `Las filas del respaldo no se pudieron leer: ${messageOf(error)}`;
    throw new StartError('restore-failed', text, error);
  } finally {
    await sql.end({ timeout: 5 });
    await database.stop();
    rmSync(rows, { recursive: true, force: true });
  }
}

async function refuseUsedDatabase(sql: postgres.Sql): Promise<void> {
  const [used] = await sql`select from pg_tables where schemaname = 'public' limit 1`;
  if (!used) return;
  const text = 'La base de datos de DATABASE_URL ya tiene tablas: no se toca. Crea una vacía.';
  throw new StartError('restore-refused', text);
}

/** The files of exactly the migrations in the backup's database; the earlier chain maps to the baseline. */
function copyMigrations(versions: readonly string[], folder: string): void {
  mkdirSync(folder);
  const known = new Map(readMigrations().map(({ version, file }) => [version, file]));
  for (const version of restated(versions)) {
    const file = known.get(version);
    if (file === undefined)
      throw new StartError(
        'restore-refused',
        isEarlier(version)
          ? `El respaldo es de una versión de desarrollo anterior a la línea base (migración ${version}): recupéralo con ella.`
          : `El respaldo es de una versión más nueva de este programa (migración ${version}): actualiza el programa.`,
      );
    copyFileSync(join(MIGRATIONS_FOLDER, file), join(folder, file));
  }
}

async function load(tx: postgres.TransactionSql, catalogue: Catalogue, rows: string): Promise<void> {
  const { tables, sequences } = catalogue;
  // The rows were valid at the source, and the effects of triggers are among them.
  await tx`set local session_replication_role = replica`;
  const always = await tx<{ table: string; trigger: string }[]>`
    select tgrelid::regclass::text as table, quote_ident(tgname) as trigger from pg_trigger
    where tgenabled = 'A' and not tgisinternal`;
  for (const { table, trigger } of always) await tx.unsafe(`alter table ${table} disable trigger ${trigger}`);
  // The migrations have inserted some rows themselves.
  for (const { schema, name } of tables) await tx`truncate ${tx(schema)}.${tx(name)} cascade`;
  for (const index of tables.keys()) await fillTable(tx, catalogue, index, rows);
  for (const { schema, name, last } of sequences)
    if (last !== null)
      await tx`select setval(format('%I.%I', ${schema}::text, ${name}::text)::regclass, ${last}::bigint)`;
  for (const { table, trigger } of always)
    await tx.unsafe(`alter table ${table} enable always trigger ${trigger}`);
}

/** Second factors are sealed with the installation's key here, and not in a project. */
async function changeSecrets(
  tx: postgres.TransactionSql,
  change: (secret: string, id: string) => string,
): Promise<void> {
  const factors = await tx<{ id: string; secret: string }[]>`
    select id, secret from auth.mfa_factors where secret is not null`;
  for (const { id, secret } of factors)
    await tx`update auth.mfa_factors set secret = ${change(secret, id)} where id = ${id}`;
}
