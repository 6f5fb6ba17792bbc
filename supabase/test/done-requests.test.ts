/** Idempotency keys: owner, corrections, retention (DATA-32 to DATA-36). */
import { randomUUID } from 'node:crypto';
import {
  useAddItemMutation,
  useUpdateItemMutation,
  useWriteOffMutation,
} from '@taller/shared/stock/inventory/item-mutations.ts';
import { useEditOrderMutation, useInternalNotesMutation } from '@taller/shared/orders/order-mutations.ts';
import { useCreateUserMutation } from '@taller/shared/people/users/user-mutations.ts';
import { callHook } from '@taller/shared/testing/call-hook.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addInventoryItem, storedLedger, storedQuantity } from './support/inventory.ts';
import type { Press, Stage } from './support/once/change.ts';
import { productForm, SCREEN_ORDER } from './support/once/inventory-changes.ts';
import { openLossyBrowser } from './support/once/lossy-browser.ts';
import { ORDER_FORM } from './support/once/order-changes.ts';
import { newUser } from './support/once/people-changes.ts';
import { makeOrder, storedOrder } from './support/orders.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let stage: Stage;
beforeAll(async () => {
  shop = await openShop();
  const browser = openLossyBrowser(shop);
  const signIn: Stage['signIn'] = async (role) => {
    await browser.signIn(shop.people[role]);
    return shop.people[role];
  };
  stage = { shop, browser, signIn };
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await shop[Symbol.asyncDispose]();
});

const ARRIVED = /^Lo que enviaste antes sí llegó: .+[.] Lo que cambiaste después no se guardó[.] .+[.]$/;

/** Submits once with the response to the n-th request lost. */
async function lost(press: Press, nth = 1): Promise<void> {
  const { hasLost } = await stage.browser.losing(nth, () =>
    expect(press()).rejects.toMatchObject({ code: 'offline' }),
  );
  expect(hasLost).toBe(true);
}

const writeOff = (by: Person, itemId: string, quantity: number, orderNumber: number, id: string) =>
  by.client.rpc('write_off_inventory', {
    p_item_id: itemId,
    p_quantity: quantity,
    p_order_number: orderNumber,
    p_request_id: id,
  });

test('DATA-32 a write-off of one id happens once, twenty at once too, and each gets the first answer', async () => {
  const { technician } = shop.people;
  const [item, order] = await Promise.all([addInventoryItem(technician, 9), makeOrder(shop)]);
  const id = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => writeOff(technician, item.id, 2, order.order_number, id)),
  );
  expect(new Set(answers.map(({ data, error }) => error?.message ?? data))).toEqual(new Set([7]));
  await writeOff(technician, item.id, 3, order.order_number, randomUUID());
  // The result at the time it was done.
  expect((await writeOff(technician, item.id, 2, order.order_number, id)).data).toBe(7);
  expect(await storedQuantity(shop, item)).toBe(4);
  expect(await storedLedger(shop, item)).toHaveLength(3);
});

test('DATA-33 the same id with something else is refused in Spanish, and nothing of it happens', async () => {
  const { technician } = shop.people;
  const [item, order] = await Promise.all([addInventoryItem(technician, 9), makeOrder(shop)]);
  const id = randomUUID();
  await writeOff(technician, item.id, 2, order.order_number, id);
  const { error } = await writeOff(technician, item.id, 3, order.order_number, id);
  expect(error).toMatchObject({ code: 'PT409', message: expect.stringMatching(ARRIVED) as unknown });
  expect(error?.message).toContain('se dieron de baja 2');
  expect(await storedQuantity(shop, item)).toBe(7);
});

test('DATA-33 an id of a row that is there is refused for another row, table by table', async () => {
  const { technician, receptionist } = shop.people;
  const product = await productForm(stage);
  const appointment = { customer_id: shop.people.customer.id, appointment_date: '2027-03-01T15:00:00Z' };
  const rows = [
    ['inventory', product, { ...product, quantity: 6 }],
    ['component_types', { name: randomUUID() }, { name: randomUUID() }],
    ['suppliers', { name: randomUUID() }, { name: randomUUID() }],
    ['pedidos_pantallas', SCREEN_ORDER, { ...SCREEN_ORDER, cantidad: 4 }],
    ['appointments', { ...appointment, reason: 'Retiro' }, { ...appointment, reason: 'Diagnóstico' }],
  ] as const;
  for (const [table, row, other] of rows) {
    const id = randomUUID();
    const { client } = table === 'appointments' ? receptionist : technician;
    const insert = (columns: object) => client.from(table).insert({ id, ...columns } as never);
    expect((await insert(row)).error, table).toBeNull();
    expect((await insert(row)).error, table).toBeNull();
    expect((await insert(other)).error, table).toMatchObject({
      code: 'PT409',
      message: expect.stringMatching(ARRIVED) as unknown,
    });
    expect(await shop.sql`select id from ${shop.sql(table)} where id = ${id}`).toHaveLength(1);
  }
});

test('DATA-32 a row that was added and deleted since is not added again by the second press', async () => {
  const item = await productForm(stage);
  const { mutateAsync } = callHook(useAddItemMutation);
  await lost(() => mutateAsync(item));
  await shop.people.receptionist.client.from('inventory').delete().eq('model', item.model);
  await mutateAsync(item);
  expect(await shop.sql`select id from public.inventory where model = ${item.model}`).toHaveLength(0);
});

test('DATA-34 another person’s id shows nothing and takes nothing', async () => {
  const { technician, receptionist } = shop.people;
  const [item, order] = await Promise.all([addInventoryItem(technician, 9), makeOrder(shop)]);
  const id = randomUUID();
  await writeOff(technician, item.id, 2, order.order_number, id);
  // A separate request: neither the first one's result nor any part of it.
  expect(await writeOff(receptionist, item.id, 3, order.order_number, id)).toMatchObject({
    data: 4,
    error: null,
  });
  expect(await writeOff(technician, item.id, 2, order.order_number, id)).toMatchObject({
    data: 7,
    error: null,
  });
  expect(await storedQuantity(shop, item)).toBe(4);
  for (const actor of ['customer', 'anon'] as const)
    expect(
      (await writeOff({ client: shop.clientOf(actor) } as Person, item.id, 2, order.order_number, id)).error,
    ).toMatchObject({ code: '42501' });
  expect((await technician.client.from('done_requests' as never).select()).error).not.toBeNull();
});

test('DATA-34 former staff do not get the stored answer of an earlier request', async () => {
  const leaving = await shop.addPerson('technician');
  const [item, order] = await Promise.all([addInventoryItem(leaving, 9), makeOrder(shop)]);
  const id = randomUUID();
  await writeOff(leaving, item.id, 2, order.order_number, id);
  await shop.sql`update public.profiles set role = 'customer' where id = ${leaving.id}`;
  expect((await writeOff(leaving, item.id, 2, order.order_number, id)).error).toMatchObject({
    code: '42501',
  });
});

test('DATA-34 nor of a row that was added, and neither does a session that lies idle', async () => {
  const leave = {
    role: (id: string) => shop.sql`update public.profiles set role = 'customer' where id = ${id}`,
    idle: async (id: string) => {
      await shop.sql`update private.session_use set last_used_at = now() - interval '30 days' where user_id = ${id}`;
      await shop.sql`update auth.sessions set created_at = now() - interval '30 days' where user_id = ${id}`;
    },
  };
  for (const how of ['role', 'idle'] as const) {
    const { id: person, client } = await shop.addPerson('technician');
    const row = { id: randomUUID(), name: `Proveedor ${how}` };
    expect((await client.from('suppliers').insert(row)).error).toBeNull();
    await leave[how](person);
    for (const again of [row, { ...row, name: 'Otro' }])
      expect((await client.from('suppliers').insert(again)).error, how).toMatchObject({ code: '42501' });
  }
});

test('DATA-32 a refused request leaves its id free', async () => {
  const { technician } = shop.people;
  const [item, order] = await Promise.all([addInventoryItem(technician, 1), makeOrder(shop)]);
  const id = randomUUID();
  expect((await writeOff(technician, item.id, 2, order.order_number, id)).error?.code).toBe('23514');
  expect((await writeOff(technician, item.id, 1, order.order_number, id)).data).toBe(0);
});

test('DATA-36 ids are forgotten after a week, with the next request', async () => {
  const { technician } = shop.people;
  await shop.sql`update private.done_requests set done_at = now() - interval '8 days'`;
  await addInventoryItem(technician, 1);
  const [old] =
    await shop.sql`select count(*)::int as n from private.done_requests where done_at < now() - interval '7 days'`;
  expect(old?.n).toBe(0);
});

test('DATA-35 a quantity corrected after a lost answer is refused with the reason, and the next press takes effect', async () => {
  const technician = await stage.signIn('technician');
  const [item, order] = await Promise.all([addInventoryItem(technician, 9), makeOrder(shop)]);
  const { mutateAsync } = callHook(useWriteOffMutation);
  const take = (quantity: number) =>
    mutateAsync({ itemId: item.id, quantity, orderNumber: order.order_number });
  await lost(() => take(2));
  await expect(take(3)).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(ARRIVED) as unknown,
  });
  expect(await storedQuantity(shop, item)).toBe(7);
  expect(await take(1)).toBe(6);
});

test('DATA-35 a correction of an edit whose answer was lost is saved; a colleague’s work in between is not overwritten', async () => {
  const technician = await stage.signIn('technician');
  const { id, ...catalog } = await addInventoryItem(technician, 4);
  const edited = {
    ...catalog,
    brand: 'Apple',
    model: 'iPhone 11',
    quantity: 7,
    cost_price: 9_990,
    min_stock: 1,
    place: '',
  };
  const { mutateAsync } = callHook(useUpdateItemMutation);
  await lost(() => mutateAsync({ id, version: 1, item: edited }));
  await mutateAsync({ id, version: 1, item: { ...edited, quantity: 8 } });
  expect(await storedQuantity(shop, { id, ...catalog })).toBe(8);

  await lost(() => mutateAsync({ id, version: 3, item: { ...edited, quantity: 9 } }));
  await shop.people.receptionist.client.from('inventory').update({ model: 'iPhone 12' }).eq('id', id);
  await expect(mutateAsync({ id, version: 3, item: { ...edited, quantity: 10 } })).rejects.toMatchObject({
    code: 'conflict',
  });
});

test('DATA-35 an order and its own notes take a correction after a lost answer, and refuse it after a colleague', async () => {
  const receptionist = await stage.signIn('receptionist');
  const order = await makeOrder(shop);
  const edit = callHook(useEditOrderMutation).mutateAsync;
  const form = (customerName: string) => ({ order, form: { ...ORDER_FORM, customerName } });
  await lost(() => edit(form('Uno')));
  await edit(form('Dos'));
  expect((await storedOrder(shop, order.id)).customer_name).toBe('Dos');

  const notes = callHook(useInternalNotesMutation).mutateAsync;
  await lost(() => notes({ orderId: order.id, text: 'Primera', version: 0 }));
  await notes({ orderId: order.id, text: 'Segunda', version: 0 });
  const stored = () =>
    shop.sql`select internal_notes, version from public.service_order_internal where order_id = ${order.id}`;
  expect(await stored()).toMatchObject([{ internal_notes: 'Segunda' }]);

  await lost(() => notes({ orderId: order.id, text: 'Tercera', version: 2 }));
  await receptionist.client
    .from('service_order_internal')
    .update({ internal_notes: 'De otra persona' })
    .eq('order_id', order.id);
  await expect(notes({ orderId: order.id, text: 'Cuarta', version: 2 })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect(await stored()).toMatchObject([{ internal_notes: 'De otra persona' }]);
});

test('DATA-35 a user corrected after a lost answer is created with the correction, or the form reports the earlier request', async () => {
  await stage.signIn('admin');
  const { mutateAsync } = callHook(useCreateUserMutation);
  const user = newUser();
  const signsIn = async (email: string, password: string) =>
    (await shop.newClient().auth.signInWithPassword({ email, password })).error === null;
  // Nobody uses the account yet: a password is set once more.
  await lost(() => mutateAsync(user));
  const corrected = { ...user, password: 'otra-clave-larga-2' };
  await mutateAsync(corrected);
  expect(
    await shop.sql`select full_name, role from public.profiles where email = ${user.email}`,
  ).toMatchObject([{ full_name: user.fullName, role: 'technician' }]);
  expect(await signsIn(user.email, corrected.password)).toBe(true);

  // Corrections of other fields are not saved.
  for (const change of [{ fullName: 'Otro' }, { email: `x${user.email}` }]) {
    const other = newUser();
    await lost(() => mutateAsync(other));
    await expect(mutateAsync({ ...other, ...change })).rejects.toMatchObject({
      message: expect.stringMatching(ARRIVED) as unknown,
    });
    expect(await signsIn(other.email, other.password)).toBe(true);
  }
});
