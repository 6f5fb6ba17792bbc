/** Finds a person's data in the database through its catalogue: new tables and columns are included automatically. */
import type postgres from 'postgres';

/** Texts of an order that are accounting records, not personal data: they stay when the customer is anonymised. */
const BOOKS: readonly string[] = [
  'service_orders.status',
  'service_orders.equipment_type',
  'service_orders.equipment_brand',
  'service_orders.equipment_model',
  'earned_orders.equipment_type',
  // A hash that identifies rows of a repeated import.
  'service_orders.import_key',
  'service_orders.warranty_outcome',
  // The name of a staff member, the kind of an event.
  'order_events.actor_name',
  'order_events.actor_role',
  'order_events.kind',
  // The staff member who accessed data, and the kind of search.
  'looks.actor_name',
  'looks.actor_role',
  'looks.kind',
  'looks.source',
  // The shop's own reason for waiting, and how the wait ended.
  'order_waits.reason',
  'order_waits.label',
  'order_waits.public_text',
  'order_waits.outcome',
  // 'El cliente aprobó el presupuesto de $1.234.'
  'decision_history.type',
  'decision_history.message',
  // The sealed facts of a decision or a delivery: those of the person are stored beside them.
  'records_to_seal.facts',
  // About parts, written by staff.
  'inventory_movements.kind',
  'inventory_movements.brand',
  'inventory_movements.model',
  'inventory_movements.actor_name',
  'inventory_movements.import_row',
  'inventory_movements.import_file',
  'inventory_movements.import_name',
];

/** Columns that identify a row's owner. */
const OWNERS = ['order_id', 'customer_id', 'user_id', 'account_id', 'id'] as const;

interface Column {
  schema: string;
  table: string;
  column: string;
  type: string;
}

const columnsOf = (sql: postgres.Sql) => sql<Column[]>`
  select c.relnamespace::regnamespace::text as schema, c.relname::text as "table", a.attname::text as "column",
    a.atttypid::regtype::text as type
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'pg_toast')
  order by 1, 2, 3`;

/** Tables and columns, `schema.table.column`, whose text contains one of the marks, whatever the column's type. */
export async function tracesOf(sql: postgres.Sql, marks: readonly string[]): Promise<string[]> {
  const patterns = marks.map((mark) => `%${mark.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const traces: string[] = [];
  for (const { schema, table, column } of await columnsOf(sql)) {
    const [row] = await sql`
      select count(*)::integer as rows from ${sql(schema)}.${sql(table)}
      where ${sql(column)}::text ilike any (${patterns})`;
    if (row?.rows > 0) traces.push(`${schema}.${table}.${column}`);
  }
  return traces;
}

/**
 * Writes a mark into every text column of the rows that belong to one of these orders or accounts, except accounting
 * records, with the tables' triggers disabled. If a constraint rejects the mark, the column is unchanged.
 * @returns the marks with their columns.
 */
export async function plantTraces(
  sql: postgres.Sql,
  owners: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const columns = await columnsOf(sql);
  const planted = new Map<string, string>();
  for (const { schema, table, column, type } of columns) {
    if (!['public', 'private'].includes(schema) || BOOKS.includes(`${table}.${column}`)) continue;
    if (!['text', 'text[]', 'jsonb'].includes(type)) continue;
    const own = columns.filter(
      (one) => one.schema === schema && one.table === table && one.type === 'uuid' && isOwner(one.column),
    );
    if (own.length === 0) continue;
    const mark = `mk${crypto.randomUUID().replaceAll('-', '')}`;
    const value =
      type === 'text'
        ? sql`left(${sql(column)}, 5) || ${` ${mark}`}`
        : type === 'jsonb'
          ? sql`${sql.json({ [mark]: [mark, mark] })}`
          : sql`array[${mark}]`;
    const mine = own.map((one) => sql`${sql(one.column)} = any (${owners}::uuid[])`);
    await sql
      .begin(async (tx) => {
        await tx`set local session_replication_role = replica`;
        const { count } = await tx`
          update ${sql(schema)}.${sql(table)} set ${sql(column)} = ${value}
          where ${mine.reduce((all, one) => sql`${all} or ${one}`)}`;
        if (count > 0) planted.set(mark, `${schema}.${table}.${column}`);
      })
      .catch(() => undefined);
  }
  return planted;
}

const isOwner = (column: string): boolean => (OWNERS as readonly string[]).includes(column);
