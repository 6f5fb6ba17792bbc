import type postgres from 'postgres';

interface TableName {
  schema: string;
  name: string;
}

/** Reads tables, all by default, completely, which fails on a corrupt page. @returns row counts by table. */
export async function countRows(
  sql: postgres.ISql,
  given?: readonly TableName[],
): Promise<Map<string, number>> {
  const tables =
    given ??
    (await sql<TableName[]>`
      select schemaname as schema, tablename as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`);
  const rows = new Map<string, number>();
  for (const { schema, name } of tables) {
    const [row] = await sql<{ rows: number }[]>`
      select count(*)::int as rows from ${sql(schema)}.${sql(name)}`;
    rows.set(`${schema}.${name}`, row?.rows ?? 0);
  }
  return rows;
}
