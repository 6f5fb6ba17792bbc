/** Orders keep the names of those who worked on them when their accounts are deleted (ORD-120). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const deleteAccount = (person: Person) =>
  shop.people.admin.client.from('profiles').delete().eq('id', person.id);

async function namesIn(client: Person['client'], id: string) {
  const { data } = await client
    .from('service_orders')
    .select(
      `technician:staff_names!service_orders_technician_id_fkey (full_name),
       receptionist:staff_names!service_orders_receptionist_id_fkey (full_name)`,
    )
    .eq('id', id)
    .single();
  return [data?.technician?.full_name, data?.receptionist?.full_name];
}

test('ORD-120 an order keeps the names of a technician and a receptionist whose accounts were deleted', async () => {
  const { admin, customer } = shop.people;
  const technician = await shop.addPerson('technician');
  const receptionist = await shop.addPerson('receptionist');
  const order = await makeOrder(shop, {
    status: 'completed',
    technician_id: technician.id,
    receptionist_id: receptionist.id,
  });
  expect((await deleteAccount(technician)).error).toBeNull();
  expect((await deleteAccount(receptionist)).error).toBeNull();

  expect(await namesIn(admin.client, order.id)).toEqual([technician.fullName, receptionist.fullName]);
  // Customers read their orders without the names of the staff, as before.
  expect(await namesIn(customer.client, order.id)).toEqual([undefined, undefined]);
  const { data: listed } = await admin.client.rpc('search_orders', { p_search: String(order.order_number) });
  expect(listed?.[0]?.technician_name).toBe(technician.fullName);
  const { data: report } = await admin.client.rpc('report_overview', {});
  expect(report).toMatchObject({
    technicians: expect.arrayContaining([
      expect.objectContaining({ name: technician.fullName, completed: 1 }),
    ]),
    people: expect.arrayContaining([{ id: technician.id, name: technician.fullName }]),
  });
  // The order did not change, so its history has no line of a change that nobody made.
  expect(await storedOrder(shop, order.id)).toMatchObject({
    version: order.version,
    technician_id: technician.id,
  });
});

test('ORD-120 an account that no order names leaves no name; a new name is the one that orders show', async () => {
  const idle = await shop.addPerson('technician');
  await deleteAccount(idle);
  expect(await shop.sql`select from public.staff_names where id = ${idle.id}`).toHaveLength(0);

  const renamed = await shop.addPerson('technician');
  const order = await makeOrder(shop, { technician_id: renamed.id });
  await shop.people.admin.client.from('profiles').update({ full_name: 'Pía Ñuñoa' }).eq('id', renamed.id);
  expect((await namesIn(shop.people.admin.client, order.id))[0]).toBe('Pía Ñuñoa');
});

test('ORD-120 neither former staff nor customers are assigned', async () => {
  const { admin, customer } = shop.people;
  const gone = await shop.addPerson('technician');
  await makeOrder(shop, { technician_id: gone.id });
  await deleteAccount(gone);
  const order = await makeOrder(shop);
  for (const technician_id of [gone.id, customer.id])
    expect((await change(admin, order.id, { technician_id })).error?.code).toBe('23503');
});
