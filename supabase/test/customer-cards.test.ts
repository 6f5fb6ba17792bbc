/** The customer’s card: what is written of a RUT, by whom, how it is found, what goes with it (CARD-01 to CARD-06). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymize } from './support/anonymize.ts';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { newRut, openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

type By = Pick<Person, 'client'>;
const desk = () => shop.people.receptionist;

/** A company's order, of a RUT of its own. */
const companyOrder = async (columns: Record<string, string | number | null> = {}) => {
  const customer_rut = newRut();
  return {
    rut: customer_rut,
    ...(await makeOrder(shop, { customer_name: 'Aceros del Norte', customer_rut, ...columns })),
  };
};

const saveCard = async (by: By, p_customer: string, more: Record<string, unknown> = {}) =>
  (
    await by.client.rpc('save_customer_card', {
      p_id: randomUUID(),
      p_customer,
      p_seen: 0,
      p_is_company: true,
      p_business_name: 'Aceros del Norte SpA',
      p_notes: 'Paga a 30 días',
      ...more,
    })
  ).error;
const saveContact = async (by: By, p_customer: string, more: Record<string, unknown> = {}) =>
  (
    await by.client.rpc('save_customer_contact', {
      p_id: randomUUID(),
      p_customer,
      p_name: 'Rosa Compras',
      p_phone: '+56 9 8444 1122',
      ...more,
    })
  ).error;

interface Read {
  rut: string | null;
  orders: number;
  owed: number;
  owed_delivered: number;
  refund: number;
  phones: string[];
  card: { version: number; notes: string; updated_by: string } | null;
  contacts: { id: string; name: string; phone: string }[];
  reminders: { wanted: boolean; said_via: string; said_by: string | null; said_at: string | null };
}
const read = async (p_id: string, by: By = desk()) => {
  const { data, error } = await by.client.rpc('customer_record', { p_id });
  expect(error).toBeNull();
  return data as unknown as Read;
};

test('CARD-01 a card exists where somebody wrote something; what orders say is derived from them', async () => {
  const order = await companyOrder({ total_amount: 30_000, quote: 30_000, advance_payment: 10_000 });
  await makeOrder(shop, {
    customer_rut: order.rut,
    total_amount: 50_000,
    quote: 50_000,
    status: 'delivered',
    second_phone: '22 345 6789',
  });
  await makeOrder(shop, { customer_rut: order.rut, status: 'cancelled', advance_payment: 4000 });
  expect(await read(order.id)).toMatchObject({ card: null, contacts: [], orders: 3, owed: 70_000 });
  expect(await read(order.id)).toMatchObject({ owed_delivered: 50_000, refund: 4000 });
  expect(await saveCard(desk(), order.id)).toBeNull();
  expect((await read(order.id)).card).toMatchObject({ version: 1, updated_by: desk().fullName });
});

test('CARD-02 a card that somebody else has changed is not overwritten, and a repetition is no change', async () => {
  const { id } = await companyOrder();
  const p_id = randomUUID();
  expect(await saveCard(desk(), id, { p_id })).toBeNull();
  expect(await saveCard(desk(), id, { p_id, p_seen: 1 })).toBeNull();
  expect(await saveCard(shop.people.admin, id, { p_seen: 1, p_notes: 'Paga a 60 días' })).toBeNull();
  expect((await saveCard(desk(), id, { p_seen: 1 }))?.message).toMatch(/^Otra persona cambió la ficha/);
  expect((await saveCard(desk(), id, { p_seen: 0 }))?.message).toMatch(/^Otra persona cambió la ficha/);
  expect((await read(id)).card).toMatchObject({ version: 2, notes: 'Paga a 60 días' });
});

test('CARD-02 refusals say what is wrong, and the wrong people change nothing', async () => {
  const { id, rut } = await companyOrder();
  expect((await saveCard(desk(), id, { p_notes: 'a'.repeat(5001) }))?.message).toMatch(/5\.000 letras/);
  expect((await saveContact(desk(), id, { p_name: ' ' }))?.message).toMatch(/^Escribe el nombre/);
  expect((await saveContact(desk(), id, { p_email: 'sin arroba' }))?.message).toBe('El correo no es válido.');
  for (const actor of ['technician', 'customer', 'other'] as const) {
    expect((await saveCard(shop.people[actor], id))?.code, actor).toBe('42501');
    expect((await saveContact(shop.people[actor], id))?.code, actor).toBe('42501');
  }
  for (const actor of ['customer', 'other'] as const) {
    const { client } = shop.people[actor];
    for (const name of ['customer_record', 'customer_orders', 'customer_devices'] as const)
      expect((await client.rpc(name, { p_id: id })).error?.code, `${actor} ${name}`).toBe('42501');
  }
  expect(await shop.sql`select from private.customer_cards where rut = ${rut}`).toHaveLength(0);
});

test('CARD-02 a RUT of repeated digits, an unproven account and a person who was forgotten have no card', async () => {
  const nobody = await makeOrder(shop, { customer_rut: '11111111-1', total_amount: 8000, quote: 8000 });
  await makeOrder(shop, { customer_rut: '11111111-1', total_amount: 9000, quote: 9000 });
  expect(await read(nobody.id)).toMatchObject({ rut: null, orders: 1, owed: 8000 });
  expect((await saveCard(desk(), nobody.id))?.message).toMatch(/^Sin un RUT propio no hay ficha/);
  const order = await companyOrder();
  expect(await saveCard(desk(), order.id)).toBeNull();
  const claimant = await shop.addPerson('customer', { proven: false, rut: order.rut });
  expect(await read(claimant.id)).toMatchObject({ rut: null, orders: 0, card: null });
  expect((await saveCard(desk(), claimant.id, { p_seen: 1 }))?.code).toBe('23514');
  await shop.sql`update public.profiles set rut_verified_at = now() where id = ${claimant.id}`;
  expect(await read(claimant.id)).toMatchObject({ rut: order.rut, orders: 1, card: { version: 1 } });
});

test('CARD-03 a customer is found by any spelling of a contact’s phone, by its name and the business name', async () => {
  const { id } = await companyOrder({ customer_name: 'Sucursal Ovalle', customer_phone: '+56 53 262 0000' });
  await saveCard(desk(), id, { p_business_name: 'Frutas Limarí Limitada' });
  expect(await saveContact(desk(), id, { p_name: 'Berta Ñandú', p_phone: '9 8765 1199' })).toBeNull();
  const find = async (p_search: string, by: By = desk()) =>
    (await by.client.rpc('find_customers', { p_search })).data?.map(({ customer_name }) => customer_name);
  for (const search of [
    '987651199',
    '+56 9 8765-1199',
    '09 8765 1199',
    '98765',
    'berta nandu',
    'limari frutas',
  ])
    expect(await find(search), search).toEqual(['Sucursal Ovalle']);
  // Technicians find nobody by a phone (ORD-02).
  expect(await find('987651199', shop.people.technician)).toEqual([]);
  for (const p_phone of ['987651199', '+56 9 8765 1199']) {
    const { data } = await desk().client.rpc('find_order_customer', { p_phone });
    expect(
      data?.map(({ customer_name }) => customer_name),
      p_phone,
    ).toEqual(['Sucursal Ovalle']);
  }
  const [contact] = (await read(id)).contacts;
  await desk().client.rpc('remove_customer_contact', { p_contact: contact?.id ?? '' });
  expect(await find('987651199')).toEqual([]);
});

test('CARD-04 a contact is one of the order’s customer, leaves it with another RUT, and stays on old orders', async () => {
  const order = await companyOrder();
  await makeOrder(shop, { customer_rut: order.rut });
  const other = await companyOrder();
  await saveContact(desk(), order.id);
  await saveContact(desk(), other.id);
  const contactOf = async (id: string) => (await read(id)).contacts[0]?.id ?? '';
  const contact = await contactOf(order.id);
  const { error } = await change(desk(), order.id, { contact_id: await contactOf(other.id) });
  expect(error?.message).toBe('Ese contacto ya no está en la ficha del cliente. Elige otro.');
  expect((await change(desk(), order.id, { contact_id: contact })).error).toBeNull();
  expect((await change(shop.people.technician, order.id, { contact_id: null })).error?.code).toBe('42501');
  const removed = await desk().client.rpc('remove_customer_contact', { p_contact: contact });
  expect(removed.error).toBeNull();
  expect((await read(order.id)).contacts).toEqual([]);
  expect((await storedOrder(shop, order.id)).contact_id).toBe(contact);
  expect((await change(desk(), order.id, { notes: 'Otra cosa' })).error).toBeNull();
  await change(desk(), order.id, { customer_rut: newRut() });
  expect((await storedOrder(shop, order.id)).contact_id).toBeNull();
});

test('CARD-05 the customer’s own number is kept, and the desk finds the order by it', async () => {
  const order = await companyOrder();
  await change(desk(), order.id, { customer_reference: 'OC 4500-9921' });
  for (const search of ['oc 4500-9921', '45009921', '4500-9921']) {
    const { data } = await desk().client.rpc('find_orders', { p_search: search });
    expect(
      data?.map(({ id }) => id),
      search,
    ).toEqual([order.id]);
  }
});

test('CARD-06 the last word on reminders has its time, its place and who noted it', async () => {
  const { id } = await companyOrder({ customer_phone: '+56 9 7222 3131' });
  expect((await read(id)).reminders).toMatchObject({ wanted: true, said_at: null });
  for (const p_wanted of [false, true]) {
    await shop.people.technician.client.rpc('set_reminders', { p_wanted, p_id: id });
    expect((await read(id)).reminders).toMatchObject({
      wanted: p_wanted,
      said_via: 'shop',
      said_by: shop.people.technician.fullName,
      said_at: expect.any(String),
    });
  }
});

test('CARD-09 an erasure takes the card and its contacts, and blanks the person in a company’s', async () => {
  const closed = { status: 'delivered', warranty_days: 0 };
  const person = await companyOrder({
    ...closed,
    customer_phone: '+56 9 7111 0001',
    customer_reference: 'S-1',
  });
  const company = await companyOrder();
  await saveCard(desk(), person.id, { p_is_company: false, p_notes: 'Le gusta el té' });
  await saveContact(desk(), company.id, { p_name: 'Aceros del Norte', p_phone: '9 7111 0001' });
  await saveContact(desk(), company.id, { p_name: 'Otra persona', p_phone: '9 7111 0002' });
  const [, contact] = (await read(company.id)).contacts;
  await change(desk(), company.id, { contact_id: contact?.id });
  const preview = await shop.people.admin.client.rpc('preview_anonymization', {
    p_by: 'rut',
    p_value: person.rut,
  });
  expect(preview.data).toMatchObject({ contacts: 1 });
  expect((await anonymize(shop.people.admin, 'rut', person.rut)).error).toBeNull();
  expect(await shop.sql`select from private.customer_cards where rut = ${person.rut}`).toHaveLength(0);
  expect((await storedOrder(shop, person.id)).customer_reference).toBeNull();
  expect((await read(company.id)).contacts.map(({ name }) => name)).toEqual(['Otra persona']);
  expect((await saveCard(desk(), person.id))?.message).toMatch(/suprimieron/);
  // A contact who never brought anything, by the phone alone.
  const { data } = await anonymize(shop.people.admin, 'phone', '971110002');
  expect(data).toMatchObject({ outcome: 'done', orders: 0 });
  expect((await read(company.id)).contacts).toEqual([]);
  const [blank] =
    await shop.sql`select name, phone from public.customer_contacts where id = ${contact?.id ?? ''}`;
  expect(blank).toEqual({ name: 'Contacto borrado', phone: '' });
});

test('CARD-09 a customer’s copy of the own data has their card and contacts, and none of the shop’s notes', async () => {
  const { customer } = shop.people;
  const order = await makeOrder(shop, { customer_reference: 'OC-77' });
  await saveCard(desk(), order.id, { p_notes: 'Secreto', p_business_name: 'Mi negocio' });
  await saveContact(desk(), order.id, { p_name: 'Pedro Bodega' });
  const { data } = await customer.client.rpc('export_own_data');
  expect(data).toMatchObject({
    ficha: { razon_social: 'Mi negocio', contactos: [{ nombre: 'Pedro Bodega' }] },
  });
  expect(JSON.stringify(data)).toContain('OC-77');
  expect(JSON.stringify(data)).not.toContain('Secreto');
});
