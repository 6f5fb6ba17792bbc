import postgres from 'postgres';

/** A checksum of all rows of each table of the shop, by schema and name. */
export async function tableHashes(adminUrl: string): Promise<Record<string, string>> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    const tables = await sql<{ schema: string; name: string }[]>`
      select schemaname as schema, tablename as name from pg_tables
      where schemaname in ('public', 'private', 'auth', 'storage', 'supabase_migrations') order by 1, 2`;
    const hashes: Record<string, string> = {};
    for (const { schema, name } of tables) {
      const [row] = await sql<{ rows: number; hash: string }[]>`
        select count(*)::int as rows, coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as hash
        from ${sql(schema)}.${sql(name)} t`;
      hashes[`${schema}.${name}`] = `${row?.rows} ${row?.hash}`;
    }
    return hashes;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
