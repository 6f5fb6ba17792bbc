/**
 * Hosted projects load safeupdate for the API's connections (platform/server/src/database/roles.sql): an UPDATE or
 * DELETE without WHERE fails there with 21000, in functions too, whoever owns them. PostgreSQL itself does not mind,
 * and the extension is in no package of the embedded one, so the functions' sources are read instead.
 */
import { startTestServer, type TestServer } from '@taller/server/testing/start-test-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

// A comment, or a string, in which quotes are doubled.
const COMMENT_OR_STRING = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g;
// `do update set` of an insert and `for update` of a select name no table.
const CHANGE =
  /\b(?:update\s+(?:only\s+)?(?!set\b)[\w."%]+(?:\s+\*)?(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set|delete\s+from)\b/gi;

/** Changes of whole tables in a function's source, also in statements that it puts together. */
function unboundedChanges(source: string): string[] {
  const strings: string[] = [];
  const code = source.replace(COMMENT_OR_STRING, (found) => {
    if (found.startsWith("'")) strings.push(found.slice(1, -1).replaceAll("''", "'"));
    return ' ';
  });
  const own = [...code.matchAll(CHANGE)].flatMap(({ 0: change, index }) => {
    const statement = outermost(code.slice(index));
    return /\bwhere\b/i.test(statement)
      ? []
      : [`${change}${statement.slice(change.length, 60)}`.replaceAll(/\s+/g, ' ')];
  });
  return [...own, ...strings.flatMap(unboundedChanges)];
}

/** A statement up to its `;` or the `)` that closes it, without what stands in parentheses of its own. */
function outermost(code: string): string {
  let depth = 0;
  let kept = '';
  for (const letter of code) {
    if (letter === ')') depth -= 1;
    if (depth < 0 || (depth === 0 && letter === ';')) break;
    if (depth === 0) kept += letter;
    if (letter === '(') depth += 1;
  }
  return kept;
}

/** Changes of whole tables in the functions of the schemas that are the product's, one line each. */
async function found(): Promise<string[]> {
  const functions = await server.sql<{ name: string; source: string }[]>`
    select p.oid::regprocedure::text as name, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as source from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) order by 1`;
  return functions.flatMap(({ name, source }) =>
    unboundedChanges(source).map((change) => `${name}: ${change}`),
  );
}

test('DATA-49 every UPDATE and DELETE in a function says which rows it means', async () => {
  expect(await found()).toEqual([]);
});

test('DATA-49 a statement without WHERE is found, also with a WHERE in a comment, a part or another statement', async () => {
  await server.sql.unsafe(`
    create function private.zz_all() returns void language plpgsql as $$
    begin
      -- where id is 1
      update private.order_numbers n set last_number = (select 1 where true) /* where */;
      with gone as (delete from private.done_requests returning 1) select from gone where true;
      execute format('delete from %I', 'where');
      insert into private.order_numbers values (true, 1) on conflict (id) do update set last_number = 1;
      perform from private.order_numbers for update;
      delete from private.done_requests where true;
    end $$;`);
  const faults = await found();
  await server.sql`drop function private.zz_all`;
  expect(faults).toEqual([
    'private.zz_all(): update private.order_numbers n set last_number = () ',
    'private.zz_all(): delete from private.done_requests returning 1',
    'private.zz_all(): delete from %I',
  ]);
});
