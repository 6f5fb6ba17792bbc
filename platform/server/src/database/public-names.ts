import type postgres from 'postgres';

/** Tables, views and functions of the API's schema. They may be logged, since names contain no personal data. */
export async function publicNames(sql: postgres.Sql): Promise<ReadonlySet<string>> {
  const rows = await sql<{ name: string }[]>`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p')
    union select proname::text from pg_proc where pronamespace = 'public'::regnamespace`;
  return new Set(rows.map(({ name }) => name));
}
