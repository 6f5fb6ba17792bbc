/** Constraints of the inventory's tables, and screen purchases (INV-01, INV-02, INV-04). */
import { randomUUID } from 'node:crypto';
import type { INVENTORY_SORTS } from '@taller/shared/stock/inventory/inventory-queries.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addInventoryItem, type Item, storedLedger, storedQuantity } from './support/inventory.ts';
import { makeOrder } from './support/orders.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let technician: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ technician } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());

const addItem = (quantity: number) => addInventoryItem(technician, quantity);
const quantityOf = (item: Item) => storedQuantity(shop, item);
const ledgerOf = (item: Item) => storedLedger(shop, item);

describe('INV-01 what the tables take', () => {
  test.each([
    ['quantity', -1, '23514'],
    ['quantity', 1_000_001, '23514'],
    ['quantity', 1e15, '22003'],
    ['quantity', 1.5, '22P02'],
    ['quantity', 'muchas', '22P02'],
    ['quantity', null, '23502'],
    ['cost_price', -1, '23514'],
    ['cost_price', 1_000_000_001, '23514'],
    ['cost_price', 990.5, '22P02'],
    ['cost_price', 'caro', '22P02'],
    ['min_stock', -1, '23514'],
    ['brand', '   ', '23514'],
    ['model', '', '23514'],
  ])('INV-01 an item with %s %j is refused', async (column, value, code) => {
    const item = await addItem(5);
    const { error } = await technician.client
      .from('inventory')
      .update({ [column]: value } as never)
      .eq('id', item.id);
    expect(error).toMatchObject({ code });
    expect(await quantityOf(item)).toBe(5);
  });

  test('INV-02 a type or supplier has a name, and each name is there once, whatever case, accents and spaces', async () => {
    const name = `Batería ${randomUUID()}`;
    for (const table of ['component_types', 'suppliers'] as const) {
      expect((await technician.client.from(table).insert({ name })).error).toBeNull();
      expect(
        (
          await technician.client
            .from(table)
            .insert({ name: ` ${name.toUpperCase().replace('Í', 'I').replace(' ', '   ')}` })
        ).error,
      ).toMatchObject({ code: '23505' });
      expect((await technician.client.from(table).insert({ name: '  ' })).error).toMatchObject({
        code: '23514',
      });
    }
  });

  test('INV-04 PART-40 a purchase of screens is kept with who made it, of the two suppliers or any other one', async () => {
    const row = {
      modelo: 'iPhone 13',
      numero_orden: 'FM-1',
      fecha_compra: '2026-11-01T12:00:00Z',
      precio_costo: 50_000,
      cantidad: 2,
      proveedor: 'FullMobile',
    };
    const add = (columns: object) =>
      technician.client
        .from('pedidos_pantallas')
        .insert({ ...row, ...columns })
        .select()
        .single();
    expect((await add({})).data).toMatchObject({
      ...row,
      fecha_compra: expect.stringContaining('2026-11-01T12:00:00'),
      created_by: technician.id,
    });
    for (const proveedor of ['Stark Comunicaciones', 'Repuestos Ñuble'])
      expect((await add({ proveedor })).error).toBeNull();
    for (const wrong of [
      { proveedor: ' ' },
      { proveedor: 'a'.repeat(121) },
      { cantidad: 0 },
      { precio_costo: 0 },
      { modelo: ' ' },
      { numero_orden: '' },
    ]) {
      expect((await add(wrong)).error).toMatchObject({ code: '23514' });
    }
  });

  test('INV-04 the pieces of a purchase go into the inventory once, however many receive it at once', async () => {
    const item = await addItem(1);
    const bought = await technician.client
      .from('pedidos_pantallas')
      .insert({
        modelo: 'A15',
        numero_orden: 'FM-2',
        fecha_compra: '2026-11-01T12:00:00Z',
        precio_costo: 20_000,
        cantidad: 4,
        proveedor: 'FullMobile',
      })
      .select('id')
      .single();
    const receive = () =>
      technician.client.rpc('receive_screen_order', {
        p_screen_order_id: bought.data?.id ?? '',
        p_item_id: item.id,
      });
    const answers = await Promise.all(Array.from({ length: 10 }, receive));
    expect(answers.filter(({ data }) => data === item.id)).toHaveLength(1);
    expect(answers.filter(({ error }) => error?.message === 'Este pedido ya se recibió.')).toHaveLength(9);
    expect(await quantityOf(item)).toBe(5);
    expect((await ledgerOf(item)).at(-1)).toMatchObject({ kind: 'received', delta: 4, quantity_after: 5 });
  });
});

describe('an order’s parts and their cost', () => {
  test('DATA-02 all staff see the parts of an order, and only admins their cost', async () => {
    const item = await addItem(5);
    const order = await makeOrder(shop);
    const args = { p_item_id: item.id, p_quantity: 2, p_order_number: order.order_number };
    expect((await technician.client.rpc('write_off_inventory', args)).error).toBeNull();
    const [type] = await shop.sql`
      select t.name from public.component_types t join public.inventory i on i.component_type_id = t.id
      where i.id = ${item.id}`;
    const typeName = type?.name as string;
    for (const actor of ['technician', 'receptionist', 'admin'] as const) {
      const { data } = await shop.people[actor].client.rpc('order_parts', { p_order_id: order.id });
      const seen =
        actor === 'admin' ? { unit_cost: 44_990, total_cost: 89_980 } : { unit_cost: null, total_cost: null };
      expect(data).toMatchObject([
        {
          brand: 'Samsung',
          model: 'Galaxy A15',
          component_type: typeName,
          quantity: 2,
          actor_name: technician.fullName,
          ...seen,
        },
      ]);
    }
  });

  test('DATA-02 the ledger gives nobody its costs, by that name or with all columns', async () => {
    await addItem(5);
    for (const columns of ['unit_cost', '*'] as const) {
      const { data, error } = await technician.client.from('inventory_movements').select(columns);
      expect([data, error?.code]).toEqual([null, '42501']);
    }
  });
});

describe('INV-01 the list', () => {
  const list = async (args: object) => {
    const { data, error } = await technician.client.rpc('list_inventory', args);
    if (error) throw error;
    return data;
  };

  test.each(['INV-', 'inv-', 'INV', "INV'", 'inv-0'])(
    'INV-01 a code that begins with %s finds its item alone, scanned or typed',
    async (prefix) => {
      const item = await addItem(5);
      const [row] = await shop.sql`select item_number from public.inventory where id = ${item.id}`;
      const code = prefix + String(row?.item_number).padStart(6, '0');
      expect((await list({ p_search: code })).map(({ id }) => id)).toEqual([item.id]);
    },
  );

  test('INV-01 every page of every order holds each item once, and the orders are right', async () => {
    for (let count = 0; count < 30; count += 1) await addItem(count);
    const [all] = await shop.sql`select count(*)::integer as items from public.inventory`;
    const items = Number(all?.items);
    const value = {
      brand: (row) => row.brand.toLowerCase(),
      model: (row) => row.model.toLowerCase(),
      quantity: (row) => row.quantity,
      cost_price: (row) => row.cost_price,
      component_type: (row) => row.component_type_name,
      supplier: (row) => row.supplier_name,
      created_at: (row) => row.created_at,
    } satisfies Record<
      (typeof INVENTORY_SORTS)[number],
      (row: Awaited<ReturnType<typeof list>>[number]) => string | number
    >;
    for (const [sort, of] of Object.entries(value)) {
      for (const descending of [true, false]) {
        // All items, and a search that matches all: the two code paths for reading a page.
        for (const search of ['', 'galaxy']) {
          const rows = [];
          for (let page = 1; page <= Math.ceil(items / 25); page += 1) {
            rows.push(
              ...(await list({ p_sort: sort, p_descending: descending, p_page: page, p_search: search })),
            );
          }
          expect(new Set(rows.map(({ id }) => id)).size).toBe(items);
          expect(rows[0]?.total).toBe(items);
          const values = rows.map((row) => of(row));
          const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
          expect(values).toEqual(descending ? sorted.toReversed() : sorted);
        }
      }
    }
  });

  test('INV-01 the count follows items that come, go and change their type', async () => {
    const [item, other] = [await addItem(5), await addItem(6)];
    const inType = async (id: string) => (await list({ p_type: id }))[0]?.total ?? 0;
    expect([await inType(item.component_type_id), await inType(other.component_type_id)]).toEqual([1, 1]);
    await technician.client
      .from('inventory')
      .update({ component_type_id: other.component_type_id })
      .eq('id', item.id);
    expect([await inType(item.component_type_id), await inType(other.component_type_id)]).toEqual([0, 2]);
    await technician.client.from('inventory').delete().eq('id', item.id);
    expect(await inType(other.component_type_id)).toBe(1);
  });
});

test.each(['infinity', '-infinity', '294276-01-01T00:00:00Z', '0202-01-01T00:00:00Z'])(
  'SEC-60 a purchase of the day %s is refused: no screen could show it',
  async (fecha_compra) => {
    const { error } = await shop.people.technician.client.from('pedidos_pantallas').insert({
      modelo: 'Galaxy A15',
      numero_orden: 'SC-1',
      fecha_compra,
      precio_costo: 1000,
      cantidad: 1,
      proveedor: 'FullMobile',
    });
    expect(error).toMatchObject({ code: '23514', message: expect.stringContaining('1900 y 2099') });
  },
);
