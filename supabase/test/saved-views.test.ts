/** Own views of the desk's list, their counts and the start, through the API (ORD-80 to ORD-82). */
import { randomUUID } from 'node:crypto';
import { MOST_SAVED_VIEWS } from '@taller/shared/orders/saved-views/saved-view.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const rowsOf = async ({ client }: Person) => (await client.from('saved_views').select()).data ?? [];
const viewsOf = async (person: Person) => (await rowsOf(person)).filter(({ name }) => name !== null);
async function save({ client }: Person, columns: Record<string, unknown> = {}) {
  const id = randomUUID();
  const { error } = await client
    .from('saved_views')
    .insert({ id, name: `Vista ${id.slice(0, 8)}`, ...columns });
  return { id, error };
}
async function countOf({ client }: Person, id: string) {
  const { data, error } = await client.rpc('count_saved_views');
  if (error) throw error;
  return data.find((row) => row.id === id)?.total;
}
const startOf = async (person: Person) =>
  (await rowsOf(person)).filter(({ is_start }) => is_start).map(({ id, name, view }) => (name ? id : view));

test('ORD-80 a view is its owner’s alone: colleagues neither see, rename, delete nor start with it', async () => {
  const { admin, technician, receptionist } = shop.people;
  const { id } = await save(receptionist, { status: 'quoted' });
  for (const other of [admin, technician]) {
    expect(await viewsOf(other)).not.toContainEqual(expect.objectContaining({ id }));
    await other.client.from('saved_views').update({ name: 'Tomada' }).eq('id', id);
    await other.client.from('saved_views').delete().eq('id', id);
    expect((await other.client.rpc('set_start_view', { p_saved_view: id })).error).toMatchObject({
      code: 'P0002',
    });
    expect(await countOf(other, id)).toBeUndefined();
    const forged = { id: randomUUID(), name: 'De otra', owner_id: receptionist.id };
    expect((await other.client.from('saved_views').insert(forged)).error?.code).toBe('42501');
  }
  expect(await viewsOf(receptionist)).toMatchObject([
    { id, name: `Vista ${id.slice(0, 8)}`, status: 'quoted' },
  ]);
});

test('ORD-80 a name is taken once per person, whatever its case and accents, and has 1 to 40 characters', async () => {
  const { admin, technician } = shop.people;
  const { error, id } = await save(admin, { name: 'Cotización urgente' });
  expect(error).toBeNull();
  expect((await save(admin, { name: ' COTIZACION  urgente' })).error?.code).toBe('23505');
  expect((await save(technician, { name: 'Cotización urgente' })).error).toBeNull();
  expect((await save(admin, { name: ' ' })).error?.code).toBe('23514');
  expect((await save(admin, { name: null })).error?.code).toBe('42501');
  const rename = (name: string) => admin.client.from('saved_views').update({ name }).eq('id', id);
  expect((await rename('x'.repeat(41))).error?.code).toBe('23514');
  expect((await rename('x'.repeat(40))).error).toBeNull();
});

test('ORD-80 a view that does not exist is refused', async () => {
  expect((await save(shop.people.admin, { view: "ready' or true" })).error?.code).toBe('22023');
  expect((await shop.people.admin.client.rpc('set_start_view', { p_view: 'todo' })).error?.code).toBe(
    '22023',
  );
});

test('ORD-80 a person has at most twelve views, also when they are saved at once, and the same request saves one', async () => {
  const person = await shop.addPerson('technician', { proven: false });
  const all = await Promise.all(Array.from({ length: MOST_SAVED_VIEWS + 4 }, () => save(person)));
  expect(await viewsOf(person)).toHaveLength(MOST_SAVED_VIEWS);
  const refused = all.filter(({ error }) => error);
  expect(refused).toHaveLength(4);
  expect(refused[0]?.error).toMatchObject({
    code: '23514',
    message: 'Ya tienes 12 vistas. Elimina una para guardar otra.',
  });
  const [kept] = await viewsOf(person);
  const again = await person.client
    .from('saved_views')
    .insert({ id: String(kept?.id), name: String(kept?.name) });
  expect(again.error).toBeNull();
  expect(await viewsOf(person)).toHaveLength(MOST_SAVED_VIEWS);
});

test('ORD-81 the count of a view is that of its list, by search, state, technician and view of the shop', async () => {
  const { receptionist: desk, technician } = shop.people;
  const brand = `Marca ${randomUUID().slice(0, 8)}`;
  for (const status of ['quoted', 'quoted', 'completed'])
    await makeOrder(shop, { status, equipment_brand: brand, technician_id: technician.id });
  const byBrand = { search: brand, field: 'equipment_brand' };
  const ids = [
    (await save(desk, byBrand)).id,
    (await save(desk, { ...byBrand, status: 'quoted' })).id,
    (await save(desk, { ...byBrand, view: 'ready', technician_id: technician.id })).id,
    (await save(desk, { ...byBrand, technician_id: desk.id })).id,
  ];
  expect(await Promise.all(ids.map((id) => countOf(desk, id)))).toEqual([3, 2, 1, 0]);
  await makeOrder(shop, { status: 'quoted', equipment_brand: brand });
  expect(await countOf(desk, ids[0] ?? '')).toBe(4);
});

test('ORD-81 a field that the role may not search has no count, and the others keep theirs', async () => {
  const desk = await shop.addPerson('receptionist', { proven: false });
  const phone = await save(desk, { search: '56912345678', field: 'customer_phone' });
  const all = await save(desk, {});
  expect(await countOf(desk, phone.id)).toBeNull();
  expect(await countOf(desk, all.id)).toBeGreaterThan(0);
});

test('ORD-82 one view at a time, the shop’s or the user’s own, is the start, and none after it is deleted', async () => {
  const person = await shop.addPerson('technician', { proven: false });
  const start = (args: { p_view?: string; p_saved_view?: string }) =>
    person.client.rpc('set_start_view', args);
  expect(await startOf(person)).toEqual(['mine']);
  const [one, two] = [await save(person), await save(person)];
  await Promise.all([start({ p_view: 'mine' }), start({ p_saved_view: one.id }), start({ p_view: 'ready' })]);
  expect(await startOf(person)).toHaveLength(1);
  await start({ p_view: 'ready' });
  await start({ p_view: 'ready' });
  expect(await startOf(person)).toEqual(['ready']);
  await start({ p_saved_view: two.id });
  expect(await startOf(person)).toEqual([two.id]);
  const gone = await start({ p_saved_view: randomUUID() });
  expect(gone.error).toMatchObject({ code: 'P0002', message: 'Esta vista ya no existe.' });
  expect(await startOf(person)).toEqual([two.id]);
  await person.client.from('saved_views').delete().eq('id', two.id);
  expect(await startOf(person)).toEqual([]);
  await start({ p_view: 'ready' });
  await start({});
  expect(await startOf(person)).toEqual([]);
});

test('ORD-80 PRIV-05 an anonymised person’s name, RUT, phones and IMEI are no longer searched for', async () => {
  const person = await shop.addPerson('receptionist', { proven: false });
  const order = await makeOrder(shop, {
    customer_name: 'Eulalia Ñancupil Vera',
    customer_rut: '11222333-9',
    customer_phone: '+56 9 7654 3210',
    second_phone: '22 765 4321',
    imei: '356938035643809',
    status: 'delivered',
  });
  for (const search of [
    'eulalia nancupil',
    '11.222.333-9',
    '976543210',
    '227654321',
    '356938035643809',
    'Eulalia',
    'Samsung A15',
  ])
    await save(person, { search, field: 'customer_name' });
  await shop.sql`select private.anonymize_orders(array[${order.id}]::uuid[])`;
  expect((await viewsOf(person)).map(({ search }) => search).toSorted()).toEqual(['Eulalia', 'Samsung A15']);
});

test('PRIV-12 SEC-59 the count of a view that searches for a person is logged as that search, once an hour', async () => {
  const { admin, receptionist } = shop.people;
  await makeOrder(shop, { customer_name: 'Oriana Vergara', customer_rut: '14051818-2' });
  for (const [person, field, search] of [
    [receptionist, 'customer_rut', '14.051.818-2'],
    [receptionist, 'customer_name', 'vergara'],
    [receptionist, 'customer_name', 'nadie se llama así'],
    [receptionist, 'equipment_brand', 'a'],
    [admin, 'all', 'vergara'],
  ] as const)
    expect((await save(person, { field, search })).error).toBeNull();
  await shop.sql`delete from private.looks`;
  for (const { client } of [receptionist, admin, receptionist])
    expect((await client.rpc('count_saved_views')).error).toBeNull();
  const looks =
    await shop.sql`select actor_id, kind, subject, source, searched_by from private.looks order by id`;
  const search = { kind: 'search', source: 'count_saved_views' };
  const entries = [
    { ...search, actor_id: receptionist.id, searched_by: 'rut', subject: '14051818-2' },
    { ...search, actor_id: receptionist.id, searched_by: 'name', subject: null },
    { ...search, actor_id: admin.id, searched_by: 'text', subject: null },
  ];
  expect(looks).toHaveLength(entries.length);
  expect(looks).toEqual(expect.arrayContaining(entries));
});

test('ORD-127 a colleague in a new role starts with the own work or what the counter hands over, until they choose', async () => {
  const { sql } = shop;
  const person = await shop.addPerson('technician', { proven: false });
  const becomes = (role: string) => sql`update public.profiles set role = ${role} where id = ${person.id}`;
  expect(await startOf(person)).toEqual(['mine']);
  await becomes('receptionist');
  expect(await startOf(person)).toEqual(['ready']);
  await person.client.rpc('set_start_view', {});
  expect(await startOf(person)).toEqual([]);
  await becomes('admin');
  expect(await startOf(person)).toEqual([]);
  const { id } = await save(person);
  await person.client.rpc('set_start_view', { p_saved_view: id });
  await becomes('technician');
  expect(await startOf(person)).toEqual([id]);
  await becomes('customer');
  const [none] =
    await sql`select count(*)::integer as rows from public.saved_views where owner_id = ${person.id} and name is null`;
  expect(none?.rows).toBe(0);
});
