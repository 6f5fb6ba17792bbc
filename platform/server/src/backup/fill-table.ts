import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type postgres from 'postgres';
import { partName, type Catalogue } from './copy-rows.ts';

/**
 * Loads the rows of the table at an index of the catalogue. Accounts are loaded column by column that both sides have,
 * since authentication servers differ in them.
 * @param rows folder with the unpacked entries.
 * @param fixed values of columns instead of those in the backup.
 */
export async function fillTable(
  tx: postgres.TransactionSql,
  { tables }: Catalogue,
  index: number,
  rows: string,
  fixed: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { schema, name, columns, parts } = tables[index] ?? { schema: '', name: '', columns: [], parts: 0 };
  if (parts === 0) return;
  const content = () => readParts(rows, index, parts);
  const there = await tx<{ name: string; type: string }[]>`
    select attname::text as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = format('%I.%I', ${schema}::text, ${name}::text)::regclass
      and attnum > 0 and not attisdropped and attgenerated = ''`;
  const names = new Set(there.map((column) => column.name));
  const isAlike = columns.every((column) => names.has(column)) && Object.keys(fixed).length === 0;
  if (schema !== 'auth' || isAlike) {
    const target = await tx`copy ${tx(schema)}.${tx(name)} (${tx(columns)}) from stdin`.writable();
    return pipeline(content(), target);
  }
  await tx.unsafe(
    `create temporary table arriving (${columns.map((column) => `${quoted(column)} text`).join(', ')})`,
  );
  await pipeline(content(), await tx`copy pg_temp.arriving (${tx(columns)}) from stdin`.writable());
  const loaded = there.flatMap(({ name: column, type }) => {
    if (fixed[column] !== undefined) return [[quoted(column), `'${fixed[column]}'`]];
    return columns.includes(column) ? [[quoted(column), `${quoted(column)}::${type}`]] : [];
  });
  await tx.unsafe(
    `insert into ${quoted(schema)}.${quoted(name)} (${loaded.map(([column]) => column).join(', ')})
     select ${loaded.map(([, value]) => value).join(', ')} from pg_temp.arriving`,
  );
  await tx`drop table pg_temp.arriving`;
}

async function* readParts(rows: string, table: number, parts: number): AsyncGenerator<Buffer, void, void> {
  for (let part = 0; part < parts; part += 1)
    yield* createReadStream(join(rows, '..', partName(table, part))) as AsyncIterable<Buffer>;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
