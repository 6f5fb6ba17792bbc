/** Which columns of an order a technician may change: those that are named (ORD-54). */
import { FIELD_NAMES, fieldFacts } from '@taller/shared/orders/fields/order-fields.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const FORGOTTEN = 'Un color';

/** What becomes of a change of a column that a migration adds and no rule names; nothing of it stays. */
async function changeForgottenColumn(by: Person): Promise<unknown> {
  const { id } = await makeOrder(shop);
  let outcome: unknown;
  const undone = new Error('undone');
  await shop.sql
    .begin(async (sql) => {
      await sql`alter table public.service_orders add column forgotten text`;
      await sql`grant update (forgotten) on public.service_orders to authenticated`;
      await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: by.id, role: 'authenticated' })}, true)`;
      await sql`set local role authenticated`;
      const changed = sql`update public.service_orders set forgotten = ${FORGOTTEN} where id = ${id} returning forgotten`;
      outcome = await changed.then(
        ([row]) => row?.forgotten as unknown,
        (error: unknown) => error,
      );
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone && outcome === undefined) throw error;
    });
  return outcome;
}

test('ORD-54 a column that a migration adds is closed to technicians until it is named', async () => {
  expect(await changeForgottenColumn(shop.people.technician)).toMatchObject({
    code: '42501',
    message: 'Solo administración y recepción editan los datos de la orden.',
  });
  expect(await changeForgottenColumn(shop.people.receptionist)).toBe(FORGOTTEN);
});

test('ORD-54 SQL and the form agree on the fields that a technician may change', async () => {
  const [row] = await shop.sql`select private.technician_columns() as columns`;
  const named = row?.columns as string[];
  const facts = FIELD_NAMES.map(fieldFacts);
  expect(facts.filter(({ column }) => named.includes(column)).map(({ column }) => column)).toEqual(
    facts.filter(({ technicianChanges }) => technicianChanges).map(({ column }) => column),
  );
});
