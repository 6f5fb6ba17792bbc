/**
 * Costs of parts in orders and the ledger are visible to admins only (SEC-24). `inventory.cost_price` (Precio Cliente)
 * is visible to all staff, in the inventory and in its log (INV-05).
 */
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addInventoryItem, type Item } from './support/inventory.ts';
import { makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

const OTHERS = ['technician', 'receptionist'] as const;
const OUTSIDERS = ['anon', 'customer', 'other'] as const;
const LOG_COSTS = ['cost_price_affected', 'cost_price'] as const;

let shop: Shop;
let item: Item;
/** The item's cost when it was edited and written off: a unique value in the shop. */
const cost = 100_000_000 + randomInt(100_000_000);

beforeAll(async () => {
  shop = await openShop();
  const { technician } = shop.people;
  item = await addInventoryItem(technician, 5);
  const order = await makeOrder(shop);
  await technician.client.from('inventory').update({ cost_price: cost, quantity: 4 }).eq('id', item.id);
  const args = { p_item_id: item.id, p_quantity: 1, p_order_number: order.order_number };
  expect((await technician.client.rpc('write_off_inventory', args)).data).toBe(3);
});
afterAll(() => shop[Symbol.asyncDispose]());

const log = (actor: Parameters<Shop['clientOf']>[0], columns = '*') =>
  shop.clientOf(actor).from('activity_logs').select(columns).eq('product_id', item.id).order('created_at');

describe('the activity log', () => {
  test.each([...OTHERS, 'admin'] as const)(
    'INV-05 a %s reads the price that the inventory shows, by name, by filter and on the screen',
    async (actor) => {
      const edit = { action_type: 'edit', cost_price_affected: cost, cost_price: cost, quantity: 4 };
      const written = { action_type: 'delete', cost_price_affected: cost, cost_price: null };
      expect((await log(actor)).data).toMatchObject([edit, written]);
      expect((await log(actor, LOG_COSTS.join())).data).toHaveLength(2);
      expect((await log(actor).eq('cost_price_affected', cost)).data).toHaveLength(2);
      const { data } = await shop.clientOf(actor).rpc('list_activity', {});
      expect(data?.filter((row) => row.product_id === item.id)).toMatchObject([
        { action_type: 'delete', cost_price_affected: cost },
        { action_type: 'edit', cost_price_affected: cost },
      ]);
    },
  );

  test.each(OUTSIDERS)('SEC-24 %s gets no line of the activity log', async (actor) => {
    const { data } = await log(actor);
    expect(data ?? []).toEqual([]);
    expect((await shop.clientOf(actor).rpc('list_activity', {})).error?.code).toBe('42501');
  });

  test('SEC-24 the API exposes no table of its lines and costs, and nobody writes them through it', async () => {
    for (const actor of [...OUTSIDERS, ...OTHERS, 'admin'] as const) {
      const client = shop.clientOf(actor);
      for (const table of ['activity_entries', 'activity_costs']) {
        expect((await client.from(table as never).select()).error?.code).toBe('PGRST205');
        expect(
          (
            await client
              .schema('private' as never)
              .from(table as never)
              .select()
          ).error,
        ).not.toBeNull();
      }
      const forged = { action_type: 'edit', product_id: item.id, cost_price_affected: 1 };
      expect((await client.from('activity_logs' as never).insert(forged as never)).error?.code).toBe('42501');
    }
  });

  test('SEC-24 the service role writes and reads lines with costs', async () => {
    const row = { action_type: 'edit', product_id: item.supplier_id, cost_price_affected: 7, cost_price: 8 };
    const [made] = await shop.sql.begin(async (tx) => {
      await tx`set local role service_role`;
      return tx`insert into public.activity_logs ${tx(row)} returning *`;
    });
    expect(made).toMatchObject({ action_type: 'edit', cost_price_affected: '7', cost_price: '8' });
    const [kept] = await shop.sql`select * from public.activity_logs where id = ${made?.id}`;
    expect({ ...kept }).toEqual({ ...made });
  });
});

test('SEC-24 the ledger gives its cost to nobody, by filter or order neither', async () => {
  for (const actor of [...OTHERS, 'admin'] as const) {
    const ledger = () => shop.clientOf(actor).from('inventory_movements').select('id').eq('item_id', item.id);
    expect((await ledger()).data?.length).toBeGreaterThan(0);
    const answers = [
      ledger().eq('unit_cost', cost),
      ledger().gt('unit_cost', 0),
      ledger().order('unit_cost'),
    ];
    for (const { data, error } of await Promise.all(answers))
      expect([data, error?.code]).toEqual([null, '42501']);
  }
});

test('SEC-24 the realtime tables have no cost of a part', async () => {
  const rows = await shop.sql`
    select tablename::text as name from pg_publication_tables where pubname = 'supabase_realtime' order by 1`;
  expect(rows.map(({ name }) => name)).toEqual([
    'appointments',
    'device_places',
    'notifications',
    'order_checklists',
    'order_waits',
    'service_orders',
    'setting_sections',
    'whatsapp_messages',
  ]);
  for (const { name } of rows) {
    const found = await shop.sql`
      select from ${shop.sql('public')}.${shop.sql(String(name))} as t where to_jsonb(t)::text like ${`%${cost}%`}`;
    expect(found).toHaveLength(0);
  }
});

test('SEC-24 Precio Cliente stays readable by all staff, in the list and in the export', async () => {
  for (const actor of [...OTHERS, 'admin'] as const) {
    const client = shop.clientOf(actor);
    const { data } = await client.from('inventory').select('cost_price').eq('id', item.id);
    expect(data).toEqual([{ cost_price: cost }]);
    expect((await client.rpc('export_inventory', {})).data).toMatchObject([{ cost_price: cost }]);
  }
});
