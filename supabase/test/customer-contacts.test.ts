/** Contacts and cards that two people change, and whose customer becomes another (CARD-02 to CARD-04). */
import { randomUUID } from 'node:crypto';
import { CONTACT_COLUMNS } from '@taller/shared/orders/customers/order-contact.ts';
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymize } from './support/anonymize.ts';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { newRut, openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const desk = () => shop.people.receptionist;

const saveContact = async (p_customer: string, more: Record<string, unknown> = {}) =>
  (
    await desk().client.rpc('save_customer_contact', {
      p_id: randomUUID(),
      p_customer,
      p_name: 'Rosa Compras',
      p_phone: '+56 9 8444 1122',
      ...more,
    })
  ).error;
const read = async (p_id: string) =>
  (await desk().client.rpc('customer_record', { p_id })).data as unknown as {
    rut: string | null;
    orders: number;
    card: { notes: string } | null;
    contacts: { id: string; name: string; version: number }[];
  };
const contactOf = async (id: string) => (await read(id)).contacts[0]?.id ?? '';

/** An order of a customer of its own, with a card and a contact. */
const carded = async () => {
  const rut = newRut();
  const { id } = await makeOrder(shop, { customer_rut: rut });
  await desk().client.rpc('save_customer_card', {
    p_id: randomUUID(),
    p_customer: id,
    p_seen: 0,
    p_is_company: true,
    p_notes: 'Paga a 30 días',
  });
  await saveContact(id);
  return { id, rut, contact: await contactOf(id) };
};

test('CARD-02 a contact that somebody else has changed is not overwritten unseen, and a repetition is no change', async () => {
  const { id, contact: p_contact } = await carded();
  const p_id = randomUUID();
  const first = { p_id, p_contact, p_seen: 1, p_name: 'Rosa Soto' };
  expect(await saveContact(id, first)).toBeNull();
  expect(await saveContact(id, { ...first, p_seen: 2 })).toBeNull();
  const late = await saveContact(id, { p_contact, p_seen: 1, p_name: 'Rosa Díaz' });
  expect(late?.message).toMatch(/^Otra persona cambió este contacto mientras tanto/);
  expect((await read(id)).contacts).toMatchObject([{ name: 'Rosa Soto', version: 2 }]);
  expect(await saveContact(id, { p_contact, p_seen: 2, p_name: 'Rosa Díaz' })).toBeNull();
  expect((await read(id)).contacts).toMatchObject([{ name: 'Rosa Díaz', version: 3 }]);
});

test('CARD-02 of many who change a contact at once, one does, and the others are told', async () => {
  const { id, contact: p_contact } = await carded();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) => saveContact(id, { p_contact, p_seen: 1, p_name: `Rosa ${at}` })),
  );
  const refused = answers.filter((error) => error !== null);
  expect(refused).toHaveLength(5);
  for (const error of refused) expect(error.message).toMatch(/^Otra persona cambió/);
});

test('CARD-02 a name of 200 letters is kept whole, one of 201 is refused', async () => {
  const { id } = await carded();
  expect(await saveContact(id, { p_name: 'Ñ'.repeat(200) })).toBeNull();
  expect((await read(id)).contacts.map(({ name }) => name)).toContain('Ñ'.repeat(200));
  expect((await saveContact(id, { p_name: 'Ñ'.repeat(201) }))?.message).toMatch(/hasta 200 letras/);
});

test('CARD-04 a contact that has left the card is kept by its orders and chosen by no other', async () => {
  const { id, rut, contact } = await carded();
  const { id: later } = await makeOrder(shop, { customer_rut: rut });
  expect((await change(desk(), id, { contact_id: contact })).error).toBeNull();
  await desk().client.rpc('remove_customer_contact', { p_contact: contact });
  expect((await change(desk(), later, { contact_id: contact })).error?.message).toMatch(
    /^Ese contacto ya no está/,
  );
  expect((await change(desk(), id, { notes: 'Otra cosa', customer_rut: rut })).error).toBeNull();
  expect((await storedOrder(shop, id)).contact_id).toBe(contact);
});

test('REC-16 an order is taken in for a contact of its own customer: one of another company, one that left the card and one that is none are refused, and nothing is kept', async () => {
  const [own, foreign, left] = [await carded(), await carded(), await carded()];
  await change(desk(), left.id, { contact_id: left.contact });
  await desk().client.rpc('remove_customer_contact', { p_contact: left.contact });
  const takeIn = async (by: Person, contact_id: string, customer_rut = own.rut) => {
    const row = { ...orderColumns({ customer_rut, contact_id }), id: randomUUID() };
    const { error } = await by.client.from('service_orders').insert(row);
    const { contact_id: stored } = await storedOrder(shop, row.id);
    return [error?.code ?? null, stored];
  };
  expect(await takeIn(desk(), own.contact)).toEqual([null, own.contact]);
  expect(await takeIn(desk(), own.contact, ` ${own.rut.replace('-', '')} `)).toEqual([null, own.contact]);
  const refused = ['23514', undefined];
  expect(await takeIn(desk(), foreign.contact)).toEqual(refused);
  expect(await takeIn(desk(), left.contact, left.rut)).toEqual(refused);
  expect(await takeIn(desk(), randomUUID())).toEqual(refused);
  for (const by of [shop.people.technician, await shop.addPerson('customer', { rut: own.rut })])
    expect(await takeIn(by, own.contact)).toEqual(['42501', undefined]);
});

test('CARD-04 staff read an order with its contact, its customer without', async () => {
  const { id, rut, contact } = await carded();
  await change(desk(), id, { contact_id: contact });
  const owner = await shop.addPerson('customer', { rut });
  const contactFor = async ({ client }: Pick<Person, 'client'>) =>
    (await client.from('service_orders').select(`id, ${CONTACT_COLUMNS}`).eq('id', id).single()).data;
  const rosa = { name: 'Rosa Compras', role: '', phone: '+56 9 8444 1122' };
  expect(await contactFor(desk())).toEqual({ id, contact: rosa });
  expect(await contactFor(shop.people.technician)).toEqual({ id, contact: rosa });
  expect(await contactFor(owner)).toEqual({ id, contact: null });
});

test('CARD-01 a RUT that is corrected on its only order takes card and contacts along, in any spelling', async () => {
  const { id, contact } = await carded();
  await change(desk(), id, { contact_id: contact });
  const right = newRut();
  expect((await change(desk(), id, { customer_rut: ` ${right.replace('-', '')} ` })).error).toBeNull();
  expect(await read(id)).toMatchObject({
    rut: right,
    card: { notes: 'Paga a 30 días' },
    contacts: [{ id: contact }],
  });
  expect((await storedOrder(shop, id)).contact_id).toBe(contact);
});

test('CARD-01 what is known of one customer never becomes another’s', async () => {
  const known = await makeOrder(shop, { customer_rut: newRut() });
  const { customer_rut } = await storedOrder(shop, known.id);
  // Orders or an account under the other RUT; another order under the old one; a RUT of nobody.
  const moved = await carded();
  await change(desk(), moved.id, { customer_rut });
  expect(await read(moved.id)).toMatchObject({ card: null, contacts: [] });
  const proven = await shop.addPerson('customer', { rut: newRut() });
  const [profile] = await shop.sql`select rut from public.profiles where id = ${proven.id}`;
  const taken = await carded();
  await change(desk(), taken.id, { customer_rut: String(profile?.rut) });
  expect(await read(taken.id)).toMatchObject({ card: null, contacts: [] });
  const shared = await carded();
  const stays = await makeOrder(shop, { customer_rut: shared.rut });
  await change(desk(), shared.id, { customer_rut: newRut() });
  expect(await read(shared.id)).toMatchObject({ card: null });
  expect(await read(stays.id)).toMatchObject({ card: { notes: 'Paga a 30 días' } });
  const nobody = await carded();
  await change(desk(), nobody.id, { customer_rut: '11111111-1' });
  expect(await read(nobody.id)).toMatchObject({ rut: null, card: null, contacts: [] });
});

test('CARD-03 a customer is found by the other phone of an order and by a foreign document, in any spelling', async () => {
  await makeOrder(shop, {
    customer_name: 'Wayra Mamani',
    customer_rut: 'PE/AB442211',
    customer_phone: '22 345 6780',
    second_phone: '9 7654 3311',
    work_description: 'No carga',
  });
  await makeOrder(shop, { customer_name: 'Otra Persona', work_description: 'Llamar al 976543311' });
  const find = async (p_search: string, by: 'receptionist' | 'technician' = 'receptionist') =>
    (await shop.people[by].client.rpc('find_customers', { p_search })).data?.map(
      ({ customer_name }) => customer_name,
    );
  for (const search of ['976543311', '+56 9 7654-3311', '09 7654 3311', '7654 3311', 'pe/ab442211'])
    expect(await find(search), search).toEqual(['Wayra Mamani']);
  expect(await find('976543311', 'technician')).toEqual([]);
  expect(await find('PE/AB44', 'technician')).toEqual(['Wayra Mamani']);
});

test('CARD-03 two customers with one phone are both found, and stay two', async () => {
  const customer_phone = '+56 9 7333 8811';
  for (const customer_name of ['Madre Vidal', 'Hija Vidal'])
    await makeOrder(shop, { customer_name, customer_phone, customer_rut: newRut() });
  const { data } = await desk().client.rpc('find_customers', { p_search: '973338811' });
  expect(data?.map(({ customer_name, orders }) => [customer_name, orders])).toEqual([
    ['Hija Vidal', 1],
    ['Madre Vidal', 1],
  ]);
});

test('CARD-12 who chose or changed an order’s contact is in its timeline, by names', async () => {
  const { id, rut, contact } = await carded();
  await makeOrder(shop, { customer_rut: rut });
  await change(desk(), id, { contact_id: contact });
  await saveContact(id, { p_name: 'Ana Bodega' });
  const other = (await read(id)).contacts.find(({ name }) => name === 'Ana Bodega')?.id;
  await change(desk(), id, { contact_id: other });
  await change(desk(), id, { notes: 'Llama antes' });
  // A contact of another customer does not follow: the order loses it.
  await change(desk(), id, { customer_rut: newRut() });
  const events = await shop.sql`select changes -> 'contact' as contact, actor_id from public.order_events
    where order_id = ${id} and changes ? 'contact' order by id`;
  expect(events.map((event) => ({ ...event }))).toEqual(
    [
      [null, 'Rosa Compras'],
      ['Rosa Compras', 'Ana Bodega'],
      ['Ana Bodega', null],
    ].map((names) => ({ contact: names, actor_id: desk().id })),
  );
});

test('CARD-13 whoever is erased as a contact is out of the timelines of the company’s orders, and nobody else', async () => {
  const { id, rut, contact } = await carded();
  await makeOrder(shop, { customer_rut: rut });
  const p_phone = '+56 9 8555 7788';
  await saveContact(id, { p_name: 'Ana Bodega', p_phone });
  const ana = (await read(id)).contacts.find(({ name }) => name === 'Ana Bodega')?.id;
  const namesake = await carded();
  await saveContact(namesake.id, { p_name: 'Ana Bodega', p_phone: '+56 9 8555 0000' });
  const other = (await read(namesake.id)).contacts.find(({ name }) => name === 'Ana Bodega')?.id;
  await change(desk(), namesake.id, { contact_id: other });
  for (const contact_id of [ana, contact, ana]) await change(desk(), id, { contact_id });
  await change(desk(), id, { customer_rut: newRut() });
  const { error } = await anonymize(shop.people.admin, 'phone', p_phone);
  expect(error).toBeNull();
  const namesOf = async (order: string) =>
    (
      await shop.sql`select changes -> 'contact' as names from public.order_events
      where order_id = ${order} and changes ? 'contact' order by id`
    ).map(({ names }) => names as unknown);
  expect(await namesOf(id)).toEqual([
    [null, 'Contacto borrado'],
    ['Contacto borrado', 'Rosa Compras'],
    ['Rosa Compras', 'Contacto borrado'],
    ['Contacto borrado', null],
  ]);
  expect(await namesOf(namesake.id)).toEqual([[null, 'Ana Bodega']]);
});
