/**
 * Creating an order like the form, against a real server: never lost, duplicated, or somebody else's (ORD-20, ORD-21).
 */
import { orderForm } from '@taller/shared/testing/sample-order.ts';
import { randomUUID } from 'node:crypto';
import { createOrder } from '@taller/shared/orders/create-order-mutation.ts';
import { supabase } from '@taller/shared/runtime';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { storedOrder } from './support/orders.ts';
import { newRut, openShop, PASSWORD, type Shop } from './support/shop.ts';

let shop: Shop;
/** The next response to an order creation is lost. */
let loseAnswer = false;

beforeAll(async () => {
  shop = await openShop();
  // Browser globals that Node lacks: an origin for relative URLs, and a local storage.
  const network = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    if (input === '/config.json')
      return Response.json({ supabaseUrl: shop.url, supabaseKey: shop.publishableKey });
    const answer = await network(input, init);
    const path = new URL(input instanceof Request ? input.url : input).pathname;
    if (!loseAnswer || path !== '/rest/v1/service_orders') return answer;
    loseAnswer = false;
    throw new TypeError('fetch failed');
  });
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  const client = await supabase();
  const { error } = await client.auth.signInWithPassword({
    email: shop.people.receptionist.email,
    password: PASSWORD,
  });
  if (error) throw error;
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await shop[Symbol.asyncDispose]();
});

const FORM = orderForm();

const first = { unanswered: [], onNewId: vi.fn<(id: string) => void>() };
const ordersOf = (name: string) =>
  shop.sql`select id, order_number, customer_phone from public.service_orders where customer_name = ${name}`;

test('ORD-20 an order of another tab under the same id is not taken for one’s own: both exist', async () => {
  const id = randomUUID();
  await createOrder({ id, form: { ...FORM, customerName: 'Berta' }, ...first });
  const onNewId = vi.fn<(id: string) => void>();
  const made = await createOrder({ id, form: { ...FORM, customerName: 'Aurora' }, unanswered: [], onNewId });
  expect(made.customer_name).toBe('Aurora');
  expect(made.id).not.toBe(id);
  expect(onNewId).toHaveBeenCalledExactlyOnceWith(made.id);
  expect((await storedOrder(shop, id)).customer_name).toBe('Berta');
  expect(await ordersOf('Aurora')).toHaveLength(1);
});

test('ORD-21 a correction after a lost answer is stored once, under the first number', async () => {
  const id = randomUUID();
  const form = { ...FORM, customerName: 'Errada' };
  loseAnswer = true;
  await expect(createOrder({ id, form, ...first })).rejects.toMatchObject({ code: 'offline' });
  const [lost] = await ordersOf('Errada');
  const code = async () =>
    (await shop.sql`select sealed_code from private.device_codes where order_id = ${id}`)[0]
      ?.sealed_code as string;
  const lostCode = await code();
  const corrected = {
    ...form,
    customerName: 'Correcta',
    customerPhone: '933334444',
    device_password: '9876',
  };
  const made = await createOrder({ id, form: corrected, ...first, unanswered: [form] });
  expect(made).toMatchObject({ id, order_number: lost?.order_number, customer_name: 'Correcta' });
  expect(await ordersOf('Correcta')).toMatchObject([{ customer_phone: '933334444' }]);
  expect(await ordersOf('Errada')).toHaveLength(0);
  const messages = await shop.sql`select distinct phone from public.whatsapp_messages where order_id = ${id}`;
  expect(messages).toEqual([{ phone: '56933334444' }]);
  expect(await code()).not.toBe(lostCode);
});

test('ORD-21 a correction whose answer is lost as well is found by the third try', async () => {
  const id = randomUUID();
  const form = { ...FORM, customerName: 'Una' };
  loseAnswer = true;
  await expect(createOrder({ id, form, ...first })).rejects.toMatchObject({ code: 'offline' });
  const second = { ...form, customerName: 'Dos' };
  await createOrder({ id, form: second, ...first, unanswered: [form] });
  const third = { ...form, customerName: 'Tres' };
  await createOrder({ id, form: third, ...first, unanswered: [form, second] });
  expect((await storedOrder(shop, id)).customer_name).toBe('Tres');
});

test('ORD-20 sent again unchanged, the order is there once, as it was, whoever worked on it meanwhile', async () => {
  const id = randomUUID();
  const form = { ...FORM, customerName: 'Repetida' };
  loseAnswer = true;
  await expect(createOrder({ id, form, ...first })).rejects.toMatchObject({ code: 'offline' });
  await shop.people.technician.client.from('service_orders').update({ quote: 45_000 }).eq('id', id);
  const made = await createOrder({ id, form, ...first, unanswered: [form] });
  expect(made).toMatchObject({ id, quote: 45_000, version: 2 });
  expect(await ordersOf('Repetida')).toHaveLength(1);
});

test('ORD-20 an order that was deleted meanwhile is not taken in again unasked: the next submit is another one', async () => {
  const id = randomUUID();
  const form = { ...FORM, customerName: 'Borrada' };
  loseAnswer = true;
  await expect(createOrder({ id, form, ...first })).rejects.toMatchObject({ code: 'offline' });
  await shop.people.admin.client.from('service_orders').delete().eq('id', id);
  const onNewId = vi.fn<(id: string) => void>();
  const press = () =>
    createOrder({ id: onNewId.mock.lastCall?.[0] ?? id, form, unanswered: [form], onNewId });
  await expect(press()).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('se eliminó'),
  });
  expect(await ordersOf('Borrada')).toHaveLength(0);
  expect((await press()).customer_name).toBe('Borrada');
  expect(onNewId).toHaveBeenCalledOnce();
});

test('ORD-21 a code or a price that was corrected alone is stored as well', async () => {
  const id = randomUUID();
  const form = { ...FORM, customerName: 'Solo clave' };
  const code = async () =>
    (await shop.sql`select sealed_code from private.device_codes where order_id = ${id}`)[0]
      ?.sealed_code as string;
  await createOrder({ id, form, ...first });
  const before = await code();
  const corrected = { ...form, device_password: '9876', quote: 31_000 };
  await createOrder({ id, form: corrected, ...first, unanswered: [form] });
  expect(await code()).not.toBe(before);
  expect((await storedOrder(shop, id)).quote).toBe('31000');
});

test('REC-16 a new order is for the company’s contact that was chosen, corrected after a lost answer, and for nobody with another RUT', async () => {
  const rut = newRut();
  const contacts = [randomUUID(), randomUUID()] as const;
  await shop.sql`insert into private.customer_cards (rut, is_company) values (${rut}, true)`;
  for (const contact of contacts)
    await shop.sql`insert into public.customer_contacts (id, rut, name) values (${contact}, ${rut}, 'Rosa')`;
  const [rosa, hugo] = contacts.map((contact) => ({ id: contact, rut, name: 'Rosa' }));
  const id = randomUUID();
  const form = { ...FORM, customerName: 'Con contacto', customerRut: rut, contact: rosa };
  const contactOf = async () => (await storedOrder(shop, id)).contact_id;
  loseAnswer = true;
  await expect(createOrder({ id, form, ...first })).rejects.toMatchObject({ code: 'offline' });
  expect(await contactOf()).toBe(contacts[0]);
  const second = { ...form, contact: hugo };
  await createOrder({ id, form: second, ...first, unanswered: [form] });
  expect(await contactOf()).toBe(contacts[1]);
  const third = { ...second, customerRut: newRut() };
  await createOrder({ id, form: third, ...first, unanswered: [form, second] });
  expect(await contactOf()).toBeNull();
});
