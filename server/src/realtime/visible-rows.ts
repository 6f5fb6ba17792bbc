import type postgres from 'postgres';
import type { Claims } from '../api/jwt.ts';
import { quotedName, quoteIdentifier, type PublishedTable } from './feed.ts';

/** Rows by JSON of their key. */
export type Rows = ReadonlyMap<string, Record<string, unknown>>;

/** What a subscriber may see of a batch of changes. */
export interface Sight {
  rows: ReadonlyMap<PublishedTable, Rows>;
  /** Whether the subscriber works for the shop; false if that was not asked. */
  isStaff: boolean;
}

/** Columns of each table that each role may select; none if it may not see the table at all. */
export type Selectable = (table: PublishedTable, role: Claims['role']) => readonly string[];

/** The text under which a key is looked up, whatever the order of its columns. */
export function keyText(key: Record<string, unknown>, table: PublishedTable): string {
  return JSON.stringify(table.key.map(({ name }) => key[name]));
}

/** Reads what the roles may select. Privileges change with migrations only, and those run before the server starts. */
export async function readSelectable(
  sql: postgres.Sql,
  tables: readonly PublishedTable[],
): Promise<Selectable> {
  const columns = new Map<string, string[]>();
  for (const table of tables) {
    const rows = await sql<{ role: string; name: string }[]>`
      select r.role, a.attname as name
      from pg_attribute a cross join unnest(array['anon', 'authenticated', 'service_role']) as r (role)
      where a.attrelid = ${quotedName(table)}::regclass and a.attnum > 0 and not a.attisdropped
        and has_column_privilege(r.role, a.attrelid, a.attnum, 'select')
      order by a.attnum`;
    for (const { role, name } of rows) {
      const key = `${role} ${quotedName(table)}`;
      columns.set(key, [...(columns.get(key) ?? []), name]);
    }
  }
  return (table, role) => columns.get(`${role} ${quotedName(table)}`) ?? [];
}

/** Reads rows as a subscriber would: with its role, its claims, row level security and column privileges. */
export class VisibleRows {
  readonly #sql: postgres.Sql;
  readonly #selectable: Selectable;

  /** @param sql a connection as `authenticator`. */
  constructor(sql: postgres.Sql, selectable: Selectable) {
    this.#sql = sql;
    this.#selectable = selectable;
  }

  /**
   * Those of the rows with the given keys that the subscriber may see now.
   * @param askStaff whether to find out if the subscriber works for the shop.
   */
  async read(
    claims: Claims,
    wanted: ReadonlyMap<PublishedTable, Record<string, unknown>[]>,
    askStaff: boolean,
  ): Promise<Sight> {
    return this.#sql.begin('read only', async (sql) => {
      await sql`
        select set_config('role', ${claims.role}, true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
          set_config('request.jwt.claim.sub', ${claims.sub ?? ''}, true), set_config('request.jwt.claim.role', ${claims.role}, true)`;
      const rows = new Map<PublishedTable, Rows>();
      for (const [table, keys] of wanted) {
        const names = this.#selectable(table, claims.role);
        if (names.length === 0) continue;
        const found = await sql.unsafe<{ record: Record<string, unknown> }[]>(rowsQuery(table, names), [
          JSON.stringify(keys),
        ]);
        rows.set(table, new Map(found.map(({ record }) => [keyText(record, table), record])));
      }
      const [staff] = askStaff ? await sql`select private.is_staff() as yes` : [];
      return { rows, isStaff: claims.role === 'service_role' || staff?.yes === true };
    });
  }
}

function rowsQuery(table: PublishedTable, names: readonly string[]): string {
  const columns = names.map((name) => `t.${quoteIdentifier(name)}`).join(', ');
  const keyColumns = table.key.map(({ name, type }) => `${quoteIdentifier(name)} ${type}`).join(', ');
  const join = table.key
    .map(({ name }) => `t.${quoteIdentifier(name)} = k.${quoteIdentifier(name)}`)
    .join(' and ');
  return `select to_jsonb(r) as record from (
    select ${columns} from ${quotedName(table)} t join jsonb_to_recordset($1::text::jsonb) as k(${keyColumns}) on ${join}
  ) r`;
}
