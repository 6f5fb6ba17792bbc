import type postgres from 'postgres';
import type { Claims } from '../tokens/jwt.ts';
import { quotedName } from './table-name.ts';

/** A column in the format sent to clients. */
export interface Column {
  name: string;
  type: string;
}

/** A published table. */
export interface PublishedTable {
  schema: string;
  table: string;
  columns: Column[];
  /** Names and types of the primary key's columns. */
  key: Column[];
}

/** Columns that a role may select of a table, by `role schema.table`; absent without access to the table. */
type SelectableColumns = Record<string, readonly string[]>;

/** Published tables and the roles' select privileges on them. */
export interface Followed {
  tables: PublishedTable[];
  selectable: SelectableColumns;
}

/** Columns of each table that each role may select; none if it has no access to the table. */
export type Selectable = (table: PublishedTable, role: Claims['role']) => readonly string[];

/** The roles' select privileges. They change only with migrations, which run before the server starts. */
export const selectableOf =
  ({ selectable }: Followed): Selectable =>
  (table, role) =>
    selectable[`${role} ${quotedName(table)}`] ?? [];

/** Reads the published tables and privileges, after the feed was installed. */
export async function readFollowed(admin: postgres.Sql): Promise<Followed> {
  const tables = await publishedTables(admin);
  return { tables, selectable: await readSelectable(admin, tables) };
}

/** Tables of publication supabase_realtime that have a primary key. */
export async function publishedTables(admin: postgres.Sql): Promise<PublishedTable[]> {
  return admin<PublishedTable[]>`
    select p.schemaname as schema, p.tablename as "table", c.columns, k.key
    from pg_publication_tables p
    cross join lateral (select format('%I.%I', p.schemaname, p.tablename)::regclass as oid) t
    cross join lateral (
      select json_agg(json_build_object('name', a.attname, 'type', y.typname) order by a.attnum) as columns
      from pg_attribute a join pg_type y on y.oid = a.atttypid
      where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    ) c
    cross join lateral (
      select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum) as key
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = t.oid and i.indisprimary
    ) k
    where p.pubname = 'supabase_realtime' and k.key is not null`;
}

/** Reads the roles' select privileges on tables. */
async function readSelectable(
  admin: postgres.Sql,
  tables: readonly PublishedTable[],
): Promise<SelectableColumns> {
  const names = JSON.stringify(tables.map(quotedName));
  const rows = await admin<{ role: string; table: string; columns: string[] }[]>`
    select r.role, t.name as "table", json_agg(a.attname order by a.attnum) as columns
    from jsonb_array_elements_text(${names}::text::jsonb) as t (name)
    join pg_attribute a on a.attrelid = t.name::regclass
    cross join unnest(array['anon', 'authenticated', 'service_role']) as r (role)
    where a.attnum > 0 and not a.attisdropped and has_column_privilege(r.role, a.attrelid, a.attnum, 'select')
    group by r.role, t.name`;
  return Object.fromEntries(rows.map(({ role, table, columns }) => [`${role} ${table}`, columns]));
}
