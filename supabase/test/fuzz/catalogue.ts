import type postgres from 'postgres';

/** A relation or function of an exposed schema, from the database catalogue. */
export interface Relation {
  readonly name: string;
  readonly columns: readonly string[];
}
export interface Routine {
  readonly name: string;
  readonly parameters: readonly string[];
}

/** Names for requests, read from the catalogue: new tables and functions are tested automatically. */
export interface Catalogue {
  readonly relations: readonly Relation[];
  readonly routines: readonly Routine[];
  /** Names of tables that the API must not expose. */
  readonly hidden: readonly string[];
}

/** Reads the catalogue as superuser. */
export async function readCatalogue(sql: postgres.Sql): Promise<Catalogue> {
  const relations = await sql<Relation[]>`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') group by c.relname order by 1`;
  const routines = await sql<Routine[]>`
    select proname::text as name,
      coalesce((proargnames::text[])[1:pronargs], '{}') as parameters
    from pg_proc where pronamespace = 'public'::regnamespace order by 1`;
  const hidden = await sql<{ name: string }[]>`
    select relname::text as name from pg_class where relkind = 'r'
      and relnamespace in ('private'::regnamespace, 'auth'::regnamespace) order by 1`;
  return {
    relations: [...relations],
    routines: [...routines],
    hidden: hidden.map(({ name }) => name),
  };
}
