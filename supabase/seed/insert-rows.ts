import type postgres from 'postgres';

type Plain = Readonly<Record<string, unknown>>;

/**
 * Inserts many rows with one statement. The columns are those of the first row and any added by later rows; rows
 * without a column get null, so provide non-nullable columns on every row or on none.
 * @param table name with schema; never from user input.
 */
export async function insertRows(
  sql: postgres.TransactionSql,
  table: string,
  rows: readonly object[],
  suffix = '',
): Promise<void> {
  if (rows.length === 0) return;
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row as Plain)))]
    .map((name) => `"${name}"`)
    .join(', ');
  // The parameter is text, so that no driver setting encodes the JSON twice.
  await sql.unsafe(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::text::json) ${suffix}`,
    [JSON.stringify(rows)],
  );
}
