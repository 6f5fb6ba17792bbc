/** A text of blanks counts as no text (SEC-63). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder, orderOf } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const IMPORTED = {
  key: 'a',
  brand: 'A',
  model: 'A',
  type: 'A',
  supplier: 'A',
  quantity: '1',
  cost_price: '1',
};
/** Characters that a form's trim() removes. */
const BLANKS = ' \t\n\u00a0\u1680\u2000\u2003\u2007\u200a\u202f\u205f\u3000';

test('SEC-63 a text of blanks of any kind counts as no text', async () => {
  const { admin, customer, receptionist } = shop.people;
  expect(BLANKS.trim()).toBe('');
  for (const blank of BLANKS) {
    const [row] = await shop.sql`
      select private.written(${blank}) as written, private.is_whole_registration(${blank}, '11111111-1', '+56 9 1234 5678') as whole`;
    expect(row).toEqual({ written: null, whole: false });
    const renamed = await customer.client.from('profiles').update({ full_name: blank }).eq('id', customer.id);
    expect(renamed.error?.message).toBe('El nombre completo es obligatorio.');
    const order = { id: randomUUID(), ...orderOf(customer), customer_name: blank };
    const supplier = { id: randomUUID(), name: blank };
    expect([
      (await receptionist.client.from('service_orders').insert(order)).error?.code,
      (await admin.client.from('suppliers').insert(supplier)).error?.code,
    ]).toEqual(['23514', '23514']);
    const [problem] = await shop.sql`
      select private.import_row_problem(${shop.sql.json({ ...IMPORTED, supplier: blank })}) as told`;
    expect(problem?.told).toBe('Todos los campos son obligatorios.');
  }
});

test('SEC-63 a row that has only blanks in a text since before the rule can be changed in the others', async () => {
  const { receptionist } = shop.people;
  const order = await makeOrder(shop);
  await shop.sql.begin(async (tx) => {
    await tx`alter table public.service_orders disable trigger as_readable`;
    await tx`update public.service_orders set customer_name = ${'\u00a0'}, equipment_brand = ${'\u2800'} where id = ${order.id}`;
    await tx`alter table public.service_orders enable trigger as_readable`;
  });
  const change = async (part: object) =>
    (await receptionist.client.from('service_orders').update(part).eq('id', order.id)).error?.code;
  expect(await change({ work_description: `Se\u200b moja` })).toBeUndefined();
  expect([await change({ customer_name: '\u2003' }), await change({ equipment_brand: '\u00a0' })]).toEqual([
    '23514',
    '23514',
  ]);
  const [row] = await shop.sql`
    select customer_name, equipment_brand, work_description from public.service_orders where id = ${order.id}`;
  expect(row).toEqual({
    customer_name: '\u00a0',
    equipment_brand: '\u2800',
    work_description: 'Se moja',
  });
});
