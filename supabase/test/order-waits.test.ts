/** Waits: set and ended by staff, once, and ended by the order's status (TIME-01 to TIME-06). */
import { randomUUID } from 'node:crypto';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { decide } from './support/decide-quote.ts';
import { change, makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';
import {
  dayFromToday,
  endWait,
  openWaitOf,
  resumeWait,
  seen,
  setReasons,
  setWait,
  waitsOf,
} from './support/waits.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shop.sql`
    update public.setting_sections set value = value || '{"undoSeconds": 60}' where section = 'messages'`;
});
afterAll(() => shop[Symbol.asyncDispose]());

beforeEach(async () => {
  await setReasons(shop, FIRST_VALUES.desk.waits);
});

const eventsOf = async (id: string) =>
  (
    await shop.sql`select kind, changes from public.order_events where order_id = ${id} and kind like 'wait%' order by id`
  ).map(({ kind, changes }) => [kind, changes] as [string, unknown]);

test('TIME-01 an order waits for a reason with its words as they are now, and the timeline says so', async () => {
  const { technician } = shop.people;
  const { id } = await makeOrder(shop);
  const day = dayFromToday(7);
  expect(await setWait(technician, id, { p_expected_on: day, p_note: ' Pantalla A15 ' })).toBeNull();
  await setReasons(shop, [{ ...FIRST_VALUES.desk.waits[0], label: 'Pieza', customerText: '' }]);
  expect(await waitsOf(shop, id)).toMatchObject([
    {
      reason: 'part',
      label: 'Repuesto',
      public_text: 'Esperando un repuesto',
      expected_on: day,
      note: 'Pantalla A15',
      outcome: null,
      started_by: technician.id,
    },
  ]);
  expect(await endWait(shop.people.receptionist, (await openWaitOf(shop, id)).id)).toBeNull();
  expect(await waitsOf(shop, id)).toMatchObject([
    { outcome: 'arrived', ended_by: shop.people.receptionist.id },
  ]);
  expect(await eventsOf(id)).toEqual([
    ['wait_started', { reason: [null, 'Repuesto'], expected_on: [null, day], note: [null, 'Pantalla A15'] }],
    ['wait_ended', { reason: [null, 'Repuesto'] }],
  ]);
});

test('TIME-02 the same reason keeps its wait with another date, another reason begins a new one', async () => {
  const { technician } = shop.people;
  const { id } = await makeOrder(shop);
  await setWait(technician, id, { p_expected_on: dayFromToday(7) });
  const first = await openWaitOf(shop, id);
  // A reason that was deleted meanwhile still names the wait that has it.
  await setReasons(shop, FIRST_VALUES.desk.waits.slice(1));
  expect(await setWait(technician, id, { p_expected_on: dayFromToday(9), ...seen(first) })).toBeNull();
  const again = await openWaitOf(shop, id);
  expect(again).toMatchObject({ id: first.id, expected_on: dayFromToday(9) });
  // The past day is that of another reason.
  await shop.sql`update public.order_waits set expected_on = ${dayFromToday(-3)} where id = ${first.id}`;
  const late = { p_reason: 'lab', p_expected_on: dayFromToday(-3), ...seen(again) };
  expect((await setWait(technician, id, late))?.message).toBe('Elige una fecha desde hoy.');
  expect(await setWait(technician, id, { p_reason: 'lab', ...seen(again) })).toBeNull();
  expect((await waitsOf(shop, id)).map(({ reason, outcome }) => [reason, outcome])).toEqual([
    ['part', 'replaced'],
    ['lab', null],
  ]);
  expect((await eventsOf(id)).map(([kind]) => kind)).toEqual([
    'wait_started',
    'wait_changed',
    'wait_changed',
    'wait_ended',
    'wait_started',
  ]);
});

test('TIME-03 sent twice a wait is set once and ended once', async () => {
  const { technician } = shop.people;
  const { id } = await makeOrder(shop);
  const request = { p_request_id: randomUUID(), p_note: 'Uno' };
  expect([await setWait(technician, id, request), await setWait(technician, id, request)]).toEqual([
    null,
    null,
  ]);
  const own = await openWaitOf(shop, id);
  const { id: wait } = own;
  // The form has read its own wait meanwhile.
  expect(await setWait(technician, id, { ...request, ...seen(own) })).toBeNull();
  expect(await setWait(technician, id, { ...request, p_note: 'Otro' })).toMatchObject({ code: 'PT409' });
  expect([await endWait(technician, wait), await endWait(technician, wait)]).toEqual([null, null]);
  // The repeated request does not put the order on hold again.
  expect(await setWait(technician, id, request)).toBeNull();
  expect(await waitsOf(shop, id)).toHaveLength(1);
});

test('TIME-03 of two people at once one sets the wait and one ends it, and the other is told', async () => {
  const { technician, receptionist } = shop.people;
  const { id } = await makeOrder(shop);
  const set = await Promise.all([setWait(technician, id), setWait(receptionist, id, { p_reason: 'lab' })]);
  expect(set.filter((error) => error === null)).toHaveLength(1);
  expect(set.find((error) => error !== null)).toMatchObject({
    code: '23514',
    message: 'Otra persona cambió la espera de esta orden mientras tanto. Revisa en qué quedó.',
  });
  const { id: wait } = await openWaitOf(shop, id);
  const ended = await Promise.all([endWait(technician, wait), endWait(receptionist, wait)]);
  expect(ended.filter((error) => error === null)).toHaveLength(1);
  expect(ended.find((error) => error !== null)).toMatchObject({
    code: '23514',
    message: 'Otra persona ya terminó esta espera.',
  });
  expect(await waitsOf(shop, id)).toHaveLength(1);
});

test('TIME-03 of two people who change one wait the later is told, and loses nothing of the other’s', async () => {
  const { technician, receptionist } = shop.people;
  const { id } = await makeOrder(shop);
  await setWait(technician, id);
  const read = seen(await openWaitOf(shop, id));
  const day = dayFromToday(5);
  expect(await setWait(receptionist, id, { p_expected_on: day, p_note: 'Llamar', ...read })).toBeNull();
  expect(await setWait(technician, id, { p_note: 'Otra nota', ...read })).toMatchObject({
    message: 'Otra persona cambió la espera de esta orden mientras tanto. Revisa en qué quedó.',
  });
  const now = await openWaitOf(shop, id);
  expect(now).toMatchObject({ expected_on: day, note: 'Llamar' });
  expect(await setWait(technician, id, { p_note: 'Otra nota', ...seen(now) })).toBeNull();
});

test('TIME-08 who ended a wait takes that back, once, until something has followed', async () => {
  const { technician, receptionist } = shop.people;
  const { id } = await makeOrder(shop);
  await setWait(technician, id);
  const { id: wait } = await openWaitOf(shop, id);
  await endWait(technician, wait);
  const refusal = {
    message: 'Ya no se puede deshacer: pasó el tiempo o la orden cambió. Ponla en espera otra vez.',
  };
  expect(await resumeWait(receptionist, wait)).toMatchObject(refusal);
  expect([await resumeWait(technician, wait), await resumeWait(technician, wait)]).toEqual([null, null]);
  expect(await openWaitOf(shop, id)).toMatchObject({ id: wait, ended_by: null });
  await endWait(technician, wait);
  await setWait(technician, id, { p_reason: 'lab' });
  expect(await resumeWait(technician, wait)).toMatchObject(refusal);
  await endWait(technician, (await openWaitOf(shop, id)).id);
  expect(await resumeWait(technician, wait)).toMatchObject(refusal);
  const { id: other } = await makeOrder(shop);
  await setWait(technician, other);
  const { id: later } = await openWaitOf(shop, other);
  await endWait(technician, later);
  await change(technician, other, { status: 'completed' });
  expect(await resumeWait(technician, later)).toMatchObject(refusal);
  // Their own other tab ended it by another wait.
  await change(technician, other, { status: 'in_progress' });
  await setWait(technician, other);
  const replaced = await openWaitOf(shop, other);
  await setWait(technician, other, { p_reason: 'lab', ...seen(replaced) });
  expect((await endWait(technician, replaced.id))?.message).toBe(
    'Esta espera ya terminó: la orden pasó a esperar otra cosa.',
  );
});

test('TIME-13 a screen order that is gone is refused, and the timeline names the one that is awaited', async () => {
  const { technician } = shop.people;
  const { id } = await makeOrder(shop);
  expect((await setWait(technician, id, { p_screen_order_id: randomUUID() }))?.message).toBe(
    'Ese pedido de pantallas ya no existe. Elige otro.',
  );
  const [screen] = await shop.sql`
    insert into public.pedidos_pantallas (modelo, numero_orden, fecha_compra, precio_costo, cantidad, proveedor)
    values ('A15', '4411', now(), 1000, 1, 'FullMobile') returning id`;
  await setWait(technician, id);
  const open = await openWaitOf(shop, id);
  expect(await setWait(technician, id, { p_screen_order_id: String(screen?.id), ...seen(open) })).toBeNull();
  expect((await eventsOf(id)).at(-1)).toEqual(['wait_changed', { screen_order: [null, 'A15 · 4411'] }]);
  const { data: orders } = await technician.client
    .from('pedidos_pantallas')
    .select('waits:order_waits (order_id)')
    .is('waits.ended_at', null)
    .eq('id', String(screen?.id));
  expect(orders).toEqual([{ waits: [{ order_id: id }] }]);
});

test('TIME-04 a reason that was deleted, a date that passed and an order that is done are refused with words', async () => {
  const { technician } = shop.people;
  const { id } = await makeOrder(shop);
  const message = async (more: Parameters<typeof setWait>[2], order = id) =>
    (await setWait(technician, order, more))?.message;
  expect(await message({ p_reason: 'gone' })).toBe('Ese motivo ya no está en Ajustes. Elige otro.');
  expect(await message({ p_expected_on: dayFromToday(-1) })).toBe('Elige una fecha desde hoy.');
  expect(await message({ p_expected_on: '-infinity' })).toBe('Elige una fecha desde hoy.');
  for (const day of [dayFromToday(800), 'infinity'])
    expect(await message({ p_expected_on: day })).toBe('Elige una fecha de los próximos dos años.');
  expect(await message({ p_note: 'x'.repeat(501) })).toBe('La nota puede tener hasta 500 letras.');
  expect(await message({}, randomUUID())).toBe('La orden no existe.');
  for (const status of ['rejected', 'completed', 'cancelled', 'delivered'])
    expect(await message({}, (await makeOrder(shop, { status })).id), status).toBe(
      'Esta orden ya no espera nada: el trabajo terminó o la orden se cerró.',
    );
  expect((await endWait(technician, randomUUID()))?.message).toBe(
    'Esta espera ya no existe: alguien eliminó la orden.',
  );
  expect(await waitsOf(shop, id)).toEqual([]);
});

test('TIME-04 nobody but the staff sets, ends or reads a wait', async () => {
  const { id } = await makeOrder(shop);
  await setWait(shop.people.technician, id, { p_note: 'Solo del taller' });
  const open = await openWaitOf(shop, id);
  const { id: wait } = open;
  for (const actor of ['anon', 'customer', 'other'] as const) {
    const client = shop.clientOf(actor);
    expect((await setWait({ client }, id, { ...seen(open), p_tell: true }))?.code, actor).toBe('42501');
    expect((await endWait({ client }, wait))?.code, actor).toBe('42501');
    expect((await resumeWait({ client }, wait))?.code, actor).toBe('42501');
    expect((await client.from('order_waits').select('note').eq('id', wait)).data ?? [], actor).toEqual([]);
  }
  expect(await openWaitOf(shop, id)).toMatchObject({ id: wait, note: 'Solo del taller' });
});

test('TIME-05 a status without work left ends the wait, one with work left does not', async () => {
  const { technician, receptionist } = shop.people;
  const { id } = await makeOrder(shop, { quote: 20_000, total_amount: 20_000 });
  await setWait(technician, id);
  await change(technician, id, { status: 'in_progress' });
  const { id: wait } = await openWaitOf(shop, id);
  await change(technician, id, { status: 'completed' });
  expect(await waitsOf(shop, id)).toMatchObject([{ outcome: 'moved_on', ended_by: technician.id }]);
  expect((await endWait(receptionist, wait))?.message).toBe(
    'Esta espera ya terminó: la orden cambió de estado.',
  );
  for (const [by, columns] of [
    [technician, { status: 'cancelled', cancellation_reason: 'Sin arreglo' }],
    [receptionist, { status: 'delivered', warranty_days: 30 }],
  ] as const) {
    const other = await makeOrder(shop);
    await setWait(technician, other.id);
    await change(by, other.id, columns);
    expect(await waitsOf(shop, other.id), columns.status).toMatchObject([{ outcome: 'moved_on' }]);
  }
});

test('TIME-05 the customer’s answer ends a wait for it and no other', async () => {
  const { technician } = shop.people;
  for (const [reason, outcome] of [
    ['customer', 'moved_on'],
    ['part', null],
  ] as const) {
    const { id } = await makeOrder(shop, { status: 'quoted', quote: 20_000, total_amount: 20_000 });
    await setWait(technician, id, { p_reason: reason });
    expect(await decide(shop.people.customer.client, id, 'approved')).toMatchObject({ status: 200 });
    // A customer is not named: anonymisation would leave a tie to the account.
    expect(await waitsOf(shop, id), reason).toMatchObject([{ reason, outcome, ended_by: null }]);
  }
});

test('TIME-05 undoing the status opens the wait again that it had ended', async () => {
  const { technician } = shop.people;
  const { id } = await makeOrder(shop);
  await setWait(technician, id);
  const { id: wait } = await openWaitOf(shop, id);
  const { data } = await change(technician, id, { status: 'completed' });
  await technician.client.rpc('undo_status', { p_order_id: id, p_version: Number(data?.version) });
  expect(await waitsOf(shop, id)).toMatchObject([{ id: wait, outcome: null, ended_by: null }]);

  // One that a person had ended before stays ended.
  await endWait(technician, wait);
  const { data: again } = await change(technician, id, { status: 'completed' });
  await technician.client.rpc('undo_status', { p_order_id: id, p_version: Number(again?.version) });
  expect(await waitsOf(shop, id)).toMatchObject([{ id: wait, outcome: 'arrived' }]);
});
