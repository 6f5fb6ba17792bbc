/** Staff access to personal data is logged before the response, whichever call is used (PRIV-09, PRIV-10, PRIV-12). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anonymize } from './support/anonymize.ts';
import { makeOrder, orderOf } from './support/orders.ts';
import { newRut, openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let technician: Person;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ technician, admin } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  // An hour has passed: the server's cache is per person, too.
  technician = await shop.addPerson('technician');
});

const looks = async (person = technician) =>
  [
    ...(await shop.sql`
    select kind, order_id, customer_id, subject, source, rows from private.looks where actor_id = ${person.id} order by id`),
  ] as Record<string, unknown>[];

describe('PRIV-09 a look at personal data', () => {
  test('PRIV-09 a look at an order is one entry, however much of it is read and however often', async () => {
    const order = await makeOrder(shop);
    const { client } = technician;
    await Promise.all([
      client.from('service_orders').select('*').eq('id', order.id).single(),
      client.from('order_events').select('*').eq('order_id', order.id),
      client.from('service_orders').select('id, customer_name').eq('id', order.id).single(),
    ]);
    await client.from('service_orders').select('id, notes').eq('id', order.id).maybeSingle();
    await client.from('service_orders').select('*').eq('order_number', order.order_number);
    expect(await looks()).toEqual([
      expect.objectContaining({ kind: 'order', order_id: order.id, customer_id: null, rows: 1 }),
    ]);
  });

  test('PRIV-09 a row returned by a write that changes nothing is logged', async () => {
    const order = await makeOrder(shop);
    await technician.client.from('service_orders').update({ status: 'pending' }).eq('id', order.id).select();
    expect(await looks()).toMatchObject([{ kind: 'order', order_id: order.id }]);
  });

  test('PRIV-09 a look at a customer’s account is one entry; colleagues and oneself are none', async () => {
    const { customer, receptionist } = shop.people;
    const { client } = technician;
    await client.from('profiles').select('*').eq('id', technician.id);
    await client.from('profiles').select('*').eq('id', receptionist.id);
    await client.from('profiles').select('id, full_name').neq('role', 'customer');
    await client.from('profiles').select('id, full_name').in('role', ['technician', 'admin']);
    expect(await looks()).toEqual([]);
    await client.from('profiles').select('*').eq('id', customer.id);
    await client.from('profiles').select('*').eq('id', customer.id);
    expect(await looks()).toMatchObject([{ kind: 'customer', customer_id: customer.id, rows: 1 }]);
  });

  test.each([
    ['search_orders', { p_field: 'customer_rut', p_search: 'RUT' }],
    ['find_order_customer', { p_rut: 'RUT' }],
    ['search_profiles', { p_search: 'RUT', p_staff: false }],
  ])('PRIV-09 a search by RUT with %s is logged with the RUT, in one spelling', async (name, args) => {
    const rut = newRut();
    await makeOrder(shop, { customer_rut: rut });
    await shop.addPerson('customer', { rut, proven: true });
    const spell = (spelling: string) =>
      technician.client.rpc(
        name as never,
        JSON.parse(JSON.stringify(args).replace('"RUT"', JSON.stringify(spelling))) as never,
      );
    expect((await spell(rut)).data).not.toEqual([]);
    await spell(`${rut.slice(0, 2)}.${rut.slice(2, 5)}.${rut.slice(5)}`);
    expect(await looks()).toMatchObject([{ kind: 'search', subject: rut, source: name }]);
  });

  test('PRIV-09 searching a list by RUT makes one entry, and listing without a search by number makes none', async () => {
    const rut = newRut();
    await makeOrder(shop, { customer_rut: rut });
    for (const typed of [rut.slice(0, 4), rut.slice(0, 5), rut.slice(0, 6)]) {
      await technician.client.rpc('search_orders', { p_field: 'customer_rut', p_search: typed });
    }
    await technician.client.rpc('search_orders', {});
    await technician.client.rpc('search_orders', { p_field: 'equipment_brand', p_search: 'samsung' });
    expect(await looks()).toMatchObject([{ kind: 'search', subject: null, source: 'search_orders' }]);
  });

  test('PRIV-09 a landline that was looked for is kept as a phone, which has as many digits as a RUT', async () => {
    await makeOrder(shop, { customer_phone: '32 212 3456' });
    await technician.client.rpc('find_order_customer', { p_rut: '', p_phone: '32 212 3456' });
    expect(await looks()).toMatchObject([{ kind: 'search', subject: '322123456' }]);
  });

  test('PRIV-12 a search for warranties is logged under each value, whoever it found', async () => {
    const rut = newRut();
    const imei = '490154203237518';
    await makeOrder(shop, { customer_rut: newRut(), imei, status: 'delivered', warranty_days: 30 });
    await technician.client.rpc('find_warranties', { p_rut: rut, p_imei: imei });
    expect(
      await shop.sql`select subject, searched_by from private.looks where actor_id = ${technician.id} order by id`,
    ).toEqual([
      { subject: rut, searched_by: 'rut' },
      { subject: null, searched_by: 'imei' },
    ]);
  });

  test('PRIV-12 a search by name, text or IMEI is one entry an hour with the kind of search, without its words', async () => {
    const second = await shop.addPerson('admin');
    const person = await shop.addPerson('customer');
    const order = await makeOrder(shop, { ...orderOf(person), imei: '356938035643809' });
    const search = (args: Record<string, unknown>) => second.client.rpc('search_orders', args as never);
    const [name = ''] = person.fullName.split(' ');
    for (const typed of [name.slice(0, 3), name, name]) {
      expect((await search({ p_field: 'customer_name', p_search: typed })).data).not.toEqual([]);
    }
    expect((await search({ p_field: 'all', p_search: name })).data).not.toEqual([]);
    expect((await search({ p_field: 'imei', p_search: '3569380356' })).data).toMatchObject([
      { id: order.id },
    ]);
    const people = await second.client.rpc('search_profiles', { p_search: name, p_staff: false });
    expect(people.data).not.toEqual([]);
    await second.client.rpc('search_profiles', { p_search: second.fullName, p_staff: true });
    const entries = await shop.sql`
      select kind, source, searched_by, subject, to_jsonb(l)::text as row from private.looks l
      where actor_id = ${second.id} order by id`;
    expect(entries).toMatchObject([
      { kind: 'search', source: 'search_orders', searched_by: 'name', subject: null },
      { kind: 'search', source: 'search_orders', searched_by: 'text', subject: null },
      { kind: 'search', source: 'search_orders', searched_by: 'imei', subject: null },
      { kind: 'search', source: 'search_profiles', searched_by: 'name', subject: null },
    ]);
    const kept = JSON.stringify(entries.map(({ row }) => String(row).replace(second.fullName, '')));
    for (const word of [name, '3569380356']) expect(kept).not.toContain(word);
    const { data } = await admin.client.rpc('list_looks', { p_actor: second.id });
    expect(data?.map(({ searched_by }) => searched_by)).toEqual(['name', 'imei', 'text', 'name']);
  });

  test('PRIV-09 an export records the number of orders in all its batches', async () => {
    for (let made = 0; made < 8; made += 1) await makeOrder(shop);
    const { data } = await technician.client.rpc('export_orders', {});
    await technician.client.from('service_orders').select('*').range(0, 3);
    await technician.client.from('service_orders').select('*').range(4, 6);
    expect(await looks()).toMatchObject([
      { kind: 'export', source: 'export_orders', rows: data?.length },
      { kind: 'export', source: 'service_orders', rows: 7 },
    ]);
  });

  test('PRIV-09 a row returned by an upsert is logged', async () => {
    const order = await makeOrder(shop);
    const { receptionist } = shop.people;
    const row = { id: order.id, ...orderOf(receptionist) };
    const { data } = await receptionist.client.from('service_orders').upsert(row).select();
    expect(data).toHaveLength(1);
    expect(await looks(receptionist)).toMatchObject([{ kind: 'order', order_id: order.id }]);
  });

  test('PRIV-09 a read that cannot be logged is not answered', async () => {
    const order = await makeOrder(shop);
    await shop.sql`alter function private.record_look rename to record_look_away`;
    try {
      const { data, error } = await technician.client.from('service_orders').select('*').eq('id', order.id);
      expect({ data, error: error !== null }).toEqual({ data: null, error: true });
    } finally {
      await shop.sql`alter function private.record_look_away rename to record_look`;
    }
  });

  test('PRIV-09 customers reading their own orders are not logged', async () => {
    const order = await makeOrder(shop);
    const { customer } = shop.people;
    expect((await customer.client.from('service_orders').select('*').eq('id', order.id)).data).toHaveLength(
      1,
    );
    expect(await looks(customer)).toEqual([]);
  });
});

describe('PRIV-10 the access log', () => {
  test('PRIV-10 the access log lists person, subject and time for admins, filtered by person and day', async () => {
    const order = await makeOrder(shop, { customer_name: 'Vera Soto' });
    await technician.client.from('service_orders').select('*').eq('id', order.id);
    const { data } = await admin.client.rpc('list_looks', { p_actor: technician.id });
    expect(data).toMatchObject([
      {
        actor_name: technician.fullName,
        actor_role: 'technician',
        kind: 'order',
        order_number: order.order_number,
        customer_name: 'Vera Soto',
        total: 1,
      },
    ]);
    const past = await admin.client.rpc('list_looks', { p_actor: technician.id, p_to: '2026-01-01' });
    expect(past.data).toEqual([]);
  });

  test('PRIV-10 the access log is changed by nobody, not even with the rights of the database', async () => {
    const order = await makeOrder(shop);
    await technician.client.from('service_orders').select('*').eq('id', order.id);
    await expect(shop.sql`delete from private.looks where actor_id = ${technician.id}`).rejects.toThrow(
      /no se cambia/,
    );
    await expect(
      shop.sql`update private.looks set actor_name = 'Otro' where actor_id = ${technician.id}`,
    ).rejects.toThrow(/no se cambia/);
    for (const actor of ['anon', 'customer', 'technician', 'receptionist', 'admin'] as const) {
      const { error } = await shop
        .clientOf(actor)
        .from('looks' as never)
        .select('*');
      expect(error).not.toBeNull();
    }
  });

  test('PRIV-10 anonymising a person removes whose data it was, and keeps who looked', async () => {
    const rut = newRut();
    const person = await shop.addPerson('customer', { rut });
    const order = await makeOrder(shop, { customer_rut: rut, status: 'delivered', warranty_days: 1 });
    const { client } = technician;
    await client.from('profiles').select('*').eq('id', person.id);
    await client.rpc('search_orders', { p_field: 'customer_rut', p_search: rut });
    await client.rpc('search_orders', { p_field: 'customer_rut', p_search: rut.slice(0, 5) });
    await client.from('service_orders').select('*').eq('id', order.id);
    const { error } = await anonymize(admin, 'rut', rut);
    expect(error).toBeNull();
    const kept = await looks();
    expect(kept).toHaveLength(4);
    expect(JSON.stringify(kept)).not.toContain(rut);
    expect(JSON.stringify(kept)).not.toContain(person.id);
  });
});

test.each(['294276-12-31', '5874897-12-31', 'infinity', '-infinity', '4713-01-01 BC'])(
  'SEC-57 the log asks for the role before it reads the date %s',
  async (day) => {
    for (const args of [{ p_from: day }, { p_to: day }]) {
      for (const actor of ['customer', 'technician', 'receptionist'] as const)
        expect((await shop.people[actor].client.rpc('list_looks', args)).error?.code).toBe('42501');
      expect((await shop.people.admin.client.rpc('list_looks', args)).error).toBeNull();
    }
  },
);
