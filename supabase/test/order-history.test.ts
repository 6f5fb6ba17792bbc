/** Records that the server writes about an order: timeline (ORD-17), messages (MSG-01 to MSG-03). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decide } from './support/decide-quote.ts';
import { change, makeOrder, orderOf } from './support/orders.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let technician: Person;
let receptionist: Person;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ technician, receptionist, admin } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());

const number = (order: { order_number: number }): string => String(order.order_number).padStart(6, '0');

async function takeIn(columns: Record<string, unknown> = {}) {
  const row = { ...orderOf(shop.people.customer), ...columns };
  const { data, error } = await receptionist.client
    .from('service_orders')
    .insert(row as never)
    .select()
    .single();
  if (error) throw error;
  return data;
}

describe('ORD-17 the timeline', () => {
  test('ORD-17 records who changed what and when, with the old and the new value', async () => {
    const order = await takeIn();
    await change(technician, order.id, { status: 'in_progress' });
    await change(admin, order.id, { notes: 'Llamar antes', quote: 35_000 });
    await change(technician, order.id, {
      status: 'quoted',
      total_amount: 40_000,
      technical_work: 'Cambio de placa',
    });
    await decide(shop.anon, order.id, 'approved');
    const { data } = await receptionist.client
      .from('order_events')
      .select('kind, actor_id, actor_name, actor_role, version, changes')
      .eq('order_id', order.id)
      .order('id');
    const by = (person: Person, actor_role: string) => ({
      actor_id: person.id,
      actor_name: person.fullName,
      actor_role,
    });
    expect(data).toEqual([
      { kind: 'created', version: 1, changes: {}, ...by(receptionist, 'receptionist') },
      {
        kind: 'status',
        version: 2,
        ...by(technician, 'technician'),
        changes: { status: ['pending', 'in_progress'], technician_id: [null, technician.id] },
      },
      {
        kind: 'edited',
        version: 3,
        ...by(admin, 'admin'),
        changes: { notes: [null, 'Llamar antes'], total_amount: [30_000, 35_000] },
      },
      {
        kind: 'status',
        version: 4,
        ...by(technician, 'technician'),
        changes: {
          status: ['in_progress', 'quoted'],
          total_amount: [35_000, 40_000],
          technical_work: ['Cambio de pin de carga', 'Cambio de placa'],
        },
      },
      {
        kind: 'decision',
        version: 5,
        actor_id: null,
        actor_name: null,
        actor_role: null,
        changes: { status: ['quoted', 'approved'] },
      },
    ]);
  });

  test('ORD-17 an update that changes nothing leaves no line', async () => {
    const order = await takeIn();
    await change(admin, order.id, { notes: null, updated_at: '2020-01-01T00:00:00Z' });
    expect(await shop.sql`select from public.order_events where order_id = ${order.id}`).toHaveLength(1);
  });

  test('ORD-17 survives the order, and the name survives the person', async () => {
    const leaving = await shop.addPerson('admin');
    const order = await takeIn();
    await change(leaving, order.id, { status: 'in_progress' });
    await leaving.client.from('service_orders').delete().eq('id', order.id);
    await admin.client.from('profiles').delete().eq('id', leaving.id);
    const events =
      await shop.sql`select kind, actor_name from public.order_events where order_id = ${order.id} order by id`;
    expect(events.map((row) => ({ ...row }))).toEqual([
      { kind: 'created', actor_name: receptionist.fullName },
      { kind: 'status', actor_name: leaving.fullName },
      { kind: 'deleted', actor_name: leaving.fullName },
    ]);
  });
});

describe('MSG-01 messages', () => {
  const messages = async (id: string) =>
    (
      await shop.sql`select event, occurrence, template, language, params, phone, state from public.whatsapp_messages
        where order_id = ${id} order by created_at, event`
    ).map((row) => ({ ...row }));

  test('MSG-01 each event queues its template with its parameters', async () => {
    const order = await takeIn({ customer_phone: '9 8123-4567' });
    const common = { occurrence: 1, language: 'es_CL', phone: '56981234567', state: 'queued' };
    const steps: [Record<string, unknown>, Record<string, unknown>][] = [
      [
        { status: 'in_progress' },
        { event: 'in_progress', template: 'status_update', params: [number(order), 'En Progreso'] },
      ],
      [
        { status: 'quoted', total_amount: 1_045_990, technical_work: 'Cambio de pantalla' },
        {
          event: 'quoted',
          template: 'order_quoted',
          params: [
            number(order),
            'Cambio de pantalla',
            '$1.045.990',
            expect.stringContaining(`${shop.url}/decision-presupuesto/${order.id}-`),
          ],
        },
      ],
      [{ status: 'completed' }, { event: 'completed', template: 'order_completed', params: [number(order)] }],
      [
        { status: 'delivered', warranty_days: 90 },
        {
          event: 'delivered',
          template: 'order_delivered_v2',
          params: [number(order), 'Garantía de 90 días'],
        },
      ],
      [
        { status: 'cancelled', notes: 'Motivo de cancelación: No hay repuesto ' },
        { event: 'cancelled', template: 'order_cancelled', params: [number(order), 'No hay repuesto'] },
      ],
    ];
    const expected = [{ event: 'created', template: 'new_order', params: [number(order)], ...common }];
    expect(await messages(order.id)).toEqual(expected);
    for (const [columns, message] of steps) {
      expect((await change(technician, order.id, columns)).error).toBeNull();
      expected.push({ ...common, ...message } as (typeof expected)[number]);
      expect(await messages(order.id)).toEqual(expected);
    }
  });

  test.each([
    [0, 'Sin garantía'],
    [1, 'Garantía de 1 día'],
    [30, 'Garantía de 30 días'],
  ])('MSG-01 the warranty text of %d days', async (days, text) => {
    const order = await makeOrder(shop, { status: 'completed' });
    await change(receptionist, order.id, { status: 'delivered', warranty_days: days });
    expect((await messages(order.id)).find(({ event }) => event === 'delivered')?.params).toEqual([
      number(order),
      text,
    ]);
  });

  test.each([
    ['Cambio de pantalla.', 'Cambio de pantalla'],
    ['Cambio de pantalla...', 'Cambio de pantalla'],
    ['Limpieza.\n Cambio de pin. ', 'Limpieza. Cambio de pin'],
    ['¿Vale la pena?', '¿Vale la pena?'],
    [' . ', 'Sin detalle'],
  ])('MSG-01 the work %j goes without a full stop, which the template has', async (work, text) => {
    const order = await makeOrder(shop);
    await change(receptionist, order.id, { status: 'quoted', quote: 1000, technical_work: work });
    expect((await messages(order.id)).find(({ event }) => event === 'quoted')?.params?.[1]).toBe(text);
  });

  test('MSG-02 pending has no message, and the change goes through', async () => {
    const order = await makeOrder(shop, { status: 'in_progress' });
    const before = (await messages(order.id)).length;
    expect((await change(technician, order.id, { status: 'pending' })).data).toMatchObject({
      status: 'pending',
    });
    expect(await messages(order.id)).toHaveLength(before);
  });

  test('MSG-01 an open quote that changes is sent again, with the new amount', async () => {
    const order = await makeOrder(shop, { status: 'in_progress' });
    await change(technician, order.id, { status: 'quoted', total_amount: 20_000 });
    await change(technician, order.id, { total_amount: 25_000 });
    const sent = (await messages(order.id)).filter(({ event }) => event === 'quoted');
    expect(sent.map(({ occurrence, params }) => [occurrence, (params as string[])[2]])).toEqual([
      [1, '$20.000'],
      [2, '$25.000'],
    ]);
  });

  test('MSG-03 the message is queued in the transaction of the change', async () => {
    const order = await makeOrder(shop);
    await change(technician, order.id, { status: 'in_progress' });
    const rows = await shop.sql`
      select xmin::text as tx from public.service_orders where id = ${order.id}
      union select xmin::text from public.whatsapp_messages where order_id = ${order.id} and event = 'in_progress'`;
    expect(rows).toHaveLength(1);
  });
});
