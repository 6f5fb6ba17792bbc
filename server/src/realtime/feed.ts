import { readFileSync } from 'node:fs';
import type postgres from 'postgres';
import { z } from 'zod';

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

/** One committed change: the table and key, not the row's data. */
export interface Change {
  type: 'INSERT' | 'UPDATE' | 'DELETE';
  schema: string;
  table: string;
  key: Record<string, unknown>;
  /** Time of the transaction, ISO 8601. */
  at: string;
}

const changeSchema = z.object({
  type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  schema: z.string(),
  table: z.string(),
  key: z.record(z.string(), z.unknown()),
  at: z.string(),
});

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

/** Installs triggers that announce changes on exactly the published tables. Idempotent. */
export async function installFeed(admin: postgres.Sql, tables: readonly PublishedTable[]): Promise<void> {
  await admin.unsafe(readFileSync(new URL('feed.sql', import.meta.url), 'utf8'));
  const installed = await admin<{ table: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as "table"
    from pg_trigger g join pg_class c on c.oid = g.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where g.tgname = 'zz_realtime'`;
  const wanted = new Map(tables.map((table) => [quotedName(table), table]));
  const statements = installed
    .filter(({ table }) => !wanted.has(table))
    .map(({ table }) => `drop trigger zz_realtime on ${table}`);
  for (const [name, { key }] of wanted) {
    const columns = key.map((column) => `'${column.name.replaceAll("'", "''")}'`).join(', ');
    statements.push(
      `create or replace trigger zz_realtime after insert or update or delete on ${name}
       for each row execute function realtime.notify_change(${columns})`,
    );
  }
  await admin.unsafe(statements.join(';\n'));
}

/**
 * Calls `onChange` for every committed change, in commit order. Reconnects automatically; changes during a disconnect
 * are lost, and `onGap` is called.
 */
export async function listenToFeed(
  admin: postgres.Sql,
  onChange: (change: Change) => void,
  onGap: () => void,
): Promise<void> {
  let listening = false;
  await admin.listen(
    'taller_realtime',
    (payload) => {
      const change = readChange(payload);
      if (change) onChange(change);
    },
    () => {
      if (listening) onGap();
      listening = true;
    },
  );
}

/** Parses a notification; undefined if it is invalid, since an exception here would end the process. */
function readChange(payload: string): Change | undefined {
  try {
    return changeSchema.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}

/** `schema.table`, quoted as PostgreSQL's format('%I.%I') does for names that need it. */
export function quotedName({ schema, table }: { schema: string; table: string }): string {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(table)}`;
}

/** An identifier for SQL; plain lower-case names stay as they are. */
export function quoteIdentifier(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
