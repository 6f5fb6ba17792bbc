/** Functions that a read replica can answer: they run in a transaction that may not write. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
let claims: string;
beforeAll(async () => {
  shop = await openShop();
  await makeOrder(shop, { status: 'delivered', quote: 1000 });
  const { data } = await shop.people.admin.client.auth.getSession();
  const [, payload = ''] = data.session?.access_token.split('.') ?? [];
  claims = Buffer.from(payload, 'base64url').toString();
});
afterAll(() => shop[Symbol.asyncDispose]());

/** The error code of a statement of an administrator in a read-only transaction; null if it succeeds. */
const readOnly = (statement: string): Promise<string | null> =>
  shop.sql
    .begin('read only', async (tx) => {
      await tx`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`;
      await tx.unsafe(statement);
      return null;
    })
    .catch((error: { code: string }) => error.code);

test('DATA-51 a function that is declared to read only writes nothing, so a read replica can answer it', async () => {
  const functions = await shop.sql<{ name: string }[]>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and provolatile = 's' and pronargs = pronargdefaults
      and has_function_privilege('authenticated', oid, 'execute')
    order by 1`;
  const names = functions.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['list_activity', 'report_overview', 'search_orders']));
  const failed: string[] = [];
  for (const name of names) {
    const code = await readOnly(`select * from public.${name}()`);
    if (code !== null) failed.push(`${name} ${code}`);
  }
  // An admin has no reminders of their own to ask for.
  expect(failed).toEqual(['wants_reminders 42501']);
});

test.each([
  "report_figures('2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31')",
  "report_orders('total')",
  "search_orders(p_search => '110', p_field => 'customer_rut')",
])('DATA-51 %s writes nothing', async (call) => {
  expect(await readOnly(`select * from public.${call}`)).toBeNull();
});

test.each([
  'report_earnings()',
  'report_results()',
  "try_report_pin('7391')",
  'print_terms(null)',
  'touch_session()',
])('DATA-51 %s needs the primary', async (call) => {
  expect(await readOnly(`select * from public.${call}`)).toBe('25006');
});
