import { readFileSync } from 'node:fs';
import type postgres from 'postgres';
import { z } from 'zod';
import { publishedTables } from './followed.ts';
import { quotedName } from './table-name.ts';

/** One committed change: the table and key, not the row's data. */
export interface Change {
  type: 'INSERT' | 'UPDATE' | 'DELETE';
  schema: string;
  table: string;
  key: Record<string, unknown>;
  /** Time of the transaction, ISO 8601. */
  at: string;
}

const changeSchema = z.object({
  type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  schema: z.string(),
  table: z.string(),
  key: z.record(z.string(), z.unknown()),
  at: z.string(),
});

/** SQL of the functions that announce changes. */
export const feedSql = (): string => readFileSync(new URL('feed.sql', import.meta.url), 'utf8');

/** Installs triggers that announce changes on exactly the published tables. Idempotent. */
export async function installFeed(admin: postgres.Sql): Promise<void> {
  const tables = await publishedTables(admin);
  await admin.unsafe(feedSql());
  const installed = await admin<{ table: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as "table"
    from pg_trigger g join pg_class c on c.oid = g.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where g.tgname = 'zz_realtime'`;
  const wanted = new Map(tables.map((table) => [quotedName(table), table]));
  const statements = installed
    .filter(({ table }) => !wanted.has(table))
    .map(({ table }) => `drop trigger zz_realtime on ${table}`);
  for (const [name, { key }] of wanted) {
    const columns = key.map((column) => `'${column.name.replaceAll("'", "''")}'`).join(', ');
    statements.push(
      `create or replace trigger zz_realtime after insert or update or delete on ${name}
       for each row execute function realtime.notify_change(${columns})`,
    );
  }
  await admin.unsafe(statements.join(';\n'));
}

/**
 * Calls `onChange` for every committed change, in commit order. Reconnects automatically; changes during a disconnect
 * are lost, and `onGap` is called.
 */
export async function listenToFeed(
  admin: postgres.Sql,
  onChange: (change: Change) => void,
  onGap: () => void,
): Promise<void> {
  let listening = false;
  await admin.listen(
    'taller_realtime',
    (payload) => {
      const change = readChange(payload);
      if (change) onChange(change);
    },
    () => {
      if (listening) onGap();
      listening = true;
    },
  );
}

/** Parses a notification; undefined if it is invalid, since an exception here would end the process. */
function readChange(payload: string): Change | undefined {
  try {
    return changeSchema.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}
