import type postgres from 'postgres';
import type { Claims } from '../tokens/jwt.ts';
import { runPipelined, type Statement } from '../database/pipelined-transaction.ts';
import type { PublishedTable, Selectable } from './followed.ts';
import { quotedName, quoteIdentifier } from './table-name.ts';

/** Rows by the JSON of their key. */
export type Rows = ReadonlyMap<string, Record<string, unknown>>;

/** The visible part of a batch of changes. */
export interface Sight {
  rows: ReadonlyMap<PublishedTable, Rows>;
  /** Whether the subscriber is staff; false if that was not requested. */
  isStaff: boolean;
}

/** The lookup key of a row, independent of column order. */
export function keyText(key: Record<string, unknown>, table: PublishedTable): string {
  return JSON.stringify(table.key.map(({ name }) => key[name]));
}

/** A subscriber's pending read. */
interface Reading {
  claims: Claims;
  wanted: ReadonlyMap<PublishedTable, Record<string, unknown>[]>;
  askStaff: boolean;
  resolve: (sight: Sight) => void;
  reject: (error: unknown) => void;
}

/** Subscribers per transaction: enough to save round trips, few enough to deliver in between. */
const TOGETHER = 25;

const SETTINGS = `select set_config('role', $1::text, true), set_config('request.jwt.claims', $2, true),
  set_config('request.jwt.claim.sub', $3, true), set_config('request.jwt.claim.role', $1::text, true)`;

/**
 * Reads rows with a subscriber's rights: role, claims, row level security and column privileges. Concurrent reads share
 * a round trip, but not the result: each subscriber has its own query.
 */
export class VisibleRows {
  readonly #sql: postgres.Sql;
  readonly #selectable: Selectable;
  #waiting: Reading[] = [];

  /** @param sql a connection as `authenticator`. */
  constructor(sql: postgres.Sql, selectable: Selectable) {
    this.#sql = sql;
    this.#selectable = selectable;
  }

  /**
   * The rows with the given keys that the subscriber may see now.
   * @param askStaff whether to determine if the subscriber is staff.
   */
  read(claims: Claims, wanted: Reading['wanted'], askStaff: boolean): Promise<Sight> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#readWaiting());
      this.#waiting.push({ claims, wanted, askStaff, resolve, reject });
    });
  }

  #readWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let from = 0; from < waiting.length; from += TOGETHER)
      void this.#readTogether(waiting.slice(from, from + TOGETHER));
  }

  async #readTogether(readings: readonly Reading[]): Promise<void> {
    const plans = readings.map((reading) => this.#planOf(reading));
    try {
      const results = await runPipelined(
        { sql: this.#sql, readOnly: true },
        plans.flatMap(({ statements }) => statements),
      );
      const parsed = new Map<string, Record<string, unknown>>();
      let next = 0;
      for (const [n, { claims, resolve }] of readings.entries()) {
        const { statements, tables } = plans[n] ?? { statements: [], tables: [] };
        const own = results.slice(next, next + statements.length);
        next += statements.length;
        resolve(sightOf(claims, tables, own, parsed));
      }
    } catch (error) {
      // One of them may have failed the whole batch: retry separately.
      if (readings.length > 1) for (const reading of readings) await this.#readTogether([reading]);
      else for (const { reject } of readings) reject(error);
    }
  }

  /** The statements for one subscriber: its settings, the rows of each table, and whether it is staff. */
  #planOf({ claims, wanted, askStaff }: Reading): Plan {
    const { role, sub = '' } = claims;
    const tables: PublishedTable[] = [];
    const statements: Statement[] = [
      { text: SETTINGS, parameters: [role, JSON.stringify(claims), sub], prepare: true },
    ];
    for (const [table, keys] of wanted) {
      const names = this.#selectable(table, role);
      if (names.length === 0) continue;
      tables.push(table);
      statements.push({ text: rowsQuery(table, names), parameters: keyArrays(table, keys), prepare: true });
    }
    if (askStaff) statements.push({ text: ASK_STAFF, parameters: [], prepare: false });
    return { tables, statements };
  }
}

interface Plan {
  tables: readonly PublishedTable[];
  statements: readonly Statement[];
}

const ASK_STAFF = "select private.may('desk') as staff";

/** @param parsed rows already sent to other subscribers, so that equal text is parsed once. */
function sightOf(
  { role }: Claims,
  tables: readonly PublishedTable[],
  [, ...results]: readonly postgres.RowList<postgres.Row[]>[],
  parsed: Map<string, Record<string, unknown>>,
): Sight {
  const read = (text: string): Record<string, unknown> => {
    const record = parsed.get(text) ?? (JSON.parse(text) as Record<string, unknown>);
    parsed.set(text, record);
    return record;
  };
  const rows = new Map<PublishedTable, Rows>();
  for (const [n, table] of tables.entries()) {
    const records = (results[n] ?? []).map(({ record }) => read(String(record)));
    rows.set(table, new Map(records.map((record) => [keyText(record, table), record])));
  }
  const isStaff = role === 'service_role' || results[tables.length]?.[0]?.staff === true;
  return { rows, isStaff };
}

/**
 * Keys are passed as arrays, one per key column: PostgreSQL estimates few rows for those and uses the index. For a JSON
 * list it estimates a hundred, and scans the whole table for every subscriber.
 */
function rowsQuery(table: PublishedTable, names: readonly string[]): string {
  const columns = names.map((name) => `t.${quoteIdentifier(name)}`).join(', ');
  const keys = table.key.map(({ name }) => quoteIdentifier(name));
  const arrays = table.key.map(({ type }, n) => `$${n + 1}::text::${type}[]`).join(', ');
  const join = keys.map((name) => `t.${name} = k.${name}`).join(' and ');
  return `select to_jsonb(r)::text as record from (
    select ${columns} from ${quotedName(table)} t join unnest(${arrays}) as k(${keys.join(', ')}) on ${join}
  ) r`;
}

/** Keys in PostgreSQL's array syntax, one array per key column. */
function keyArrays(table: PublishedTable, keys: readonly Record<string, unknown>[]): string[] {
  return table.key.map(({ name }) => {
    const texts = keys.map((key) => (typeof key[name] === 'string' ? key[name] : JSON.stringify(key[name])));
    return `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`;
  });
}
