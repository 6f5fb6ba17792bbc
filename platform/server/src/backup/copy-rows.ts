import type postgres from 'postgres';
import { z } from 'zod';
import type { ArchiveWriter } from './archive-writer.ts';
import { ACCOUNT_TABLES, PENDING_COLUMNS } from './project.ts';

/** Name of the entry that describes the row format. */
export const CATALOGUE_ENTRY = 'rows/catalogue.json';
/** Rows are split into entries of about this length, because an entry's length precedes its content. */
const PART_BYTES = 4_000_000;

export const catalogueSchema = z.object({
  /** All applied migrations: rows are loaded into exactly this schema. */
  migrations: z.array(z.string()),
  /** Whether the rows are of a Supabase project: secrets of second factors are as its server keeps them. */
  ofProject: z.boolean().default(false),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      /** Entries `rows/<index of the table>/<number>`. */
      parts: z.number().int(),
    }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string().nullable() })),
});
/** Contents of a logical backup. */
export type Catalogue = z.infer<typeof catalogueSchema>;

/** Name of an entry with a part of a table's rows. */
export const partName = (table: number, part: number): string =>
  `rows/${table}/${String(part).padStart(6, '0')}`;

/**
 * Copies all rows from one snapshot as text that any version of PostgreSQL reads. Tables, functions and grants are not
 * copied: the migrations create them.
 */
export async function copyRows(
  sql: postgres.Sql,
  archive: ArchiveWriter,
  ofProject: boolean,
  onBytes: (bytes: number) => void,
): Promise<void> {
  await sql.begin('isolation level repeatable read read only', async (tx) => {
    await tx`set local statement_timeout = 0`;
    const applied = await tx<{ version: string }[]>`
      select version from supabase_migrations.schema_migrations order by version`;
    const catalogue: Catalogue = {
      migrations: applied.map(({ version }) => version),
      ofProject,
      tables: [],
      sequences: await tx<Catalogue['sequences']>`
        select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences
        where schemaname in ('public', 'private') order by 1, 2`,
    };
    for (const [index, table] of (await tablesOf(tx, ofProject)).entries()) {
      const columns = tx(table.columns);
      const rows = await tx`copy ${tx(table.schema)}.${tx(table.name)} (${columns}) to stdout`.readable();
      let parts = 0;
      for await (const part of inParts(rows)) {
        await archive.add(partName(index, parts), part);
        onBytes(part.length);
        parts += 1;
      }
      catalogue.tables.push({ ...table, parts });
    }
    await archive.add(CATALOGUE_ENTRY, JSON.stringify(catalogue));
  });
}

/** Tables of the shop with their stored, non-generated columns; of a project's own schemas only the accounts. */
function tablesOf(
  tx: postgres.TransactionSql,
  ofProject: boolean,
): Promise<{ schema: string; name: string; columns: string[] }[]> {
  return tx`
    select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r'
      and (n.nspname in ('public', 'private') or n.nspname = 'storage' and not ${ofProject}
        or n.nspname = 'auth' and (not ${ofProject}
          or c.relname in ${tx(ACCOUNT_TABLES)} and a.attname not in ${tx(PENDING_COLUMNS)}))
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by 1, 2 order by 1, 2`;
}

async function* inParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}
