/**
 * Arguments that are missing (PAY-29): each function of the API, generated from the catalogue, refuses in the shop's
 * words what it needs and does not get, and never in PostgreSQL's.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from './support/shop.ts';
import { isInWords } from './support/refusals.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

/** A value of each type of argument that the API's functions have. */
const VALUES: Readonly<Record<string, () => unknown>> = {
  bigint: () => 1,
  boolean: () => true,
  date: () => '2026-01-02',
  integer: () => 1,
  jsonb: () => ({}),
  text: () => 'x',
  'text[]': () => ['x'],
  'timestamp with time zone': () => '2026-01-02T12:00:00Z',
  uuid: () => randomUUID(),
  'uuid[]': () => [randomUUID()],
};

test('PAY-29 every function of the API refuses a missing argument in words', async () => {
  const functions = await shop.sql<{ name: string; args: string[]; types: string[] }[]>`
    select p.proname as name, coalesce(p.proargnames[:p.pronargs], '{}') as args, array(
      select format_type(a.type, null) from unnest(string_to_array(p.proargtypes::text, ' ')::oid[])
        with ordinality as a (type, place) order by a.place) as types
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
      and has_function_privilege('authenticated', p.oid, 'execute') order by 1`;
  const raw: string[] = [];
  for (const { name, args, types } of functions)
    for (const missing of [...args, 'every argument']) {
      const given = Object.fromEntries(
        args.map((arg, place) => [
          arg,
          missing === arg || missing === 'every argument' ? null : VALUES[types[place] ?? '']?.(),
        ]),
      );
      const { error } = await shop.people.admin.client.rpc(name as never, given as never);
      if (error && !isInWords(error.message))
        raw.push(`${name} without ${missing}: ${error.code} ${error.message}`);
    }
  expect(raw).toEqual([]);
});
