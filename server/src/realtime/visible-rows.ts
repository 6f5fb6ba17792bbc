import type postgres from 'postgres';
import type { Claims } from '../api/jwt.ts';
import { quotedName, quoteIdentifier, type PublishedTable } from './feed.ts';

/** Rows by JSON of their key. */
export type Rows = ReadonlyMap<string, Record<string, unknown>>;

/** The text under which a key is looked up, whatever the order of its columns. */
export function keyText(key: Record<string, unknown>, table: PublishedTable): string {
  return JSON.stringify(table.key.map(({ name }) => key[name]));
}

/** Reads rows as a subscriber would: with its role, its claims, row level security and column privileges. */
export class VisibleRows {
  readonly #sql: postgres.Sql;
  readonly #columns = new Map<string, Promise<string[]>>();

  /** @param sql a connection as `authenticator`. */
  constructor(sql: postgres.Sql) {
    this.#sql = sql;
  }

  /** Columns of a table that a role may select; none if it may not see the table at all. */
  selectable(table: PublishedTable, role: Claims['role']): Promise<string[]> {
    const cacheKey = `${role} ${quotedName(table)}`;
    const known = this.#columns.get(cacheKey) ?? this.#readSelectable(table, role);
    this.#columns.set(cacheKey, known);
    // A database that was out of reach for a moment must not hide the table for good.
    known.catch(() => this.#columns.delete(cacheKey));
    return known;
  }

  async #readSelectable(table: PublishedTable, role: string): Promise<string[]> {
    const rows = await this.#sql<{ attname: string }[]>`
      select attname from pg_attribute
      where attrelid = ${quotedName(table)}::regclass and attnum > 0 and not attisdropped
        and has_column_privilege(${role}, attrelid, attnum, 'select')`;
    return rows.map(({ attname }) => attname);
  }

  /** Those of the rows with the given keys that the subscriber may see now. */
  async read(
    claims: Claims,
    wanted: ReadonlyMap<PublishedTable, Record<string, unknown>[]>,
  ): Promise<Map<PublishedTable, Rows>> {
    const queries = await Promise.all(
      [...wanted].map(async ([table, keys]) => ({
        table,
        keys,
        names: await this.selectable(table, claims.role),
      })),
    );
    return this.#sql.begin('read only', async (sql) => {
      await sql`
        select set_config('role', ${claims.role}, true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
          set_config('request.jwt.claim.sub', ${claims.sub ?? ''}, true), set_config('request.jwt.claim.role', ${claims.role}, true)`;
      const result = new Map<PublishedTable, Rows>();
      for (const { table, keys, names } of queries) {
        if (names.length === 0) continue;
        const found = await sql.unsafe<{ record: Record<string, unknown> }[]>(rowsQuery(table, names), [
          JSON.stringify(keys),
        ]);
        result.set(table, new Map(found.map(({ record }) => [keyText(record, table), record])));
      }
      return result;
    });
  }
}

function rowsQuery(table: PublishedTable, names: string[]): string {
  const columns = names.map((name) => `t.${quoteIdentifier(name)}`).join(', ');
  const keyColumns = table.key.map(({ name, type }) => `${quoteIdentifier(name)} ${type}`).join(', ');
  const join = table.key
    .map(({ name }) => `t.${quoteIdentifier(name)} = k.${quoteIdentifier(name)}`)
    .join(' and ');
  return `select to_jsonb(r) as record from (
    select ${columns} from ${quotedName(table)} t join jsonb_to_recordset($1::text::jsonb) as k(${keyColumns}) on ${join}
  ) r`;
}
