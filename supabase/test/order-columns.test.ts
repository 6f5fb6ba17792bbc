/** The columns of an order that a technician may change, and an import may write: the listed ones (ORD-54). */
import { FIELD_NAMES, fieldDefinition } from '@taller/shared/orders/fields/order-fields.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const FORGOTTEN = 'Un color';

/** The outcome of changing a column that a migration adds and no rule lists; rolled back. */
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
  const facts = FIELD_NAMES.map(fieldDefinition);
  expect(facts.filter(({ column }) => named.includes(column)).map(({ column }) => column)).toEqual(
    facts.filter(({ technicianChanges }) => technicianChanges).map(({ column }) => column),
  );
});

/** Columns that an import writes besides the fields of an order. */
const BESIDE_FIELDS = [
  'former_number',
  'created_at',
  'device_password',
  'id',
  'notes',
  'password_type',
  'status',
  'updated_at',
  'warranty_days',
  'parts_warranty_days',
  'promised_at',
];

test('SEC-50 SQL and the record of fields agree on the columns that an import brings', async () => {
  const [row] = await shop.sql`select private.import_columns() as columns`;
  const fields = FIELD_NAMES.map((name) => fieldDefinition(name).column).filter(
    (column) => column !== 'technician_id',
  );
  const columns = row?.columns as string[];
  expect(columns.toSorted()).toEqual([...fields, ...BESIDE_FIELDS].toSorted());
});

test('SEC-50 a row of an import says nothing of a column that is not named', async () => {
  const { id } = await makeOrder(shop);
  const undone = new Error('undone');
  const work = shop.sql.begin(async (sql) => {
    await sql`alter table public.service_orders add column forgotten text`;
    // Every column, with the value of an order that went through all statuses.
    await sql`update public.service_orders set status = 'delivered', final_payment = 10, forgotten = 'x' where id = ${id}`;
    const [stored] = await sql`select to_jsonb(o) as row from public.service_orders o where id = ${id}`;
    const full = { ...(stored?.row as Record<string, unknown>), import_key: 'foreign', technician_id: id };
    const [named] = await sql`select private.import_columns() as columns`;
    const columns = named?.columns as string[];
    const bare = Object.fromEntries(Object.entries(full).filter(([column]) => columns.includes(column)));
    const imported = async (row: object) =>
      (
        await sql`select to_jsonb(o) - 'order_number' as row
          from private.imported_orders(null, ${sql.json([{ ...row, key: 'k' }] as never)}) as o`
      )[0]?.row as Record<string, unknown>;
    expect(await imported(full)).toEqual(await imported(bare));
    expect(await imported(full)).toMatchObject({ forgotten: null, import_key: 'k', technician_id: null });
    throw undone;
  });
  await expect(work).rejects.toBe(undone);
});
