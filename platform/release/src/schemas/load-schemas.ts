import postgres from 'postgres';
import { SchemaError } from './schema-error.ts';
import type { SchemaFile } from './schema-files.ts';
import { statementsOf, type Statement } from './statements.ts';

/**
 * Loads schema files into a database without objects of ours, as migrations are applied: by role `postgres`.
 * @throws SchemaError with file and line of the first statement that fails.
 */
export async function loadSchemas(adminUrl: string, files: readonly SchemaFile[]): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`set session authorization postgres`;
    await sql`set search_path = "$user", public, extensions`;
    await sql.begin(async (tx) => {
      const statements = files.flatMap(({ file, sql: text }) =>
        statementsOf(text).map((statement) => ({ file, ...statement })),
      );
      // Function bodies refer to objects defined later, so they are checked at the end.
      await tx`set local check_function_bodies = off`;
      for (const { file, ...statement } of statements) await run(tx, file, statement);
      await tx`set local check_function_bodies = on`;
      for (const { file, text, line } of statements)
        if (/^create function /i.test(text))
          await run(tx, file, {
            text: text.replace(/^create function /i, 'create or replace function '),
            line,
          });
    });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function run(tx: postgres.TransactionSql, file: string, { text, line }: Statement): Promise<void> {
  try {
    await tx.unsafe(text);
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error;
    const before = text.slice(0, Math.max(0, Number(error.position ?? 1) - 1));
    const place = `supabase/schemas/${file}:${line + before.split('\n').length - 1}`;
    throw new SchemaError(
      [`${place}: ${error.message}`, error.detail, error.hint].filter(Boolean).join('\n'),
      { cause: error },
    );
  }
}
