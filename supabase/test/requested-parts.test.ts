/** The parts of an order, from the request to the device and back (PART-01 to PART-10): states, stock, who and once. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addInventoryItem, storedLedger } from './support/inventory.ts';
import { makeOrder } from './support/orders.ts';
import { brokenStock, movePart, partsOf, requestPart, stockOf, walkPart } from './support/parts.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';
import { dayFromToday } from './support/waits.ts';

let shop: Shop;
let technician: Person;
let receptionist: Person;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ technician, receptionist, admin } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());
afterEach(async () => expect(await brokenStock(shop)).toEqual([]));

const number = (value: number) => String(value).padStart(6, '0');
const stateOf = async (orderId: string) => (await partsOf(admin, orderId)).map(({ state }) => state);

describe('PART-01 a part is asked for', () => {
  test('PART-01 a product of which one is free is reserved at once, and any other part is to be ordered', async () => {
    const [order, item] = [await makeOrder(shop), await addInventoryItem(technician, 3)];
    expect(await requestPart(technician, order.id, { p_item_id: item.id, p_quantity: 2 })).toMatchObject({
      state: 'reserved',
      told: null,
      error: null,
    });
    expect(await requestPart(receptionist, order.id, { p_description: ' Pantalla\nA15 ' })).toMatchObject({
      state: 'requested',
      told: null,
    });
    expect(await stockOf(shop, item)).toEqual([3, 2]);
    expect(await partsOf(technician, order.id)).toMatchObject([
      { description: 'Samsung Galaxy A15', quantity: 2, state: 'reserved', available: 1 },
      { description: 'Pantalla A15', quantity: 1, state: 'requested', available: null },
    ]);
  });

  test('PART-01 refused in words: no text, a wrong quantity, a closed order, one that is gone', async () => {
    const [order, closed] = [await makeOrder(shop), await makeOrder(shop, { status: 'completed' })];
    const refused = async (id: string, more = {}) => (await requestPart(technician, id, more)).error?.message;
    expect(await refused(order.id, { p_description: ' ' })).toContain('Escribe qué repuesto es');
    expect(await refused(order.id, { p_description: 'x'.repeat(201) })).toContain('hasta 200 letras');
    for (const p_quantity of [0, -1, 100])
      expect(await refused(order.id, { p_quantity })).toContain('entre 1 y 99');
    expect(await refused(closed.id)).toContain('ya no pide repuestos');
    expect(await refused(randomUUID())).toBe('La orden ya no existe: alguien la eliminó.');
    expect(await refused(order.id, { p_item_id: randomUUID() })).toBe('El producto ya no existe.');
    expect(await partsOf(technician, order.id)).toEqual([]);
  });

  test('PART-02 of two technicians who want the last one at once, one has it, and the other reads whose it is', async () => {
    const item = await addInventoryItem(technician, 1);
    const orders = [await makeOrder(shop), await makeOrder(shop)] as const;
    const [one, two] = await Promise.all(
      ([technician, admin] as const).map((by, at) =>
        requestPart(by, orders[at]?.id ?? '', { p_item_id: item.id }),
      ),
    );
    const [winner, loser] = one?.state === 'reserved' ? [orders[0], two] : [orders[1], one];
    expect(new Set([one?.state, two?.state])).toEqual(new Set(['requested', 'reserved']));
    const told = `De Samsung Galaxy A15 quedan 0 disponibles: 1 con reserva para la orden ${number(winner.order_number)}.`;
    expect(loser?.told).toBe(told);
    expect((await movePart(shop, technician, loser?.id ?? '', 'reserved'))?.message).toBe(told);
    expect(await stockOf(shop, item)).toEqual([1, 1]);
  });

  test('PART-02 who gives a reserved part up leaves it to the other order', async () => {
    const item = await addInventoryItem(technician, 1);
    const [mine, theirs] = [await makeOrder(shop), await makeOrder(shop)];
    const first = await requestPart(technician, mine.id, { p_item_id: item.id });
    const second = await requestPart(admin, theirs.id, { p_item_id: item.id });
    await walkPart(shop, technician, first.id, 'requested');
    await walkPart(shop, admin, second.id, 'reserved', 'fitted');
    expect([await stateOf(mine.id), await stateOf(theirs.id)]).toEqual([['requested'], ['fitted']]);
    expect((await movePart(shop, technician, first.id, 'reserved'))?.message).toBe(
      'No queda stock de Samsung Galaxy A15.',
    );
  });
});

describe('PART-03 what a step does to the stock', () => {
  const ledgerOf = async (item: { id: string }) =>
    (await storedLedger(shop, item as never)).slice(1).map(({ kind, delta }) => `${kind} ${delta}`);

  test.each([
    ['fitted', ['reserved'], ['fitted'], ['written_off -2'], [3, 0]],
    ['given back before', ['reserved'], ['returned'], [], [5, 0]],
    ['taken out again', ['reserved'], ['fitted', 'returned'], ['written_off -2', 'returned 2'], [5, 0]],
    ['not fitted after all', [], ['fitted', 'arrived'], ['written_off -2', 'returned 2'], [5, 2]],
    ['faulty on the bench', [], ['faulty', 'sent_back', 'credited'], ['faulty -2'], [3, 0]],
    ['faulty in the device', [], ['fitted', 'faulty'], ['written_off -2'], [3, 0]],
    ['replaced', [], ['faulty', 'sent_back', 'arrived'], ['faulty -2', 'received 2'], [5, 2]],
    ['bought', [], ['requested', 'ordered', 'arrived'], ['received 2'], [7, 2]],
    [
      'the wrong one',
      [],
      ['requested', 'ordered', 'arrived', 'sent_back'],
      ['received 2', 'sent_back -2'],
      [5, 0],
    ],
    ['not needed', [], ['requested', 'cancelled'], [], [5, 0]],
  ] as const)('PART-03 %s', async (_, __, steps, ledger, stock) => {
    const [order, item] = [await makeOrder(shop), await addInventoryItem(technician, 5)];
    const { id } = await requestPart(technician, order.id, { p_item_id: item.id, p_quantity: 2 });
    await walkPart(shop, technician, id, ...steps);
    expect(await ledgerOf(item)).toEqual(ledger);
    expect(await stockOf(shop, item)).toEqual(stock);
  });

  test('PART-03 a part that is no product changes no stock until it is put away as one', async () => {
    const [order, item] = [await makeOrder(shop), await addInventoryItem(technician, 1)];
    const { id } = await requestPart(technician, order.id);
    await walkPart(shop, technician, id, 'ordered', 'arrived');
    expect((await movePart(shop, technician, id, 'returned'))?.message).toBe(
      'Elige qué producto del inventario es este repuesto.',
    );
    expect(await movePart(shop, technician, id, 'returned', { p_item_id: item.id })).toBeNull();
    expect(await ledgerOf(item)).toEqual(['received 1']);
    expect(await stockOf(shop, item)).toEqual([2, 0]);
  });

  test('PART-04 what was fitted is in the order’s parts, what it gave back too, and the log has who took it', async () => {
    const [order, item] = [await makeOrder(shop), await addInventoryItem(technician, 2)];
    const { id } = await requestPart(technician, order.id, { p_item_id: item.id });
    await walkPart(shop, technician, id, 'fitted', 'returned');
    const { data } = await admin.client.rpc('order_parts', { p_order_id: order.id });
    expect(data?.map(({ quantity, total_cost }) => [quantity, total_cost])).toEqual([
      [1, 44_990],
      [-1, -44_990],
    ]);
    const log =
      await shop.sql`select user_id, service_order from public.activity_logs where product_id = ${item.id}`;
    expect(log.map((row) => ({ ...row }))).toEqual([
      { user_id: technician.id, service_order: number(order.order_number) },
    ]);
  });

  test('PART-04 each step is kept with who, when, from where and why', async () => {
    const { id: order } = await makeOrder(shop);
    const { id } = await requestPart(technician, order);
    await movePart(shop, receptionist, id, 'ordered', { p_note: ' Llega  el lunes ' });
    await walkPart(shop, technician, id, 'arrived');
    const [part] = await partsOf(technician, order);
    expect(part?.steps).toMatchObject([
      { became: 'requested', made_by: technician.fullName, note: '' },
      { became: 'ordered', made_by: receptionist.fullName, note: 'Llega  el lunes' },
      { became: 'arrived', made_by: technician.fullName },
    ]);
  });

  test('PART-04 only the steps of the table are taken, and none twice', async () => {
    const { id: order } = await makeOrder(shop);
    const { id } = await requestPart(technician, order);
    for (const to of ['fitted', 'returned', 'faulty', 'credited', 'requested', 'otro'])
      expect((await movePart(shop, technician, id, to))?.message).toMatch(
        /^Este repuesto está como «Por pedir»/,
      );
    await walkPart(shop, technician, id, 'cancelled');
    expect((await movePart(shop, technician, id, 'ordered'))?.message).toContain('«Anulado»');
    expect((await movePart(shop, technician, randomUUID(), 'ordered'))?.message).toContain('ya no existe');
  });
});

describe('PART-05 what is reserved is nobody else’s', () => {
  test('PART-05 a write-off takes what is available, and says which order has the rest', async () => {
    const [order, item] = [await makeOrder(shop), await addInventoryItem(technician, 3)];
    await requestPart(technician, order.id, { p_item_id: item.id, p_quantity: 2 });
    const writeOff = (p_quantity: number) =>
      technician.client.rpc('write_off_inventory', {
        p_item_id: item.id,
        p_quantity,
        p_order_number: order.order_number,
      });
    expect((await writeOff(2)).error?.message).toBe(
      `La cantidad supera el stock disponible (1). Hay 2 con reserva para la orden ${number(order.order_number)}: se colocan o se liberan en la orden.`,
    );
    expect((await writeOff(1)).data).toBe(2);
  });

  test('PART-05 neither an edit nor a deletion takes it, by any role', async () => {
    const [order, item] = [await makeOrder(shop), await addInventoryItem(technician, 3)];
    await requestPart(technician, order.id, { p_item_id: item.id, p_quantity: 2 });
    for (const by of [technician, receptionist, admin]) {
      const edit = await by.client.from('inventory').update({ quantity: 1 }).eq('id', item.id);
      expect(edit.error?.message).toContain(`Hay 2 con reserva para la orden ${number(order.order_number)}`);
      const gone = await by.client.from('inventory').delete().eq('id', item.id);
      expect(gone.error?.message).toContain(`La orden ${number(order.order_number)} espera este producto`);
      const written = await by.client
        .from('inventory')
        .update({ reserved: 0 } as never)
        .eq('id', item.id);
      expect(written.error?.code).toBe('42501');
    }
    expect(await stockOf(shop, item)).toEqual([3, 2]);
  });

  test('PART-05 a reservation changes nothing that an open form has read', async () => {
    const [order, item] = [await makeOrder(shop), await addInventoryItem(technician, 3)];
    await requestPart(technician, order.id, { p_item_id: item.id });
    const edit = await technician.client
      .from('inventory')
      .update({ quantity: 4 })
      .eq('id', item.id)
      .eq('version', 1)
      .select('id');
    expect(edit.data).toHaveLength(1);
  });

  test('PART-05 list and pickers have what is reserved, and below the minimum counts what is available', async () => {
    const [order, item] = [await makeOrder(shop), await addInventoryItem(technician, 3)];
    const model = randomUUID();
    await technician.client.from('inventory').update({ min_stock: 2, model }).eq('id', item.id);
    const low = () => technician.client.rpc('list_inventory', { p_search: model, p_low: true });
    expect((await low()).data).toEqual([]);
    await requestPart(technician, order.id, { p_item_id: item.id, p_quantity: 2 });
    expect((await low()).data).toMatchObject([{ quantity: 3, reserved: 2 }]);
    const { data } = await technician.client.rpc('suggest_items', { p_text: model });
    expect(data).toMatchObject([{ quantity: 3, reserved: 2 }]);
  });

  test('PART-06 a product of which none is left stays while an order asks for it', async () => {
    const [order, item] = [await makeOrder(shop), await addInventoryItem(technician, 1)];
    const fitted = await requestPart(technician, order.id, { p_item_id: item.id });
    await walkPart(shop, technician, fitted.id, 'fitted');
    expect(await stockOf(shop, item)).toEqual([0, 0]);
    await technician.client.from('inventory').update({ quantity: 1 }).eq('id', item.id);
    await requestPart(technician, order.id, { p_item_id: item.id, p_quantity: 2 });
    const args = { p_item_id: item.id, p_quantity: 1, p_order_number: order.order_number };
    expect((await technician.client.rpc('write_off_inventory', args)).data).toBe(0);
    expect(await stockOf(shop, item)).toEqual([0, 0]);
  });
});

test('PART-07 a purchase has any supplier, a day and a cost, and can be corrected', async () => {
  const { id: order } = await makeOrder(shop);
  const { id } = await requestPart(technician, order);
  const refused = async (more: object) => (await movePart(shop, technician, id, 'ordered', more))?.message;
  expect(await refused({ p_supplier: ' ' })).toBe('Escribe a qué proveedor se pidió.');
  expect(await refused({ p_expected_on: dayFromToday(-1) })).toContain('Elige una fecha desde hoy');
  expect(await refused({ p_unit_cost: -1 })).toContain('Escribe el costo');
  expect(await refused({ p_supplier: 'x'.repeat(121) })).toContain('el proveedor hasta 120');
  const p_supplier = `Repuestos ${randomUUID()}`;
  expect(await movePart(shop, technician, id, 'ordered', { p_supplier, p_unit_cost: 12_000 })).toBeNull();
  const p_expected_on = dayFromToday(3);
  expect(
    await movePart(shop, admin, id, 'ordered', { p_supplier: p_supplier.toUpperCase(), p_expected_on }),
  ).toBeNull();
  const read = async (by: Person) => (await partsOf(by, order))[0];
  expect(await read(admin)).toMatchObject({
    supplier_name: p_supplier,
    expected_on: p_expected_on,
    unit_cost: 12_000,
  });
  for (const by of [technician, receptionist]) expect(await read(by)).toMatchObject({ unit_cost: null });
});

describe('PART-08 each step once, by those who may', () => {
  test('PART-08 sent twice it happens once, and a step that was seen otherwise is refused with its state', async () => {
    const [order, item] = [await makeOrder(shop), await addInventoryItem(technician, 2)];
    const p_id = randomUUID();
    const asked = await Promise.all(
      [0, 1].map(() => requestPart(technician, order.id, { p_id, p_item_id: item.id })),
    );
    expect(asked.map(({ state }) => state)).toEqual(['reserved', 'reserved']);
    expect(
      (await requestPart(technician, order.id, { p_id, p_item_id: item.id, p_quantity: 2 })).error?.message,
    ).toContain('el repuesto quedó anotado');
    const once = { p_request_id: randomUUID(), p_version: 2 };
    const moved = await Promise.all([0, 1].map(() => movePart(shop, technician, p_id, 'fitted', once)));
    expect(moved).toEqual([null, null]);
    expect((await movePart(shop, admin, p_id, 'fitted', { p_version: 2 }))?.message).toBe(
      'Otra persona ya movió este repuesto: está como «Colocado». Revisa en qué quedó.',
    );
    expect(await stockOf(shop, item)).toEqual([1, 0]);
  });

  test('PART-08 customers neither read nor move parts, and nobody reads or writes the tables', async () => {
    const person = shop.people.customer;
    const { id: order } = await makeOrder(shop);
    const { id } = await requestPart(technician, order);
    for (const by of [person, shop.people.other]) {
      await expect(partsOf(by, order)).rejects.toThrow('Acceso no autorizado.');
      expect((await requestPart(by, order)).error?.code).toBe('42501');
      expect((await movePart(shop, by, id, 'ordered'))?.code).toBe('42501');
      expect((await by.client.rpc('list_requested_parts', {})).error?.code).toBe('42501');
      const back = { p_request_id: randomUUID(), p_order_id: order };
      expect((await by.client.rpc('return_parts', back)).error?.code).toBe('42501');
    }
    for (const table of ['requested_parts', 'part_steps'])
      for (const by of [admin, person])
        expect((await by.client.from(table as never).select('*')).error).not.toBeNull();
    const { data } = await person.client.rpc('export_own_data');
    expect(JSON.stringify(data)).not.toContain('Pantalla compatible');
  });
});
