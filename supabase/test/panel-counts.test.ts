/** The counts beside the panel's tabs, by role (ORD-83). */
import { expect, test } from 'vitest';
import { addInventoryItem } from './support/inventory.ts';
import { makeOrder } from './support/orders.ts';
import { openShop, type Person } from './support/shop.ts';

async function countsOf({ client }: Person): Promise<Record<string, number>> {
  const { data, error } = await client.rpc('panel_counts');
  if (error) throw error;
  return Object.fromEntries(data.map(({ tab, total }) => [tab, total]));
}

test('ORD-83 MSG-06 each tab counts what waits to be done by the role; Estado counts the same messages', async () => {
  await using shop = await openShop();
  const { admin, technician, receptionist, customer } = shop.people;
  const colleague = await shop.addPerson('technician', { proven: false });
  await shop.sql`truncate public.service_orders cascade`;
  await shop.sql`truncate public.appointments, public.pedidos_pantallas, public.inventory cascade`;
  const none = { orders: 0, appointments: 0, messages: 0, screen_orders: 0, inventory: 0 };
  for (const person of [admin, technician, receptionist]) expect(await countsOf(person)).toEqual(none);

  const waiting = { status: 'pending', quote: 0, total_amount: 0 };
  await makeOrder(shop, waiting);
  await makeOrder(shop, { ...waiting, technician_id: technician.id });
  await makeOrder(shop, { status: 'approved', technician_id: colleague.id });
  for (const status of ['quoted', 'completed', 'rejected', 'delivered', 'cancelled'])
    await makeOrder(shop, { status });
  expect((await countsOf(admin)).orders).toBe(3);
  expect((await countsOf(technician)).orders).toBe(2);
  expect((await countsOf(colleague)).orders).toBe(2);
  // One to hand over, one to hand back.
  expect((await countsOf(receptionist)).orders).toBe(2);

  await shop.sql`
    insert into public.appointments (customer_id, appointment_date, reason, status)
    select ${customer.id}, (today + at) at time zone 'America/Santiago', 'Retiro', status
    from (select date_trunc('day', now() at time zone 'America/Santiago') as today) as clock,
      (values (interval '0', 'scheduled'), (interval '23 hours 59 minutes', 'scheduled'),
        (interval '12 hours', 'cancelled'), (interval '-1 minute', 'scheduled'), (interval '24 hours', 'scheduled')
      ) as a (at, status)`;
  const failed = await makeOrder(shop, { status: 'delivered' });
  await shop.sql`
    insert into public.whatsapp_messages (order_id, event, occurrence, template, params, phone, state)
    values (${failed.id}, 'completed', 1, 'order_completed', '{}', '56912345678', 'failed')`;
  await shop.sql`
    insert into public.pedidos_pantallas (modelo, numero_orden, fecha_compra, precio_costo, cantidad, proveedor, received_at)
    select 'A15', 'FM', now(), 1000, 1, 'FullMobile', received
    from (values (null::timestamptz), (null), (now())) as r (received)`;
  const low = await addInventoryItem(technician, 1);
  await addInventoryItem(technician, 5);
  await shop.sql`update public.inventory set min_stock = 2 where id = ${low.id}`;
  expect(await countsOf(receptionist)).toEqual({
    orders: 2,
    appointments: 2,
    messages: 1,
    screen_orders: 2,
    inventory: 1,
  });
  const { data: facts } = await admin.client.rpc('system_status', { p_part: 'messages' });
  expect(facts).toMatchObject({ failed: 1 });
  await shop.sql`
    insert into public.pedidos_pantallas (modelo, numero_orden, fecha_compra, precio_costo, cantidad, proveedor)
    select 'A15', 'FM', now(), 1000, 1, 'FullMobile' from generate_series(1, 200)`;
  expect((await countsOf(admin)).screen_orders).toBe(100);
});
