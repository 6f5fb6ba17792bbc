/** Stocktakes (PART-30 to PART-33): who counts what, once, blind, and what it comes to. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addInventoryItem, storedLedger, storedQuantity, type Item } from './support/inventory.ts';
import { makeOrder } from './support/orders.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';
import {
  codeOf,
  explain,
  sendScans,
  settle,
  startStocktakeOfItem,
  takeStep,
  wrongStock,
} from './support/stocktakes.ts';

let shop: Shop;
let technician: Person;
let receptionist: Person;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ technician, receptionist, admin } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());
afterEach(async () => expect(await wrongStock(shop)).toEqual([]));

const begin = (quantity: number) => startStocktakeOfItem(shop, technician, quantity);
const writeOff = async (item: Item, quantity: number) =>
  expect(
    (
      await technician.client.rpc('write_off_inventory', {
        p_item_id: item.id,
        p_quantity: quantity,
        p_order_number: (await makeOrder(shop)).order_number,
      })
    ).error,
  ).toBeNull();
const edit = (item: Item, quantity: number) =>
  technician.client.from('inventory').update({ quantity }).eq('id', item.id);
const differences = async (by: Person, id: string) =>
  (await by.client.rpc('stocktake_differences', { p_stocktake_id: id })).data ?? [];
const countedOf = async (by: Person, id: string) =>
  (await by.client.rpc('stocktake_counts', { p_stocktake_id: id })).data?.map(({ counted }) => counted);

describe('PART-30 counting by scanning', () => {
  test('PART-30 a scan adds one, in any spelling of the code, and a typed quantity adds it', async () => {
    const { id, code } = await begin(9);
    const bare = String(Number(code.slice(4)));
    const { data } = await sendScans(technician, id, [
      { code },
      { code: code.toLowerCase().replace('-', "'") },
      { code: bare, quantity: 5 },
      { code, quantity: -2 },
    ]);
    expect(data?.map(({ outcome, counted }) => [outcome, counted])).toEqual([
      ['counted', 1],
      ['counted', 2],
      ['counted', 7],
      ['counted', 5],
    ]);
  });

  test('PART-30 what no product of the stocktake is, or would be below none, is told and not counted', async () => {
    const { id, code } = await begin(2);
    const elsewhere = await codeOf(shop, await addInventoryItem(technician, 1));
    const { data } = await sendScans(receptionist, id, [
      { code: 'INV-9999999' },
      { code: '7802920001234' },
      { code: elsewhere },
      { code, quantity: -1 },
      { code },
    ]);
    expect(data?.map(({ outcome }) => outcome).toSorted()).toEqual([
      'counted',
      'elsewhere',
      'unknown',
      'unknown',
      'wrong',
    ]);
    expect(await countedOf(admin, id)).toEqual([1]);
  });

  test('PART-30 a scan that is sent twice counts once, and its id is nobody else’s', async () => {
    const { id, code } = await begin(4);
    const scan = { id: randomUUID(), code };
    for (let time = 0; time < 2; time++)
      expect((await sendScans(technician, id, [{ ...scan, age_ms: time * 900 }])).data).toMatchObject([
        { outcome: 'counted', counted: 1 },
      ]);
    expect((await sendScans(technician, id, [{ ...scan, quantity: 3 }])).error?.code).toBe('PT409');
    expect((await sendScans(admin, id, [scan])).error?.code).toBe('PT409');
    expect(await countedOf(technician, id)).toEqual([1]);
  });

  test('PART-30 three people scan two products at the same time, and no scan is lost', async () => {
    const { id, item, code } = await begin(1);
    const [twin] = await shop.sql`
      insert into public.inventory (brand, model, quantity, cost_price, component_type_id, supplier_id)
      values ('Apple', 'iPhone 11', 0, 1, ${item.component_type_id}, ${item.supplier_id})
      returning private.item_code(item_number) as code, id`;
    await shop.sql`delete from public.inventory_movements where item_id = ${twin?.id}`;
    const codes = [code, String(twin?.code)];
    const answers = await Promise.all(
      [technician, receptionist, admin].flatMap((person, index) =>
        Array.from({ length: 5 }, () =>
          sendScans(
            person,
            id,
            (index % 2 === 0 ? codes : codes.toReversed()).map((each) => ({ code: each })),
          ),
        ),
      ),
    );
    expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null));
    expect(await countedOf(technician, id)).toEqual([15, 15]);
    await shop.sql`delete from public.inventory where id = ${twin?.id}`;
  });
});

describe('PART-31 blind', () => {
  test('PART-31 what the books say is told to nobody before the stocktake is finished', async () => {
    const { id, code } = await begin(6);
    await sendScans(technician, id, [{ code, quantity: 5 }]);
    const { error } = await admin.client.rpc('stocktake_differences', { p_stocktake_id: id });
    expect(error?.message).toBe('Las diferencias se ven cuando el conteo termina.');
    const { data } = await technician.client.rpc('stocktake_counts', { p_stocktake_id: id });
    expect(Object.keys(data?.[0] ?? {})).not.toContain('expected');
    expect(await takeStep(technician, 'finish_stocktake', id)).toBeNull();
    expect(await differences(technician, id)).toMatchObject([{ expected: 6, counted: 5, difference: -1 }]);
  });

  test('PART-31 what arrives after that still counts, until the stocktake is closed', async () => {
    const { id, item, code } = await begin(2);
    await sendScans(technician, id, [{ code }]);
    await takeStep(receptionist, 'finish_stocktake', id);
    await sendScans(technician, id, [{ code }]);
    expect(await differences(receptionist, id)).toEqual([]);
    expect(await takeStep(receptionist, 'close_stocktake', id)).toBeNull();
    expect((await sendScans(technician, id, [{ code }])).error?.message).toBe(
      'Este conteo ya se cerró. Empieza uno nuevo para lo que falta.',
    );
    expect(await storedQuantity(shop, item)).toBe(2);
  });
});

describe('PART-32 what moves while people count', () => {
  test.each([
    ['nothing', 5, 4, [], 4],
    ['a part for an order', 5, 5, [-2], 3],
    ['a part of those that were fewer', 5, 3, [-1], 2],
    ['a delivery', 5, 3, [4], 7],
    ['more than was there', 5, 1, [-4], 0],
  ] as const)('PART-32 %s after the scan', async (_, quantity, scanned, moves, left) => {
    const { id, item, code } = await begin(quantity);
    await sendScans(technician, id, [{ code, quantity: scanned }]);
    for (const delta of moves)
      if (delta < 0) await writeOff(item, -delta);
      else await edit(item, quantity + delta);
    expect(await settle(receptionist, id)).toBeNull();
    expect(await storedQuantity(shop, item)).toBe(left);
  });

  test.each([
    ['nothing', [], 0],
    ['a part that was taken', [-2], 0],
    ['what came meanwhile, which stays', [3], 3],
    ['what came and went', [3, -1], 2],
  ] as const)(
    'PART-32 of a product that nobody scanned is missing what lay there all the time: %s',
    async (_, moves, left) => {
      const { id, item } = await begin(4);
      let quantity = 4;
      for (const delta of moves) {
        quantity += delta;
        if (delta < 0) await writeOff(item, -delta);
        else await edit(item, quantity);
      }
      expect(await settle(receptionist, id)).toBeNull();
      expect(await storedQuantity(shop, item)).toBe(left);
    },
  );

  test('PART-32 a scan that was made before a move and arrives after it counts as made before', async () => {
    const { id, item, code } = await begin(5);
    await shop.sql`update private.stocktakes set started_at = now() - interval '1 hour' where id = ${id}`;
    await shop.sql`update public.inventory_movements set created_at = now() - interval '2 hours'
      where item_id = ${item.id}`;
    await writeOff(item, 2);
    await sendScans(technician, id, [{ code, quantity: 5, age_ms: 600_000 }]);
    expect(await settle(receptionist, id)).toBeNull();
    expect(await storedQuantity(shop, item)).toBe(3);
  });

  test('PART-32 a product that moved between two scans is counted again, and then holds', async () => {
    const { id, item, code } = await begin(5);
    await sendScans(technician, id, [{ code, quantity: 3 }]);
    await writeOff(item, 1);
    await sendScans(receptionist, id, [{ code, quantity: 2 }]);
    expect((await settle(technician, id))?.message).toBe(
      `El producto ${code} se movió mientras lo contaban: cuéntalo de nuevo.`,
    );
    const recount = { p_request_id: randomUUID(), p_stocktake_id: id, p_item_id: item.id };
    for (let time = 0; time < 2; time++)
      expect((await technician.client.rpc('recount_item', recount)).error).toBeNull();
    await sendScans(technician, id, [{ code, quantity: 4 }]);
    // The same request again takes nothing back.
    await technician.client.rpc('recount_item', recount);
    // Scans that another phone made offline before that are reported as not counted.
    const { data } = await sendScans(admin, id, [{ code, age_ms: 60_000 }]);
    expect(data).toMatchObject([{ outcome: 'late', counted: 4 }]);
    expect(await settle(technician, id)).toBeNull();
    expect(await storedQuantity(shop, item)).toBe(4);
  });
});

describe('PART-33 each difference has a reason', () => {
  test('PART-33 without one the stock stays, and one that is given holds for the difference that was seen', async () => {
    const { id, item, code } = await begin(5);
    await sendScans(technician, id, [{ code, quantity: 3 }]);
    await takeStep(technician, 'finish_stocktake', id);
    const missing =
      'Falta el motivo de una diferencia. Si una diferencia cambió después de darlo, dalo de nuevo.';
    expect((await takeStep(technician, 'close_stocktake', id))?.message).toBe(missing);
    expect(await explain(technician, id, { [item.id]: -2 }, 'broken')).toBeNull();
    await sendScans(receptionist, id, [{ code }]);
    expect((await takeStep(technician, 'close_stocktake', id))?.message).toBe(missing);
    expect(await storedQuantity(shop, item)).toBe(5);
    expect(await explain(technician, id, { [item.id]: -1 }, 'other', 'Se prestó')).toBeNull();
    expect(await takeStep(technician, 'close_stocktake', id)).toBeNull();
    const counted = { kind: 'counted', delta: -1, quantity_after: 4, actor_name: technician.fullName };
    expect((await storedLedger(shop, item)).at(-1)).toMatchObject(counted);
    expect(await differences(technician, id)).toMatchObject([
      { expected: 5, counted: 4, difference: -1, reason: 'other', note: 'Se prestó' },
    ]);
  });

  test.each([
    ['an unknown one', 'stolen', '', 'Elige el motivo de la diferencia.'],
    ['another one without words', 'other', '  ', 'Escribe cuál es el otro motivo.'],
    ['too many words', 'lost', 'a'.repeat(501), 'La nota puede tener hasta 500 letras.'],
  ])('PART-33 a reason is refused: %s', async (_, reason, note, message) => {
    const { id, item } = await begin(1);
    await takeStep(technician, 'finish_stocktake', id);
    expect((await explain(technician, id, { [item.id]: -1 }, reason, note))?.message).toBe(message);
  });

  test('PART-60 a reason for no difference explains none', async () => {
    const { id, item, code } = await begin(3);
    await sendScans(technician, id, [{ code }]);
    await takeStep(technician, 'finish_stocktake', id);
    expect(await explain(technician, id, { [item.id]: null })).toBeNull();
    const { data } = await technician.client.rpc('stocktake_differences', { p_stocktake_id: id });
    expect(data).toMatchObject([{ difference: -2, reason: null, is_explained: false }]);
    expect((await takeStep(technician, 'close_stocktake', id))?.message).toMatch(/^Falta el motivo de una/);
    expect(await settle(technician, id)).toBeNull();
  });

  test('PART-33 closing twice at the same time changes the stock once, and no product goes with its last piece', async () => {
    const { id, item } = await begin(3);
    await takeStep(technician, 'finish_stocktake', id);
    await explain(technician, id, { [item.id]: -3 });
    const p_request_id = randomUUID();
    const answers = await Promise.all([
      technician.client.rpc('close_stocktake', { p_request_id, p_stocktake_id: id }),
      technician.client.rpc('close_stocktake', { p_request_id, p_stocktake_id: id }),
      takeStep(receptionist, 'close_stocktake', id),
    ]);
    expect(await storedQuantity(shop, item)).toBe(0);
    expect((await storedLedger(shop, item)).filter(({ kind }) => kind === 'counted')).toHaveLength(1);
    expect(answers).toHaveLength(3);
    const [log] =
      await shop.sql`select action_type, quantity_affected, quantity, user_id from public.activity_logs
      where product_id = ${item.id} order by created_at desc limit 1`;
    expect(log).toMatchObject({ action_type: 'edit', quantity_affected: -3, quantity: 0 });
  });

  test('PART-33 what is reserved for an order is not counted away', async () => {
    const { id, item, code } = await begin(2);
    const order = await makeOrder(shop);
    const asked = { p_id: randomUUID(), p_order_id: order.id, p_quantity: 2, p_item_id: item.id };
    expect((await technician.client.rpc('request_part', asked)).data).toMatchObject([{ state: 'reserved' }]);
    await sendScans(technician, id, [{ code }]);
    const number = String(order.order_number).padStart(6, '0');
    expect((await settle(technician, id))?.message).toBe(
      `Del producto ${code} hay 2 con reserva para la orden ${number}, y se contaron menos: libera antes la reserva.`,
    );
    expect(await storedQuantity(shop, item)).toBe(2);
  });
});
