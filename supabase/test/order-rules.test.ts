/**
 * Creating and editing an order: who may write which column (ORD-03, ORD-06, ORD-11, DATA-02, DATA-04), each with
 * accepted and rejected cases.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { change, makeOrder, orderOf, storedOrder } from './support/orders.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let technician: Person;
let receptionist: Person;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ technician, receptionist, admin } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());

const STAFF = ['technician', 'receptionist', 'admin'] as const;
const stored = (id: string) => storedOrder(shop, id);

describe('ORD-03 a new order', () => {
  const takeIn = (by: Person, columns: Record<string, unknown> = {}) =>
    by.client
      .from('service_orders')
      .insert({ ...orderOf(shop.people.customer), ...columns } as never)
      .select()
      .single();

  test('ORD-03 a new order starts pending, gets the next number, and is the receptionist’s', async () => {
    const first = await takeIn(receptionist, { receptionist_id: admin.id });
    const second = await takeIn(admin);
    expect(first.data).toMatchObject({
      status: 'pending',
      receptionist_id: receptionist.id,
      quote: 30_000,
      total_amount: 30_000,
    });
    expect(second.data?.order_number).toBe((first.data?.order_number ?? 0) + 1);
  });

  test('ORD-03 a new order may not begin in another status', async () => {
    const { error } = await takeIn(receptionist, { status: 'delivered', warranty_days: 90 });
    expect(error).toMatchObject({ code: '23514', message: 'Una orden nueva comienza pendiente.' });
  });

  test.each(['order_number', 'created_at', 'updated_at', 'approved_at', 'import_key', 'version'])(
    'ORD-03 a new order cannot bring its own %s',
    async (column) => {
      const value = column.endsWith('_at') ? '2020-01-01T00:00:00Z' : '7';
      expect((await takeIn(receptionist, { [column]: value })).error).toMatchObject({ code: '42501' });
    },
  );

  test('ORD-03 an order saved twice with the same id is one order', async () => {
    const id = randomUUID();
    expect((await takeIn(receptionist, { id })).error).toBeNull();
    expect((await takeIn(receptionist, { id })).error).toMatchObject({ code: '23505' });
    expect(await shop.sql`select from public.service_orders where id = ${id}`).toHaveLength(1);
  });

  test('AUTH-07 the RUT is stored in its one form, however it was typed', async () => {
    expect((await takeIn(receptionist, { customer_rut: '9.876.543-k' })).data).toMatchObject({
      customer_rut: '9876543-K',
    });
    expect((await takeIn(receptionist, { customer_rut: '98765' })).error).toMatchObject({ code: '23514' });
  });
});

describe('ORD-06 editing an order', () => {
  test.each(['receptionist', 'admin'] as const)(
    'ORD-06 a %s edits every field of the form',
    async (actor) => {
      const { id } = await makeOrder(shop);
      const form = {
        customer_name: 'Ana Ñúñez',
        customer_phone: '+56 9 8000 0000',
        customer_address: 'Prat 3436',
        customer_rut: '7654321-6',
        equipment_type: 'laptop',
        equipment_brand: 'HP',
        equipment_model: 'Pavilion',
        imei: '356938035643809',
        equipment_condition: 'Con rayas',
        work_description: 'No enciende',
        technical_work: 'Cambio de fuente',
        quote: 45_000,
        total_amount: 45_000,
        advance_payment: 10_000,
        technician_id: technician.id,
      };
      expect(
        (await change(shop.people[actor], id, { ...form, updated_at: '2020-01-01T00:00:00Z' })).error,
      ).toBeNull();
      expect(await stored(id)).toMatchObject({
        ...form,
        quote: '45000',
        total_amount: '45000',
        advance_payment: '10000',
      });
    },
  );

  test.each([
    ['quote', { quote: 52_000 }],
    ['total_amount', { total_amount: 52_000 }],
  ])('ORD-06 total_amount equals quote, whichever of them is written: %s', async (_, columns) => {
    const { id } = await makeOrder(shop);
    expect((await change(admin, id, columns)).data).toMatchObject({ quote: 52_000, total_amount: 52_000 });
  });

  test.each([
    ['customer_name', 'Otra persona'],
    ['customer_rut', '7654321-6'],
    ['customer_phone', '+56 9 1'],
    ['equipment_model', 'Otro'],
    ['work_description', 'Otra cosa'],
    ['advance_payment', 1000],
    ['password_type', 'pin'],
    ['device_password', '1234'],
  ])('ORD-06 a technician does not edit %s', async (column, value) => {
    const { id } = await makeOrder(shop);
    const { error } = await change(technician, id, { [column]: value });
    expect(error).toMatchObject({
      code: '42501',
      message: 'Solo administración y recepción editan los datos de la orden.',
    });
    expect(await stored(id)).toMatchObject({ version: 1 });
  });

  test.each(['technician', 'admin'] as const)('ORD-11 a %s edits the price inline', async (actor) => {
    const { id } = await makeOrder(shop);
    expect((await change(shop.people[actor], id, { total_amount: 61_990 })).data).toMatchObject({
      quote: 61_990,
      total_amount: 61_990,
    });
  });

  test.each(STAFF)('ORD-11 a %s writes the notes', async (actor) => {
    const { id } = await makeOrder(shop);
    expect((await change(shop.people[actor], id, { notes: 'Llamar antes' })).data).toMatchObject({
      notes: 'Llamar antes',
    });
  });

  test('ORD-11 an amount below zero is refused', async () => {
    const { id } = await makeOrder(shop);
    expect((await change(admin, id, { quote: -1 })).error).toMatchObject({ code: '23514' });
    expect((await change(admin, id, { advance_payment: -1 })).error).toMatchObject({ code: '23514' });
  });

  test('DATA-04 the second of two writers learns of the conflict: an update for an old version finds no row', async () => {
    const { id, version } = await makeOrder(shop);
    const write = (by: Person, notes: string) =>
      by.client
        .from('service_orders')
        .update({ notes })
        .eq('id', id)
        .eq('version', version)
        .select('version');
    expect((await write(receptionist, 'Primera')).data).toEqual([{ version: version + 1 }]);
    expect((await write(technician, 'Segunda')).data).toEqual([]);
    expect(await stored(id)).toMatchObject({ notes: 'Primera' });
  });

  test('DATA-04 of twenty simultaneous writers of one version exactly one wins', async () => {
    const { id, version } = await makeOrder(shop);
    const writes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        admin.client
          .from('service_orders')
          .update({ notes: `Nota ${index}` })
          .eq('id', id)
          .eq('version', version)
          .select('version'),
      ),
    );
    expect(writes.filter(({ data }) => data?.length === 1)).toHaveLength(1);
  });
});

describe('DATA-02 somebody else’s order', () => {
  test('DATA-02 a customer reads only their own orders, even by id, RUT or number', async () => {
    const { customer, other } = shop.people;
    const order = await makeOrder(shop);
    const own = await customer.client.from('service_orders').select('id').eq('id', order.id);
    expect(own.data).toEqual([{ id: order.id }]);
    const asked = await Promise.all([
      other.client.from('service_orders').select('id').eq('id', order.id),
      other.client.from('service_orders').select('id').eq('customer_rut', customer.rut),
      other.client.from('service_orders').select('id').eq('order_number', order.order_number),
      other.client.from('service_orders').select('id').neq('customer_rut', other.rut),
    ]);
    expect(asked.map(({ data }) => data)).toEqual([[], [], [], []]);
  });

  test('PUB-03 the public view shows number, status, wait and outcome, and has no other column', async () => {
    const order = await makeOrder(shop);
    const { data } = await shop.anon
      .from('public_order_status')
      .select('*')
      .eq('order_number', order.order_number);
    expect(data).toEqual([
      {
        order_number: order.order_number,
        status: 'pending',
        wait: null,
        unrepaired: false,
        promised_at: null,
      },
    ]);
  });
});
