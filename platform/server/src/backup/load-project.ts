import postgres from 'postgres';
import { restated } from '../database/earlier-chain.ts';
import { messageOf, StartError } from '../errors/start-error.ts';
import { countRows } from './count-rows.ts';
import type { Catalogue } from './copy-rows.ts';
import { fillTable } from './fill-table.ts';
import { ACCOUNT_TABLES, PENDING_COLUMNS } from './project.ts';

/** The authentication server reads these as texts: null is an error for it. */
const FIXED_OF_USERS = {
  instance_id: '00000000-0000-0000-0000-000000000000',
  ...Object.fromEntries(PENDING_COLUMNS.map((column) => [column, ''])),
};

/**
 * Loads the rows of a logical backup into a Supabase project that has the same migrations and no shop yet, in one
 * transaction and with the rights of its operator: own tables are altered, those of Supabase only written.
 * @param moveSecrets changes the secrets of second factors to what the project's server reads.
 * @returns row counts by table.
 * @throws StartError restore-refused, restore-failed
 */
export async function loadProject(
  databaseUrl: string,
  catalogue: Catalogue,
  rows: string,
  moveSecrets: (tx: postgres.TransactionSql) => Promise<void>,
): Promise<Map<string, number>> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    return await sql.begin(async (tx) => {
      await tx`set local statement_timeout = 0`;
      await refuseOtherMigrations(tx, catalogue);
      await refuseUsedProject(tx);
      return load(tx, catalogue, rows, moveSecrets);
    });
  } catch (error) {
    if (error instanceof StartError) throw error;
    const text = `Las filas del respaldo no se pudieron cargar en el proyecto, que quedó como estaba: ${messageOf(error)}`;
    throw new StartError('restore-failed', text, error);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function refuseOtherMigrations(tx: postgres.TransactionSql, catalogue: Catalogue): Promise<void> {
  const [found] = await tx`select to_regclass('supabase_migrations.schema_migrations') is not null as there`;
  const applied =
    found?.there === true
      ? await tx<{ version: string }[]>`
          select version from supabase_migrations.schema_migrations order by version`
      : [];
  const versions = applied.map(({ version }) => version);
  if (restated(versions).join() === restated(catalogue.migrations).join()) return;
  const last = (list: string[]) => list.at(-1) ?? 'ninguna';
  throw new StartError(
    'restore-refused',
    `El proyecto y el respaldo tienen otras migraciones (${last(versions)} y ${last(catalogue.migrations)}): no se cargó nada. ` +
      'Si al proyecto le faltan: supabase db push --remote. Si le faltan al respaldo: recupéralo en una carpeta, parte ahí con este programa y haz otro.',
  );
}

async function refuseUsedProject(tx: postgres.TransactionSql): Promise<void> {
  // A registration that is under way waits for the end.
  await tx`lock table public.profiles in access exclusive mode`;
  const [row] = await tx<{ used: boolean }[]>`
    select exists (select from auth.users) or exists (select from public.service_orders)
      or exists (select from public.inventory) as used`;
  if (row?.used !== true) return;
  const text =
    'El proyecto de DATABASE_URL ya tiene cuentas, órdenes o repuestos: no se toca. Usa uno nuevo que solo tenga las migraciones.';
  throw new StartError('restore-refused', text);
}

async function load(
  tx: postgres.TransactionSql,
  catalogue: Catalogue,
  rows: string,
  moveSecrets: (tx: postgres.TransactionSql) => Promise<void>,
): Promise<Map<string, number>> {
  const { tables, sequences } = catalogue;
  // Objects of buckets are a project's own: their rows tell of files that are elsewhere.
  const own = tables.filter(({ schema }) => schema !== 'auth' && schema !== 'storage');
  const accounts = ACCOUNT_TABLES.flatMap((name) =>
    tables.filter((table) => table.schema === 'auth' && table.name === name),
  );
  // The rows were valid at the source, and the effects of triggers are among them.
  const triggers = await tx<{ table: string; name: string; mode: string }[]>`
    select tgrelid::regclass::text as table, quote_ident(tgname) as name,
      case tgenabled when 'A' then 'enable always' when 'R' then 'enable replica' else 'enable' end as mode
    from pg_trigger join pg_class c on c.oid = tgrelid
    where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not tgisinternal and tgenabled <> 'D'`;
  // Tables refer to each other, whatever their order.
  const keys = await tx<{ table: string; name: string }[]>`
    select conrelid::regclass::text as table, quote_ident(conname) as name
    from pg_constraint join pg_class c on c.oid = confrelid
    where contype = 'f' and not condeferrable
      and connamespace in ('public'::regnamespace, 'private'::regnamespace)
      and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)`;
  for (const { table, name } of triggers) await tx.unsafe(`alter table ${table} disable trigger ${name}`);
  for (const table of accounts)
    await fillTable(tx, catalogue, tables.indexOf(table), rows, table.name === 'users' ? FIXED_OF_USERS : {});
  await moveSecrets(tx);
  // The migrations have inserted some rows, and triggers on accounts others.
  const names = own.map(({ schema, name }) => tx`${tx(schema)}.${tx(name)}`);
  await tx`truncate ${names.flatMap((name, index) => (index === 0 ? name : [tx`, `, name]))}`;
  for (const { table, name } of keys)
    await tx.unsafe(`alter table ${table} alter constraint ${name} deferrable initially deferred`);
  for (const table of own) await fillTable(tx, catalogue, tables.indexOf(table), rows);
  await tx`set constraints all immediate`;
  for (const { table, name } of keys)
    await tx.unsafe(`alter table ${table} alter constraint ${name} not deferrable`);
  for (const { schema, name, last } of sequences)
    if (last !== null)
      await tx`select setval(format('%I.%I', ${schema}::text, ${name}::text)::regclass, ${last}::bigint)`;
  for (const { table, name, mode } of triggers)
    await tx.unsafe(`alter table ${table} ${mode} trigger ${name}`);
  return countRows(tx, [...own, ...accounts]);
}
