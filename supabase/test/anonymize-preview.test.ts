/** An anonymisation covers what its preview showed, and nothing else (PRIV-21). */
import { waitingSessions } from '@taller/server/testing/waiting-sessions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymize as anonymizeSeen } from './support/anonymize.ts';
import { makeOrder, storedOrder } from './support/orders.ts';
import { keptPhoto } from './support/photos.ts';
import { newRut, openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ admin } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());

const anonymize = (by: string, value: string) => anonymizeSeen(admin, by, value);
const preview = (by: string, value: string) =>
  admin.client.rpc('preview_anonymization', { p_by: by, p_value: value });

const closed = { status: 'delivered', warranty_days: 90, advance_payment: 10_000, final_payment: 20_000 };

test('PRIV-21 REC-131 a change between the preview and its confirmation cancels the anonymisation', async () => {
  const rut = newRut();
  const phone = '+56 9 6222 3344';
  const order = await makeOrder(shop, { ...closed, customer_rut: rut, customer_phone: phone });
  const { sql } = shop;
  const happened: Record<string, () => Promise<unknown>> = {
    'a payment': () => sql`update public.service_orders set final_payment = 1 where id = ${order.id}`,
    'another order': () => makeOrder(shop, { ...closed, customer_rut: rut, customer_phone: phone }),
    'another name': () => sql`update public.service_orders set customer_name = 'Eva' where id = ${order.id}`,
    'an account': () => shop.addPerson('customer', { rut }),
    'a reply': () => sql`select public.record_reply('seen-1', ${phone}, 'Hola', now())`,
    'a photo': () => keptPhoto(shop, 'receptionist', order.id),
    'an appointment': () => sql`
      insert into public.appointments (full_name, phone, appointment_date, reason)
      values ('Eva', ${phone}, now(), 'Retiro')`,
  };
  for (const [what, happen] of Object.entries(happened)) {
    const { data } = await preview('rut', rut);
    const { seen } = data as { seen: string };
    await happen();
    const answer = await admin.client.rpc('anonymize_customer', {
      p_by: 'rut',
      p_value: rut,
      p_seen: seen,
    });
    expect([what, answer.data]).toEqual([what, { outcome: 'changed', orders: 0, accounts: 0 }]);
    expect((await storedOrder(shop, order.id)).customer_rut).toBe(rut);
  }
  expect((await preview('rut', rut)).data).toMatchObject({ orders: 2, photos: 1 });
  expect((await anonymize('rut', rut)).data).toEqual({ outcome: 'done', orders: 2, accounts: 1 });
  expect(await sql`select from public.order_photos where order_id = ${order.id}`).toHaveLength(0);
});

test('PRIV-21 an order that becomes somebody else’s while the anonymisation waits for it stays', async () => {
  const [rut, others] = [newRut(), newRut()];
  const order = await makeOrder(shop, { ...closed, customer_rut: rut });
  const { data } = await preview('rut', rut);
  const { seen } = data as { seen: string };
  const ask = { p_by: 'rut', p_value: rut, p_seen: seen };
  const asked = await shop.sql.begin(async (tx) => {
    await tx`update public.service_orders set customer_rut = ${others} where id = ${order.id}`;
    const asking = admin.client.rpc('anonymize_customer', ask).then((answer) => answer);
    await expect.poll(() => waitingSessions(tx)).not.toHaveLength(0);
    return { asking };
  });
  expect((await asked.asking).data).toMatchObject({ outcome: 'nothing' });
  expect((await storedOrder(shop, order.id)).customer_rut).toBe(others);
});

test('PRIV-21 without a preview nothing is anonymised', async () => {
  const rut = newRut();
  await makeOrder(shop, { ...closed, customer_rut: rut });
  const { error } = await admin.client.rpc('anonymize_customer', { p_by: 'rut', p_value: rut });
  expect(error).toMatchObject({
    code: '23514',
    message: 'Revisa primero lo que se va a borrar: actualiza la página y confirma otra vez.',
  });
  expect((await preview('rut', rut)).data).toMatchObject({ orders: 1 });
});
