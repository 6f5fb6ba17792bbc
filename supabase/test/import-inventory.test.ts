/** Product import: all or nothing, no duplicates, every quantity in the ledger, codes preserved (INV-01). */
import { randomUUID } from 'node:crypto';
import type { InventoryImportRow } from '@taller/shared/stock/inventory/import-inventory.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storedLedger } from './support/inventory.ts';
import { importedItems, importRowOf, sendImport, type ImportOptions } from './support/inventory-import.ts';
import { makeOrder } from './support/orders.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let receptionist: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ receptionist } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());

const rowOf = importRowOf;
const send = (rows: readonly object[], options?: ImportOptions) => sendImport(shop, rows, options);
const itemsOf = (row: InventoryImportRow) => importedItems(shop, row);

async function check(rows: readonly object[], file = 'file') {
  const { data, error } = await receptionist.client.rpc('check_inventory_import', {
    p_file_key: file,
    p_rows: rows as never,
  });
  if (error) throw error;
  return data.map(({ outcome }) => outcome);
}

const ledger = async (row: InventoryImportRow) => {
  const [item] = await itemsOf(row);
  return storedLedger(shop, { id: String(item?.id), component_type_id: '', supplier_id: '' });
};

describe('INV-01 which rows are imported', () => {
  test.each(['technician', 'receptionist', 'admin'] as const)(
    'INV-01 a %s imports parts; the ledger records the pieces, their file and the author',
    async (actor) => {
      const row = rowOf({ quantity: 7, min_stock: 2, model: '  Módulo  Importado  ' + actor });
      const person = shop.people[actor];
      expect((await send([row], { by: person, name: 'enero.csv' })).outcomes).toEqual(['imported']);
      const [item] = await itemsOf(row);
      expect(item).toMatchObject({ brand: 'Samsung', quantity: 7, cost_price: 44_990, min_stock: 2 });
      expect(await ledger(row)).toEqual([
        {
          kind: 'imported',
          delta: 7,
          quantity_after: 7,
          order_number: null,
          actor_name: person.fullName,
        },
      ]);
      const { data } = await receptionist.client
        .from('inventory_movements')
        .select('import_name')
        .eq('item_id', String(item?.id));
      expect(data).toEqual([{ import_name: 'enero.csv' }]);
    },
  );

  test('INV-02 a type and a supplier that are not there are added, once, whatever the accents', async () => {
    const type = `Bisagra ${randomUUID()}`;
    const supplier = `Ñandú ${randomUUID()}`;
    const rows = [
      rowOf({ type, supplier }),
      rowOf({ type: type.toUpperCase(), supplier: supplier.replace('Ñandú ', 'nandu   ') }),
    ];
    expect((await send(rows)).outcomes).toEqual(['imported', 'imported']);
    const [counts] = await shop.sql`
      select (select count(*)::int from public.component_types where private.name_key(name) = private.name_key(${type})) as types,
        (select count(*)::int from public.suppliers where private.name_key(name) = private.name_key(${supplier})) as suppliers`;
    expect(counts).toEqual({ types: 1, suppliers: 1 });
  });

  test('INV-01 a code is kept, and new products get codes after it', async () => {
    const coded = rowOf({ code: 900_100 });
    const plain = rowOf();
    const { rows } = await send([plain, coded]);
    expect(rows.map(({ item_number }) => item_number)).toEqual([900_101, 900_100]);
    const { data: type } = await receptionist.client
      .from('component_types')
      .select('id')
      .eq('name', 'Pantalla')
      .single();
    const { data: supplier } = await receptionist.client
      .from('suppliers')
      .select('id')
      .eq('name', 'FullMobile')
      .single();
    const { data: added } = await receptionist.client
      .from('inventory')
      .insert({
        brand: 'LG',
        model: 'K10',
        quantity: 1,
        cost_price: 1,
        component_type_id: type?.id ?? '',
        supplier_id: supplier?.id ?? '',
      })
      .select('item_number')
      .single();
    expect(added?.item_number).toBe(900_102);
  });
});

describe('INV-01 which rows exist already', () => {
  test('INV-01 the same file again adds nothing, whatever is chosen', async () => {
    const file = randomUUID();
    const rows = [rowOf(), rowOf({ quantity: 0 })];
    expect((await send(rows, { file })).outcomes).toEqual(['imported', 'imported']);
    expect(await check(rows, file)).toEqual(['duplicate', 'duplicate']);
    expect((await send(rows, { file, existing: 'add' })).outcomes).toEqual(['duplicate', 'duplicate']);
    expect(await itemsOf(rows[0] as InventoryImportRow)).toMatchObject([{ quantity: 5 }]);
  });

  test('INV-01 a product that was used up since is not brought back by the same file', async () => {
    const file = randomUUID();
    const row = rowOf({ quantity: 1 });
    await send([row], { file });
    const [item] = await itemsOf(row);
    const order = await makeOrder(shop);
    await receptionist.client.rpc('write_off_inventory', {
      p_item_id: String(item?.id),
      p_quantity: 1,
      p_order_number: order.order_number,
    });
    expect((await send([row], { file })).outcomes).toEqual(['duplicate']);
    expect(await itemsOf(row)).toEqual([]);
  });

  test.each([
    ['skip', 'skipped', 5, 1],
    ['add', 'imported', 8, 2],
  ] as const)(
    'INV-01 a part that is in stock is recognised in another file, case, accents and spaces apart: %s',
    async (existing, outcome, quantity, movements) => {
      const first = rowOf({ model: `Módulo Óptico ${randomUUID()}` });
      await send([first], { file: 'one' });
      const again = rowOf({
        brand: ' SAMSUNG ',
        model: first.model.toUpperCase().replace('MÓDULO', 'modulo  '),
        type: 'pantalla',
        supplier: 'FULLMOBILE',
        quantity: 3,
        cost_price: 1,
        min_stock: 9,
      });
      expect(await check([again], 'two')).toEqual(['existing']);
      expect((await send([again], { file: 'two', existing })).outcomes).toEqual([outcome]);
      // Price and minimum keep the inventory's values.
      expect(await itemsOf(first)).toMatchObject([{ quantity, cost_price: 44_990, min_stock: 0 }]);
      const moved = await ledger(first);
      expect(moved).toHaveLength(movements);
      expect(moved.reduce((sum, { delta }) => sum + Number(delta), 0)).toBe(quantity);
    },
  );

  test('INV-01 another type or supplier is another product', async () => {
    const first = rowOf();
    await send([first]);
    const other = { ...rowOf(), model: first.model };
    expect(await check([{ ...other, supplier: 'Stark' }])).toEqual(['new']);
    expect(await check([{ ...other, type: 'Batería' }])).toEqual(['new']);
    expect(await check([other])).toEqual(['existing']);
  });

  test('INV-01 an equal row of another file is reported as seen', async () => {
    const row = rowOf();
    await send([row], { file: 'january' });
    expect(await check([row], 'february')).toEqual(['seen']);
    expect((await send([row], { file: 'february', existing: 'add' })).outcomes).toEqual(['imported']);
    expect(await itemsOf(row)).toMatchObject([{ quantity: 10 }]);
  });

  test('INV-01 a code of another product is not taken over, and the row says whose it is', async () => {
    const owner = rowOf({ code: 910_000 });
    await send([owner]);
    const thief = rowOf({ code: 910_000 });
    expect(await check([thief])).toEqual(['code_taken']);
    const { rows } = await send([thief], { existing: 'add' });
    expect(rows).toEqual([
      { row: thief.row, outcome: 'code_taken', item_number: 910_000, detail: `Samsung ${owner.model}` },
    ]);
    expect(await check([{ ...owner, key: randomUUID() }])).toEqual(['existing']);
  });

  test('INV-01 two products of one name with codes of their own stay two', async () => {
    const file = randomUUID();
    const one = rowOf({ code: 920_001 });
    const two = { ...rowOf({ code: 920_002, quantity: 9 }), model: one.model };
    expect(await check([one, two], file)).toEqual(['new', 'new']);
    expect((await send([one], { file })).outcomes).toEqual(['imported']);
    expect((await send([two], { file })).outcomes).toEqual(['imported']);
    expect(await itemsOf(one)).toMatchObject([{ quantity: 5 }, { quantity: 9 }]);
  });

  test('INV-01 twice in one file without codes: the second row meets the first', async () => {
    const one = rowOf();
    const two = { ...rowOf({ quantity: 2 }), model: one.model };
    expect((await send([one, two], { file: randomUUID(), existing: 'add' })).outcomes).toEqual([
      'imported',
      'imported',
    ]);
    expect(await itemsOf(one)).toMatchObject([{ quantity: 7 }]);
  });
});

test('INV-01 thirty times the same batch at once: each product is in once', async () => {
  const rows = Array.from({ length: 20 }, () => rowOf());
  const file = randomUUID();
  const answers = await Promise.all(Array.from({ length: 30 }, () => send(rows, { file })));
  expect(answers.map(({ error }) => error).filter(Boolean)).toEqual([]);
  expect(
    answers.flatMap(({ outcomes }) => outcomes).filter((outcome) => outcome === 'imported'),
  ).toHaveLength(20);
  for (const row of rows) expect(await itemsOf(row)).toHaveLength(1);
});

test('INV-01 adding while pieces are written off: the ledger adds up to the quantity', async () => {
  const row = rowOf({ quantity: 40 });
  await send([row], { file: 'base' });
  const [item] = await itemsOf(row);
  const order = await makeOrder(shop);
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, (_, n) =>
      send([{ ...row, quantity: 3 }], { file: `f${n}`, existing: 'add' }),
    ),
    ...Array.from({ length: 10 }, () =>
      receptionist.client.rpc('write_off_inventory', {
        p_item_id: String(item?.id),
        p_quantity: 2,
        p_order_number: order.order_number,
      }),
    ),
  ]);
  expect(answers.map(({ error }) => error).filter(Boolean)).toEqual([]);
  const moved = await ledger(row);
  expect(moved.reduce((sum, { delta }) => sum + Number(delta), 0)).toBe(50);
  expect(await itemsOf(row)).toMatchObject([{ quantity: 50 }]);
});

test('INV-01 an export is imported unchanged into an empty shop', async () => {
  const file = randomUUID();
  await send([rowOf({ min_stock: 4, quantity: 0 }), rowOf({ type: 'Flex de carga', supplier: 'Otro' })]);
  const exported = async (of: Shop) =>
    (await of.people.admin.client.rpc('export_inventory', {})).data?.map((item) => ({
      ...item,
      created_at: '',
    }));
  const before = await exported(shop);
  expect(before?.length).toBeGreaterThan(20);
  await using other = await openShop();
  const rows = (before ?? []).map((item, index) => ({
    row: index + 2,
    key: `row ${index}`,
    code: item.item_number,
    brand: item.brand,
    model: item.model,
    type: item.component_type_name,
    supplier: item.supplier_name,
    quantity: item.quantity,
    cost_price: item.cost_price,
    min_stock: item.min_stock,
  }));
  const { outcomes } = await send(rows, { file, by: other.people.admin });
  expect(new Set(outcomes)).toEqual(new Set(['imported']));
  expect(await exported(other)).toEqual(before);
  // And nothing into the shop that exported it.
  expect(new Set((await send(rows, { file })).outcomes)).toEqual(new Set(['skipped']));
  expect(await exported(shop)).toEqual(before);
});
