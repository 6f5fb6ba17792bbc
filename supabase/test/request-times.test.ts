/**
 * The time that a request's statements have on a hosted project, where PostgREST takes it from the role's settings and
 * then calls the project's own function. The embedded server's: platform/server/test/costly-requests.test.ts.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

/** Runs PostgREST's preamble of a request, and returns the time-out of the request's own statement. */
const timeOf = (role: string, id: string | undefined) =>
  shop.sql.begin(async (tx) => {
    const claims = JSON.stringify({ role, sub: id });
    await tx`select set_config('statement_timeout', '8s', true), set_config('request.jwt.claims', ${claims}, true),
      set_config('role', ${role}, true)`;
    await tx`select private.limit_request()`;
    const [row] = await tx`show statement_timeout`;
    return String(row?.statement_timeout);
  });

test('SEC-14 on a hosted project a customer’s statements end as early as an anonymous visitor’s, by the function called before each request', async () => {
  const { customer, technician, receptionist, admin } = shop.people;
  expect(await timeOf('anon', undefined)).toBe('3s');
  expect(await timeOf('authenticated', customer.id)).toBe('3s');
  // An account without a profile gets the shortest time as well.
  expect(await timeOf('authenticated', '00000000-0000-0000-0000-000000000000')).toBe('3s');
  for (const { id } of [technician, receptionist, admin])
    expect(await timeOf('authenticated', id)).toBe('8s');
});

test('SEC-14 a role without a time of its own keeps that of the connection', async () => {
  const [row] = await shop.sql`select private.statement_timeout('service_role', null) as time`;
  expect(row?.time).toBeNull();
});
