/** Reception takes back an order that was taken in by mistake (ORD-121). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, orderOf, storedOrder } from './support/orders.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

/** An order as the counter takes it in, through the API. */
async function takeIn(by = shop.people.receptionist, columns = {}): Promise<string> {
  const id = randomUUID();
  const row = { id, ...orderOf(shop.people.customer), quote: 0, advance_payment: 0, ...columns };
  expect((await by.client.from('service_orders').insert(row)).error).toBeNull();
  return id;
}

const takeBack = (id: string, by = shop.people.receptionist, reason = 'Cliente equivocado') =>
  by.client.rpc('take_back_order', { p_order_id: id, p_reason: reason });

async function stateOf(id: string, by: Person = shop.people.receptionist) {
  return (await by.client.rpc('intake_state', { p_order_id: id })).data?.[0];
}

test('ORD-121 a user undoes an own intake of the last minutes, with its waiting message; the log has who and why', async () => {
  const { admin, receptionist } = shop.people;
  const id = await takeIn();
  expect(await stateOf(id)).toEqual({ obstacle: null, is_told: false });
  expect(await shop.sql`select state from public.whatsapp_messages where order_id = ${id}`).toHaveLength(1);

  expect((await takeBack(id)).error).toBeNull();
  // A second press, or one whose answer was lost.
  expect((await takeBack(id)).error).toBeNull();

  expect(await storedOrder(shop, id)).toEqual({});
  expect(await shop.sql`select from public.whatsapp_messages where order_id = ${id}`).toHaveLength(0);
  const { data } = await admin.client
    .from('order_events')
    .select('actor_name, changes')
    .eq('order_id', id)
    .eq('kind', 'deleted');
  expect(data).toEqual([
    {
      actor_name: receptionist.fullName,
      changes: {
        customer_name: [shop.people.customer.fullName, null],
        reason: [null, 'Cliente equivocado'],
      },
    },
  ]);
});

test('ORD-121 a reason is asked for', async () => {
  const id = await takeIn();
  const refused = { code: '23514', message: 'Escribe por qué deshaces el ingreso, en hasta 500 letras.' };
  for (const reason of ['', ' \n', 'x'.repeat(501)])
    expect((await takeBack(id, shop.people.receptionist, reason)).error).toMatchObject(refused);
  expect(await storedOrder(shop, id)).toMatchObject({ status: 'pending' });
});

test('ORD-121 technicians, customers and admins do not take back an intake', async () => {
  const id = await takeIn();
  for (const actor of ['technician', 'customer', 'admin'] as const)
    expect((await takeBack(id, shop.people[actor])).error?.code).toBe('42501');
  expect(await storedOrder(shop, id)).toMatchObject({ status: 'pending' });
});

test.each<[string, string, (id: string) => PromiseLike<unknown>]>([
  [
    'of another receptionist',
    'Solo puede deshacer el ingreso quien recibió el equipo.',
    async (id) => {
      const other = await shop.addPerson('receptionist');
      await shop.sql`update public.service_orders set receptionist_id = ${other.id} where id = ${id}`;
    },
  ],
  [
    'after more than 15 minutes',
    'Pasaron más de 15 minutos desde el ingreso: pide a administración que elimine la orden.',
    (id) =>
      shop.sql`update public.service_orders set created_at = now() - interval '15 minutes 1 second' where id = ${id}`,
  ],
  [
    'after a technician began',
    'El trabajo ya comenzó: la orden cambió de estado.',
    (id) => change(shop.people.technician, id, { status: 'in_progress' }),
  ],
  [
    'after a technician began and gave it back',
    'El trabajo ya comenzó: la orden cambió de estado.',
    async (id) => {
      await change(shop.people.technician, id, { status: 'in_progress' });
      await change(shop.people.technician, id, { status: 'pending' });
    },
  ],
  [
    'with an advance',
    'La orden tiene un pago. Si devolviste el dinero, deja el abono en $0 y vuelve a intentar.',
    (id) => change(shop.people.receptionist, id, { quote: 30_000, advance_payment: 10_000 }),
  ],
  [
    'with a note of somebody else',
    'Otra persona ya trabajó en esta orden: pide a administración que la elimine.',
    (id) =>
      shop.people.technician.client
        .from('service_order_internal')
        .insert({ order_id: id, internal_notes: 'Falta un tornillo' }),
  ],
  [
    'with a part',
    'La orden tiene repuestos: pide a administración que la elimine.',
    (id) =>
      shop.sql`insert into public.inventory_movements (item_id, kind, delta, quantity_after, unit_cost, brand, model, order_id)
        values (${randomUUID()}, 'written_off', -1, 4, 1000, 'Samsung', 'A15', ${id})`,
  ],
])('ORD-121 an order %s stays, with the reason', async (_case, message, happen) => {
  const id = await takeIn();
  await happen(id);
  expect(await stateOf(id)).toMatchObject({ obstacle: message });
  expect((await takeBack(id)).error).toMatchObject({ code: '23514', message });
  expect(await storedOrder(shop, id)).toMatchObject({ id });
});

test('ORD-121 the dialog says beforehand if the customer was already notified', async () => {
  const id = await takeIn();
  await shop.sql`update public.whatsapp_messages set state = 'sent', sent_at = now() where order_id = ${id}`;
  expect(await stateOf(id)).toEqual({ obstacle: null, is_told: true });
});

test('ORD-121 the customer’s replies stay, with another order of the same number, or with none', async () => {
  const phone = { customer_phone: '+56 9 7123 4567' };
  const older = await takeIn(shop.people.receptionist, phone);
  const twice = await takeIn(shop.people.receptionist, phone);
  const wrong = await takeIn(shop.people.receptionist, { customer_phone: '+56 9 7123 0000' });
  await shop.sql`select public.record_reply('wamid.yes', '56971234567', 'Sí, apruebo', now())`;
  await shop.sql`select public.record_reply('wamid.who', '56971230000', '¿Qué equipo?', now())`;
  for (const id of [twice, wrong]) expect((await takeBack(id)).error).toBeNull();
  const { data: replies } = await shop.people.receptionist.client
    .from('whatsapp_replies')
    .select('order_id, body')
    .order('received_at');
  expect(replies).toEqual([
    { order_id: older, body: 'Sí, apruebo' },
    { order_id: null, body: '¿Qué equipo?' },
  ]);
  const { data: told } = await shop.people.receptionist.client
    .from('notifications')
    .select('order_id, message')
    .eq('type', 'customer_reply')
    .order('created_at');
  const [row] = await shop.sql`select order_number from public.service_orders where id = ${older}`;
  const number = String(row?.order_number).padStart(6, '0');
  expect(told).toEqual([
    {
      order_id: older,
      message: `Orden ${number}: ${shop.people.customer.fullName} respondió por WhatsApp.`,
    },
    { order_id: null, message: 'Un número que no está en ninguna orden escribió por WhatsApp.' },
  ]);
});

test('ORD-121 replies of two numbers go with their notices to an order of each number', async () => {
  const { receptionist } = shop.people;
  const [first, second] = ['+56 9 7222 1111', '+56 9 7222 2222'];
  const others = [
    await takeIn(receptionist, { customer_phone: first }),
    await takeIn(receptionist, { customer_phone: second }),
  ];
  const wrong = await takeIn(receptionist, { customer_phone: first, second_phone: second });
  await shop.sql`select public.record_reply('wamid.first', '56972221111', 'Soy Ana', now())`;
  await shop.sql`select public.record_reply('wamid.second', '56972222222', 'Soy Luis', now())`;
  expect((await takeBack(wrong)).error).toBeNull();
  const { data: replies } = await receptionist.client
    .from('whatsapp_replies')
    .select('order_id')
    .in('provider_message_id', ['wamid.first', 'wamid.second'])
    .order('received_at');
  const { data: told } = await receptionist.client
    .from('notifications')
    .select('order_id')
    .eq('type', 'customer_reply')
    .in('order_id', others)
    .order('created_at');
  const expected = others.map((order_id) => ({ order_id }));
  expect([replies, told]).toEqual([expected, expected]);
});

test('ORD-121 ORD-20 the request that took it in, arriving once more, takes in nothing and tells nobody', async () => {
  const { customer, receptionist, technician } = shop.people;
  const id = await takeIn();
  expect((await takeBack(id)).error).toBeNull();
  const again = (by: Person) =>
    by.client
      .from('service_orders')
      .insert({ id, ...orderOf(customer), quote: 0, advance_payment: 0 })
      .select('id');
  expect((await again(receptionist)).error).toMatchObject({
    code: 'PT409',
    message:
      'Esta orden ya se había guardado y después se eliminó. Guarda otra vez solo si el equipo sigue aquí.',
  });
  // People who may not take in orders learn nothing of it.
  for (const person of [customer, technician]) expect((await again(person)).error?.code).toBe('42501');
  expect(await storedOrder(shop, id)).toEqual({});
  expect(await shop.sql`select from public.whatsapp_messages where order_id = ${id}`).toHaveLength(0);
});

test('ORD-121 an order that never was is not found', async () => {
  expect((await takeBack(randomUUID())).error?.code).toBe('P0002');
});
