/**
 * An order's lifecycle: who may set which status, under what conditions, and which timestamps the server sets (ORD-07
 * to ORD-10).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decide } from './support/decide-quote.ts';
import { change, makeOrder, storedOrder } from './support/orders.ts';
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

const STAFF = ['technician', 'receptionist', 'admin'] as const;
const stored = (id: string) => storedOrder(shop, id);

describe('ORD-07 changing the status', () => {
  test.each(['in_progress', 'completed'] as const)(
    'ORD-07 %s makes the acting technician or admin the order’s technician',
    async (status) => {
      for (const actor of [technician, admin]) {
        const { id } = await makeOrder(shop);
        expect((await change(actor, id, { status })).data).toMatchObject({ status, technician_id: actor.id });
      }
    },
  );

  test('ORD-07 a receptionist’s change leaves the technician alone', async () => {
    const { id } = await makeOrder(shop, { technician_id: technician.id });
    expect((await change(receptionist, id, { status: 'in_progress' })).data).toMatchObject({
      technician_id: technician.id,
    });
  });

  test('ORD-07 back to pending clears the technician', async () => {
    const { id } = await makeOrder(shop, { status: 'in_progress', technician_id: technician.id });
    expect((await change(technician, id, { status: 'pending' })).data).toMatchObject({
      status: 'pending',
      technician_id: null,
    });
  });

  test('ORD-07 updated_at is the server’s, whatever is sent', async () => {
    const { id } = await makeOrder(shop);
    await shop.sql`update public.service_orders set updated_at = '2020-01-01' where id = ${id}`;
    const before = Date.now();
    await change(technician, id, { status: 'in_progress', updated_at: '1999-01-01T00:00:00Z' });
    expect(Number((await stored(id)).updated_at)).toBeGreaterThanOrEqual(before);
  });

  test('ORD-07 completed_at is stamped on completion and cleared when the work goes on', async () => {
    const { id } = await makeOrder(shop, { status: 'in_progress' });
    expect((await change(technician, id, { status: 'completed' })).data?.completed_at).not.toBeNull();
    expect((await change(technician, id, { status: 'in_progress' })).data?.completed_at).toBeNull();
  });

  test.each(
    STAFF.flatMap((actor) => (['approved', 'rejected'] as const).map((status) => [actor, status] as const)),
  )('PUB-04 a %s cannot set %s: that is the customer’s', async (actor, status) => {
    const { id } = await makeOrder(shop, { status: 'quoted' });
    const { error } = await change(shop.people[actor], id, { status, approved_at: '2026-01-01T00:00:00Z' });
    expect(error).toMatchObject({
      code: '42501',
      message: 'Solo el cliente aprueba o rechaza un presupuesto.',
    });
    expect(await stored(id)).toMatchObject({ status: 'quoted', approved_at: null });
  });

  test('ORD-07 the stamps of a decision or delivery cannot be written by hand', async () => {
    const { id } = await makeOrder(shop);
    const at = '2026-01-01T00:00:00Z';
    await change(admin, id, { approved_at: at, rejected_at: at, delivered_at: at, completed_at: at });
    expect(await stored(id)).toMatchObject({
      approved_at: null,
      rejected_at: null,
      delivered_at: null,
      completed_at: null,
    });
  });

  test('ORD-07 an unknown status is refused', async () => {
    const { id } = await makeOrder(shop);
    expect((await change(admin, id, { status: 'lost' })).error).not.toBeNull();
    expect(await stored(id)).toMatchObject({ status: 'pending' });
  });
});

describe('ORD-08 quoting', () => {
  test.each(STAFF)('ORD-08 a %s sends a quote', async (actor) => {
    const { id } = await makeOrder(shop, { status: 'in_progress', quote: 0 });
    const quote = {
      status: 'quoted',
      total_amount: 79_990,
      quote: 79_990,
      technical_work: 'Cambio de pantalla',
    };
    expect((await change(shop.people[actor], id, quote)).data).toMatchObject(quote);
  });

  test("ORD-08 an empty description becomes 'Reparación general'", async () => {
    const { id } = await makeOrder(shop);
    const { data } = await change(technician, id, {
      status: 'quoted',
      total_amount: 20_000,
      technical_work: '   ',
    });
    expect(data).toMatchObject({ technical_work: 'Reparación general' });
  });

  test('ORD-08 a quote of 0 pesos is an amount; none is not', async () => {
    const { id } = await makeOrder(shop, { quote: 0 });
    expect((await change(technician, id, { status: 'quoted', total_amount: 0 })).data).toMatchObject({
      status: 'quoted',
      quote: 0,
    });
    const imported = await makeOrder(shop, { import_key: randomUUID(), quote: 0, total_amount: null });
    await shop.sql`update public.service_orders set total_amount = null where id = ${imported.id}`;
    const { error } = await change(technician, imported.id, { status: 'quoted' });
    expect(error).toMatchObject({
      code: '23514',
      message: 'Por favor, ingrese un monto válido para el presupuesto.',
    });
  });

  test('ORD-08 quoting again opens the decision again', async () => {
    const { id } = await makeOrder(shop, { status: 'quoted' });
    await decide(shop.anon, id, 'rejected');
    expect(await stored(id)).toMatchObject({ status: 'rejected', rejected_at: expect.any(Date) });
    await change(technician, id, { status: 'quoted', total_amount: 25_000 });
    expect(await stored(id)).toMatchObject({ status: 'quoted', approved_at: null, rejected_at: null });
  });
});

describe('ORD-09 cancelling', () => {
  const cancelled = { status: 'cancelled', notes: 'Llamar antes\nMotivo de cancelación: No hay repuesto' };

  test.each(['technician', 'admin'] as const)('ORD-09 a %s cancels with a reason', async (actor) => {
    const { id } = await makeOrder(shop, { notes: 'Llamar antes' });
    expect((await change(shop.people[actor], id, cancelled)).data).toMatchObject(cancelled);
  });

  test('ORD-09 a receptionist does not cancel', async () => {
    const { id } = await makeOrder(shop, { notes: 'Llamar antes' });
    const { error } = await change(receptionist, id, cancelled);
    expect(error).toMatchObject({
      code: '42501',
      message: 'Solo administración y técnicos cancelan órdenes.',
    });
    expect(await stored(id)).toMatchObject({ status: 'pending', notes: 'Llamar antes' });
  });

  test.each([
    ['no notes', {}],
    ['notes without a reason', { notes: 'Llamar antes. Nada más.' }],
    ['a blank reason', { notes: 'Llamar antes\nMotivo de cancelación:  \t' }],
  ])('ORD-09 a cancellation is refused with %s', async (_, columns) => {
    const { id } = await makeOrder(shop, { notes: 'Llamar antes' });
    const { error } = await change(technician, id, { status: 'cancelled', ...columns });
    expect(error).toMatchObject({ code: '23514', message: 'Escribe el motivo de cancelación.' });
    expect(await stored(id)).toMatchObject({ status: 'pending' });
  });
});

describe('ORD-55 the reason of a cancellation', () => {
  const reason = ' No hay repuesto ';

  test('ORD-55 the reason of a cancellation is a column, and the server writes it into the notes', async () => {
    const { id } = await makeOrder(shop, { notes: 'Llamar antes' });
    expect(
      (await change(technician, id, { status: 'cancelled', cancellation_reason: reason })).data,
    ).toMatchObject({
      cancellation_reason: 'No hay repuesto',
      notes: 'Llamar antes\nMotivo de cancelación: No hay repuesto',
    });
  });

  test('ORD-55 a reason that is written into the notes is taken from there', async () => {
    const { id } = await makeOrder(shop);
    const notes = 'Motivo de cancelación: No vino\ni llamó ';
    expect((await change(admin, id, { status: 'cancelled', notes })).data).toMatchObject({
      cancellation_reason: 'No vino\ni llamó',
      notes,
    });
  });

  test.each([
    'No vino. Motivo de cancelación: según él, el precio',
    'Motivo de cancelación: el precio',
    'Dos veces\nMotivo de cancelación: Motivo de cancelación: el precio',
  ])('ORD-55 a reason is kept whole although it contains the words of its line: %j', async (told) => {
    const { id } = await makeOrder(shop, { notes: 'Motivo de cancelación: de antes' });
    const notes = `Motivo de cancelación: de antes\nMotivo de cancelación: ${told}`;
    const kept = { cancellation_reason: told, notes };
    expect((await change(admin, id, { status: 'cancelled', notes })).data).toMatchObject(kept);
    const other = await makeOrder(shop, { notes: 'Motivo de cancelación: de antes' });
    expect(
      (await change(admin, other.id, { status: 'cancelled', cancellation_reason: told })).data,
    ).toMatchObject(kept);
    const messages = await shop.sql`select params[2] as reason from public.whatsapp_messages
      where event = 'cancelled' and order_id in ${shop.sql([id, other.id])}`;
    expect(messages.map(({ reason }) => reason as string)).toEqual(
      [told, told].map((reason) => reason.replaceAll('\n', ' ')),
    );
  });

  test.each([
    ['nothing', null],
    ['blanks', ' \n\t'],
  ])('ORD-55 a reason of %s is refused', async (_, blank) => {
    const { id } = await makeOrder(shop);
    const { error } = await change(technician, id, { status: 'cancelled', cancellation_reason: blank });
    expect(error).toMatchObject({ code: '23514', message: 'Escribe el motivo de cancelación.' });
  });

  test('ORD-55 the reason ends with the cancellation, and another cancellation asks again', async () => {
    const { id } = await makeOrder(shop);
    const cancel = { status: 'cancelled', cancellation_reason: reason };
    await change(admin, id, cancel);
    expect((await change(admin, id, { status: 'pending' })).data).toMatchObject({
      cancellation_reason: null,
    });
    expect((await change(admin, id, { status: 'cancelled' })).error).toMatchObject({ code: '23514' });
    expect((await change(admin, id, cancel)).data).toMatchObject({
      notes: 'Motivo de cancelación: No hay repuesto\nMotivo de cancelación: No hay repuesto',
    });
  });

  test('ORD-55 a reason does not change without a cancellation', async () => {
    const { id } = await makeOrder(shop);
    await change(admin, id, { status: 'cancelled', cancellation_reason: reason });
    expect((await change(admin, id, { cancellation_reason: 'Otro' })).data).toMatchObject({
      cancellation_reason: 'No hay repuesto',
    });
  });
});

describe('ORD-10 delivering', () => {
  test.each(STAFF)(
    'ORD-10 a %s delivers with warranty days; the date is the server’s and the technician stays',
    async (actor) => {
      const { id } = await makeOrder(shop, { status: 'completed', technician_id: technician.id });
      const before = Date.now();
      const columns = { status: 'delivered', warranty_days: 90, delivered_at: '1999-01-01T00:00:00Z' };
      expect((await change(shop.people[actor], id, columns)).error).toBeNull();
      const row = await stored(id);
      expect(row).toMatchObject({ status: 'delivered', warranty_days: 90, technician_id: technician.id });
      expect(Number(row.delivered_at)).toBeGreaterThanOrEqual(before);
      expect(row.completed_at).toBeInstanceOf(Date);
    },
  );

  test('ORD-10 a delivery without warranty days or below 0 is refused, and 0 days are accepted', async () => {
    const { id } = await makeOrder(shop, { status: 'completed' });
    const { error } = await change(receptionist, id, { status: 'delivered' });
    expect(error).toMatchObject({
      code: '23514',
      message: 'Por favor, ingrese un número válido de días de garantía.',
    });
    expect((await change(receptionist, id, { status: 'delivered', warranty_days: -1 })).error).toMatchObject({
      code: '23514',
    });
    expect((await change(receptionist, id, { status: 'delivered', warranty_days: 0 })).data).toMatchObject({
      status: 'delivered',
      warranty_days: 0,
    });
  });

  test('ORD-10 a technician does not stretch the warranty afterwards', async () => {
    const { id } = await makeOrder(shop, { status: 'delivered', warranty_days: 30 });
    expect((await change(technician, id, { warranty_days: 3000 })).error).toMatchObject({ code: '42501' });
    expect(await stored(id)).toMatchObject({ warranty_days: 30 });
  });
});
