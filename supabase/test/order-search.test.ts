/** The desk's list and search through the API (ORD-02), and recognising returning customers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { newRut, openShop, type Actor, type Shop } from './support/shop.ts';

let shop: Shop;
const numbers: Record<string, number> = {};

const ORDERS = {
  munoz: {
    customer_name: 'María Ñuñoa Muñoz',
    customer_rut: '12345678-K',
    customer_phone: '+56 9 8765 4321',
    equipment_brand: 'Samsung',
    equipment_model: 'Galaxy A54',
    work_description: 'Cámara borrosa',
    imei: '356938035643809',
  },
  perez: {
    customer_name: 'Pedro Pérez',
    customer_rut: '7654321-0',
    customer_phone: '912345678',
    equipment_brand: 'Apple',
    equipment_model: 'iPhone 13',
    work_description: "Se moja '; drop table service_orders; --",
  },
  percent: {
    customer_name: '100% Reparado_S.A.',
    customer_rut: '9999999-9',
    customer_phone: '322255014',
    equipment_brand: 'Xiaomi',
    equipment_model: 'Redmi <b>12</b> 📱',
    work_description: 'No carga',
  },
} as const;

beforeAll(async () => {
  shop = await openShop();
  for (const [name, columns] of Object.entries(ORDERS)) {
    const order = await makeOrder(shop, columns);
    const [row] = await shop.sql`select order_number from public.service_orders where id = ${order.id}`;
    numbers[name] = row?.order_number as number;
  }
});
afterAll(() => shop[Symbol.asyncDispose]());

type Args = {
  p_search?: string;
  p_field?: string;
  p_status?: string;
  p_technician?: string;
  p_page?: number;
};

async function search(actor: Actor, args: Args) {
  const { data, error } = await shop.clientOf(actor).rpc('search_orders', args);
  if (error) throw error;
  return data;
}
const names = async (actor: Actor, args: Args) => (await search(actor, args)).map((row) => row.customer_name);
const MARIA = ORDERS.munoz.customer_name;
const PEDRO = ORDERS.perez.customer_name;
const PERCENT = ORDERS.percent.customer_name;

describe('ORD-02 search', () => {
  test.each([
    ['maria', MARIA],
    ['MARÍA', MARIA],
    ['nunoa', MARIA],
    ['muñoz maría', MARIA],
    ['ma', MARIA],
    ['ñ', MARIA],
    ['perez', PEDRO],
    ['100%', PERCENT],
    ['reparado_s', PERCENT],
  ])('ORD-02 the name %s is found whatever its accents, case and order of words', async (text, name) => {
    expect(await names('receptionist', { p_search: text, p_field: 'customer_name' })).toEqual([name]);
  });

  // The index finds words by trigrams: words that only share those must not match.
  test.each([
    ['customer_name', 'maria munera', []],
    ['customer_name', 'maria mun', [MARIA]],
    ['customer_name', 'reparado_s 100%', [PERCENT]],
    ['customer_name', 'reparada_s 100%', []],
    ['equipment_model', 'a54 galaxy', [MARIA]],
    ['equipment_model', 'a54 galaxi', []],
    ['equipment_model', 'iphone 13', [PEDRO]],
    ['equipment_model', 'iphono 13', []],
    ['all', 'samsung camara borrosa', [MARIA]],
    ['all', 'samxung camara borrosa', []],
    ['all', 'samsung camara bordosa', []],
  ])('ORD-02 in %s every word of "%s" must occur as it is', async (field, text, found) => {
    expect(await names('admin', { p_search: text, p_field: field })).toEqual(found);
  });

  test.each(['%', '_', '\\', "'; drop table service_orders; --", 'zzz', "'''", '😀', 'x'.repeat(10_000)])(
    'ORD-02 the text %s is compared as it is and finds nobody’s name by chance',
    async (text) => {
      const found = await names('receptionist', { p_search: text, p_field: 'customer_name' });
      expect(found).toEqual(found.filter((name) => name.includes(text)));
      expect(await names('receptionist', {})).toHaveLength(3);
    },
  );

  test.each(['12345678-K', '12.345.678-k', '12345678k', '12.345', '345678'])(
    'ORD-02 the RUT %s is found with or without dots and dash',
    async (text) => {
      expect(await names('technician', { p_search: text, p_field: 'customer_rut' })).toEqual([MARIA]);
    },
  );

  test.each(['+56 9 8765 4321', '987654321', '56987654321', '8765 4321', '98765'])(
    'ORD-02 the phone %s is found with or without prefix',
    async (text) => {
      expect(await names('admin', { p_search: text, p_field: 'customer_phone' })).toEqual([MARIA]);
    },
  );

  test.each(['+56 32 225 5014', '322255014', '225 5014'])(
    'ORD-02 a landline stored without prefix is found as %s',
    async (text) => {
      expect(await names('admin', { p_search: text, p_field: 'customer_phone' })).toEqual([PERCENT]);
    },
  );

  test('ORD-02 an order number is found with and without zeros', async () => {
    const number = numbers.perez ?? 0;
    for (const text of [String(number), String(number).padStart(6, '0'), `#${number}`, `N° ${number}`])
      expect((await search('receptionist', { p_search: text }))[0]?.customer_name).toBe(PEDRO);
  });

  test('ORD-02 a number that begins others comes first, and six digits are that order alone', async () => {
    const { id } = await makeOrder(shop, { customer_name: 'Largo' });
    await shop.sql`update public.service_orders set order_number = ${Number(`${numbers.munoz}7`)} where id = ${id}`;
    expect(await names('admin', { p_search: String(numbers.munoz), p_field: 'order_number' })).toEqual([
      MARIA,
      'Largo',
    ]);
    expect(
      await names('admin', { p_search: String(numbers.munoz).padStart(6, '0'), p_field: 'order_number' }),
    ).toEqual([MARIA]);
    await shop.sql`delete from public.service_orders where id = ${id}`;
  });

  test.each([
    ['camara', MARIA],
    ['maria samsung borrosa', MARIA],
    ['12.345.678-K', MARIA],
    ['+56 9 8765 4321', MARIA],
    ['356938035643809', MARIA],
    ["'; drop", PEDRO],
    ['<b>12', PERCENT],
    ['📱', PERCENT],
  ])('ORD-02 an admin finds %s in any field', async (text, name) => {
    expect(await names('admin', { p_search: text, p_field: 'all' })).toEqual([name]);
  });

  test('ORD-02 brand and model', async () => {
    expect(await names('technician', { p_search: 'SAMSUNG', p_field: 'equipment_brand' })).toEqual([MARIA]);
    expect(await names('technician', { p_search: 'iphone', p_field: 'equipment_model' })).toEqual([PEDRO]);
  });

  test('ORD-02 a change of the order changes what finds it', async () => {
    const { id } = await makeOrder(shop, { customer_name: 'Antes' });
    await shop.people.receptionist.client
      .from('service_orders')
      .update({ customer_name: 'Después' })
      .eq('id', id);
    expect(await names('admin', { p_search: 'antes', p_field: 'customer_name' })).toEqual([]);
    expect(await names('admin', { p_search: 'despues', p_field: 'customer_name' })).toEqual(['Después']);
    await shop.people.admin.client.from('service_orders').delete().eq('id', id);
    expect(await names('admin', { p_search: 'despues', p_field: 'customer_name' })).toEqual([]);
  });
});

describe('ORD-02 filters and pages', () => {
  test('ORD-02 status and technician, alone and with a search', async () => {
    const { technician } = shop.people;
    const { id } = await makeOrder(shop, { customer_name: 'Marcela Taller', status: 'in_progress' });
    await shop.sql`update public.service_orders set technician_id = ${technician.id} where id = ${id}`;
    expect(await names('admin', { p_status: 'in_progress' })).toEqual(['Marcela Taller']);
    expect(await names('admin', { p_technician: technician.id })).toEqual(['Marcela Taller']);
    const text = { p_search: 'mar', p_field: 'customer_name' };
    expect(await names('admin', { ...text, p_status: 'in_progress' })).toEqual(['Marcela Taller']);
    expect(await names('admin', { ...text, p_technician: technician.id })).toEqual(['Marcela Taller']);
    await technician.client.from('service_orders').update({ status: 'completed' }).eq('id', id);
    expect(await names('admin', { ...text, p_status: 'completed' })).toEqual(['Marcela Taller']);
    expect(await names('admin', { ...text, p_status: 'in_progress' })).toEqual([]);
    await shop.sql`delete from public.service_orders where id = ${id}`;
  });

  test('ORD-02 newest first in pages of 20, with the total', async () => {
    for (let index = 0; index < 22; index += 1) await makeOrder(shop, { customer_name: `Paginado ${index}` });
    const query = { p_search: 'paginado', p_field: 'customer_name' };
    const first = await search('admin', query);
    const second = await search('admin', { ...query, p_page: 2 });
    expect(first).toHaveLength(20);
    expect(first[0]?.total).toBe(22);
    expect([...first, ...second].map((row) => row.order_number)).toEqual(
      [...first, ...second].map((row) => row.order_number).sort((one, other) => other - one),
    );
    expect(second.map((row) => row.customer_name)).toEqual(['Paginado 1', 'Paginado 0']);
    expect(await search('admin', { ...query, p_page: 3 })).toEqual([]);
    await shop.sql`delete from public.service_orders where customer_name like 'Paginado%'`;
  });

  test('ORD-02 the total counts to 1,000, of a search in texts to 200, and then says more', async () => {
    await shop.sql`
      insert into public.service_orders (customer_name, customer_phone, customer_rut, equipment_type, equipment_brand, equipment_model, import_key)
      select 'Masivo', '912345678', '1111111-1', 'laptop', 'HP', 'x', 'masivo-' || n from generate_series(1, 1100) as n`;
    const query = { p_search: 'masivo', p_field: 'customer_name' };
    expect((await search('admin', {}))[0]?.total).toBe(1001);
    expect((await search('admin', query))[0]?.total).toBe(201);
    expect((await search('admin', { ...query, p_page: 55 })).length).toBe(20);
    await shop.sql`delete from public.service_orders where customer_name = 'Masivo'`;
  });
});

describe('ORD-02 which roles may search which fields', () => {
  test.each(['technician', 'receptionist'] as const)(
    'ORD-02 a %s searches neither all fields nor phone nor IMEI',
    async (actor) => {
      for (const field of ['all', 'customer_phone', 'imei'])
        await expect(search(actor, { p_search: 'maria', p_field: field })).rejects.toMatchObject({
          code: '42501',
        });
    },
  );

  test.each(['customer', 'anon'] as const)('ORD-02 %s gets no list of orders', async (actor) => {
    await expect(search(actor, {})).rejects.toMatchObject({ code: '42501' });
    const { error } = await shop.clientOf(actor).rpc('find_order_customer', { p_rut: '12345678-K' });
    expect(error?.code).toBe('42501');
  });

  test('ORD-02 an unknown field is refused, not put into a query', async () => {
    await expect(
      search('admin', { p_search: 'x', p_field: 'customer_name = customer_name or notes' }),
    ).rejects.toMatchObject({ code: '22023' });
  });
});

describe('ORD-03 repeat customers', () => {
  test.each([{ p_rut: '12.345.678-k' }, { p_phone: '987654321' }, { p_phone: '+56 9 8765 4321' }])(
    'ORD-03 %o finds who was here before',
    async (clue) => {
      const { data } = await shop.people.receptionist.client.rpc('find_order_customer', clue);
      expect(data).toMatchObject([{ customer_name: MARIA, equipment_model: 'Galaxy A54' }]);
    },
  );

  test('ORD-03 nobody for a RUT that was never here', async () => {
    const { data } = await shop.people.receptionist.client.rpc('find_order_customer', { p_rut: newRut() });
    expect(data).toEqual([]);
  });
});
