/** Stock that always adds up: write-offs, the ledger, the activity log (INV-03, INV-05). */
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

const writeOff = (by: Person, item: Item, quantity: number, orderNumber: number) =>
  by.client.rpc('write_off_inventory', {
    p_item_id: item.id,
    p_quantity: quantity,
    p_order_number: orderNumber,
  });

const addItem = (quantity: number) => addInventoryItem(technician, quantity);
const quantityOf = (item: Item) => storedQuantity(shop, item);
const ledgerOf = (item: Item) => storedLedger(shop, item);

async function logOf(item: Item) {
  const rows =
    await shop.sql`select * from public.activity_logs where product_id = ${item.id} order by created_at, id`;
  return rows.map((row) => ({ ...row }));
}

describe('INV-03 writing off', () => {
  test.each(['technician', 'receptionist', 'admin'] as const)(
    'INV-03 a %s takes parts for an order',
    async (actor) => {
      const person = shop.people[actor];
      const item = await addItem(5);
      const order = await makeOrder(shop);
      expect((await writeOff(person, item, 2, order.order_number)).data).toBe(3);
      expect(await quantityOf(item)).toBe(3);
      expect((await ledgerOf(item)).at(-1)).toEqual({
        kind: 'written_off',
        delta: -2,
        quantity_after: 3,
        order_number: order.order_number,
        actor_name: person.fullName,
      });
      expect(await logOf(item)).toMatchObject([
        {
          user_id: person.id,
          action_type: 'delete',
          quantity_affected: 2,
          brand: 'Samsung',
          model: 'Galaxy A15',
          cost_price_affected: '44990',
          service_order: String(order.order_number).padStart(6, '0'),
          component_type_id: item.component_type_id,
        },
      ]);
    },
  );

  test('INV-03 the last part takes the item with it, in the same transaction as log and ledger', async () => {
    const item = await addItem(2);
    const order = await makeOrder(shop);
    expect((await writeOff(technician, item, 2, order.order_number)).data).toBe(0);
    expect(await quantityOf(item)).toBeNull();
    expect((await ledgerOf(item)).at(-1)).toMatchObject({
      kind: 'written_off',
      delta: -2,
      quantity_after: 0,
    });
    const writes = await shop.sql`
      select xmin::text as tx from private.activity_entries where product_id = ${item.id}
      union select xmin::text from public.inventory_movements where item_id = ${item.id} and kind = 'written_off'`;
    expect(writes).toHaveLength(1);
  });

  test('INV-03 INV-41 a product with a minimum stays without stock, on the list of what to buy', async () => {
    const item = await addItem(2);
    await technician.client.from('inventory').update({ min_stock: 3 }).eq('id', item.id);
    const order = await makeOrder(shop);
    expect((await writeOff(technician, item, 2, order.order_number)).data).toBe(0);
    const { data } = await technician.client.rpc('list_inventory', { p_low: true, p_search: 'Galaxy A15' });
    expect(data?.filter(({ id }) => id === item.id)).toMatchObject([
      { quantity: 0, min_stock: 3, cost_price: 44_990 },
    ]);
    expect((await ledgerOf(item)).map(({ kind }) => kind)).toEqual(['added', 'edited', 'written_off']);
    // The minimum's edit, and the write-off.
    expect(await logOf(item)).toMatchObject([{ action_type: 'edit' }, { action_type: 'delete' }]);
  });

  test.each([
    ['a quantity of 0', 0, true, 'La cantidad y el número de orden son obligatorios.'],
    ['a quantity below 0', -3, true, 'La cantidad y el número de orden son obligatorios.'],
    ['no order', 1, false, 'La cantidad y el número de orden son obligatorios.'],
    ['more than the stock', 6, true, 'La cantidad supera el stock disponible (5).'],
  ])('INV-03 taking parts is refused with %s', async (_, quantity, withOrder, message) => {
    const item = await addItem(5);
    const order = await makeOrder(shop);
    const { error } = await writeOff(
      technician,
      item,
      quantity,
      withOrder ? order.order_number : (null as never),
    );
    expect(error).toMatchObject({ code: '23514', message });
    expect([await quantityOf(item), (await logOf(item)).length]).toEqual([5, 0]);
  });

  test.each([1.5, 1e15, 'dos'])('INV-03 %j pieces are refused', async (quantity) => {
    const item = await addItem(5);
    const order = await makeOrder(shop);
    const { error } = await writeOff(technician, item, quantity as never, order.order_number);
    expect(error?.code).toMatch(/^22/);
    expect([await quantityOf(item), (await logOf(item)).length]).toEqual([5, 0]);
  });

  test('INV-03 taking parts is refused for an order that does not exist', async () => {
    const item = await addItem(5);
    expect((await writeOff(technician, item, 1, 987_654_321)).error).toMatchObject({
      code: '23503',
      message: 'No existe una orden con ese número.',
    });
    expect(await quantityOf(item)).toBe(5);
  });

  test.each(['customer', 'anon'] as const)('DATA-02 taking parts is refused to %s', async (actor) => {
    const item = await addItem(5);
    const order = await makeOrder(shop);
    const { error } = await shop
      .clientOf(actor)
      .rpc('write_off_inventory', { p_item_id: item.id, p_quantity: 1, p_order_number: order.order_number });
    expect(error).toMatchObject({ code: '42501' });
    expect(await quantityOf(item)).toBe(5);
  });

  test('INV-03 of fifty parts taken at once from a stock of thirty, thirty succeed and the stock ends at zero', async () => {
    const item = await addItem(30);
    const order = await makeOrder(shop);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        writeOff(index % 2 === 0 ? technician : shop.people.receptionist, item, 1, order.order_number),
      ),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(30);
    expect(answers.filter(({ error }) => error?.code === 'P0002')).toHaveLength(20);
    expect(
      answers
        .map(({ data }) => data)
        .filter((left) => left !== null)
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: 30 }, (_, left) => left));
    expect(await quantityOf(item)).toBeNull();
    const ledger = await ledgerOf(item);
    expect(ledger.reduce((sum, { delta }) => sum + Number(delta), 0)).toBe(0);
    expect(ledger.map(({ quantity_after }) => Number(quantity_after))).toEqual(
      Array.from({ length: 31 }, (_, index) => 30 - index),
    );
    expect(await logOf(item)).toHaveLength(30);
  });

  test('INV-03 whatever happens at once, the ledger adds up to the quantity', async () => {
    const item = await addItem(40);
    const order = await makeOrder(shop);
    await Promise.all([
      ...Array.from({ length: 10 }, () => writeOff(technician, item, 2, order.order_number)),
      ...Array.from({ length: 6 }, (_, index) =>
        shop.people.admin.client
          .from('inventory')
          .update({ quantity: 30 + index })
          .eq('id', item.id),
      ),
    ]);
    const sum = (await ledgerOf(item)).reduce((total, { delta }) => total + Number(delta), 0);
    expect(sum).toBe(await quantityOf(item));
  });
});

describe('INV-05 the activity log', () => {
  test('INV-05 the activity log keeps a copy of an edited part', async () => {
    const item = await addItem(5);
    const { error } = await technician.client
      .from('inventory')
      .update({ quantity: 7, cost_price: 49_990, model: 'Galaxy A15 OLED' })
      .eq('id', item.id);
    expect(error).toBeNull();
    expect(await logOf(item)).toMatchObject([
      {
        user_id: technician.id,
        action_type: 'edit',
        brand: 'Samsung',
        model: 'Galaxy A15 OLED',
        quantity: 7,
        cost_price: '49990',
        service_order: null,
        component_type_id: item.component_type_id,
        supplier_id: item.supplier_id,
        quantity_affected: 2,
        cost_price_affected: '49990',
      },
    ]);
    expect((await ledgerOf(item)).at(-1)).toMatchObject({ kind: 'edited', delta: 2, quantity_after: 7 });
  });

  test('INV-05 an edit that changes nothing leaves no line', async () => {
    const item = await addItem(5);
    await technician.client.from('inventory').update({ quantity: 5 }).eq('id', item.id);
    expect(await logOf(item)).toEqual([]);
  });

  test('INV-05 lines survive the product and the person', async () => {
    const leaving = await shop.addPerson('technician');
    const item = await addItem(5);
    await leaving.client.from('inventory').delete().eq('id', item.id);
    await shop.people.admin.client.from('profiles').delete().eq('id', leaving.id);
    expect(await quantityOf(item)).toBeNull();
    const { data } = await shop.people.receptionist.client
      .from('activity_logs')
      .select('user_id, action_type, brand, quantity_affected')
      .eq('product_id', item.id);
    expect(data).toEqual([
      { user_id: leaving.id, action_type: 'delete', brand: 'Samsung', quantity_affected: 5 },
    ]);
    expect((await ledgerOf(item)).at(-1)).toMatchObject({
      kind: 'deleted',
      delta: -5,
      quantity_after: 0,
      actor_name: leaving.fullName,
    });
  });
});
