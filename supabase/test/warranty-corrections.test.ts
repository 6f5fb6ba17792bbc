/** A second delivery begins no warranty again, and who corrects one (WARR-17, WARR-18). */
import { randomUUID } from 'node:crypto';
import { addDays, shopDay } from '@taller/shared/values/dates.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { takeInReturn } from './support/returns.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const today = () => shopDay(new Date());
/** An order that was delivered so many days ago. */
async function delivered(daysAgo: number, columns: Record<string, unknown> = { warranty_days: 30 }) {
  const { id } = await makeOrder(shop, { status: 'completed' });
  const { error } = await change(shop.people.receptionist, id, { status: 'delivered', ...columns });
  expect(error).toBeNull();
  await shop.sql`update public.service_orders set delivered_at = now() - make_interval(days => ${daysAgo})
    where id = ${id}`;
  return id;
}
const endsOf = async (id: string) => {
  const { data } = await shop.people.receptionist.client.rpc('order_warranty', { p_order_id: id });
  const { work_end: work, parts_end: parts } = data as { work_end: string | null; parts_end: string | null };
  return [work, parts];
};
/** Takes a delivered order back by these steps, and delivers it again with the warranty that the dialog names. */
async function again(id: string, steps: readonly string[], by: Person = shop.people.technician, days = 90) {
  for (const status of steps) expect((await change(by, id, { status })).error).toBeNull();
  return change(by, id, { status: 'delivered', warranty_days: days, parts_warranty_days: days });
}

describe('a second delivery', () => {
  test.each([[['completed']], [['in_progress', 'completed']], [['pending', 'in_progress', 'completed']]])(
    'WARR-17 after %j does not begin the warranty again: its ends stay',
    async (steps) => {
      const id = await delivered(10, { warranty_days: 30, parts_warranty_days: 60 });
      const ends = await endsOf(id);
      expect(ends).toEqual([addDays(today(), 20), addDays(today(), 50)]);
      expect((await again(id, steps)).data).toMatchObject({ warranty_days: 20, parts_warranty_days: 50 });
      expect(await endsOf(id)).toEqual(ends);
      expect((await again(id, steps, shop.people.admin)).error).toBeNull();
      expect(await endsOf(id)).toEqual(ends);
    },
  );

  test('WARR-17 a warranty that has ended stays ended, however often the order is delivered', async () => {
    const id = await delivered(40);
    expect((await again(id, ['completed'])).data).toMatchObject({ warranty_days: 0 });
    expect((await again(id, ['in_progress', 'completed'])).data).toMatchObject({ warranty_days: 0 });
    expect(await endsOf(id)).toEqual([null, null]);
  });

  test('WARR-17 an order that was handed back without a warranty gets one once it is repaired', async () => {
    const id = await delivered(10, { warranty_days: 0 });
    expect((await again(id, ['in_progress', 'completed'])).data).toMatchObject({ warranty_days: 90 });
  });

  test('WARR-17 to hand it back unrepaired takes nothing of the warranty either', async () => {
    const id = await delivered(10);
    await change(shop.people.technician, id, { status: 'completed' });
    await change(shop.people.technician, id, {
      status: 'delivered',
      warranty_days: 0,
      unrepaired_reason: 'No quiso',
    });
    expect(await endsOf(id)).toEqual([addDays(today(), 20), addDays(today(), 20)]);
  });

  test('WARR-17 nobody brings other days along on the way, or changes them beside a delivery', async () => {
    const id = await delivered(10);
    const { technician, receptionist, admin } = shop.people;
    for (const person of [technician, receptionist, admin])
      for (const columns of [{ warranty_days: 3650 }, { status: 'completed', warranty_days: 3650 }])
        expect((await change(person, id, columns)).error).toMatchObject({
          code: '42501',
          message: expect.stringMatching(/la corrige administración/) as string,
        });
    await change(technician, id, { status: 'completed' });
    expect((await change(receptionist, id, { parts_warranty_days: 3650 })).error?.code).toBe('42501');
    expect((await again(id, [])).data).toMatchObject({ warranty_days: 20, parts_warranty_days: null });
  });

  test('WARR-17 ‘Deshacer’ of a delivery by mistake leaves the warranty to the true one', async () => {
    await shop.sql`update public.setting_sections set value = value || '{"undoSeconds": 60}' where section = 'messages'`;
    const { id } = await makeOrder(shop, { status: 'completed' });
    const { receptionist } = shop.people;
    const { data } = await change(receptionist, id, { status: 'delivered', warranty_days: 30 });
    const undo = { p_order_id: id, p_version: data?.version ?? 0 };
    expect((await receptionist.client.rpc('undo_status', undo)).error).toBeNull();
    await shop.sql`update public.setting_sections set value = value || '{"undoSeconds": 0}' where section = 'messages'`;
    expect(await storedOrder(shop, id)).toMatchObject({ status: 'completed', warranty_since: null });
    expect((await again(id, [])).data).toMatchObject({ warranty_days: 90 });
  });
});

describe('a correction', () => {
  const correct = async (by: Person, id: string, values: Record<string, unknown> = {}) => {
    const { version } = await storedOrder(shop, id);
    const args = {
      p_request_id: randomUUID(),
      p_order_id: id,
      p_version: version,
      p_days: 60,
      p_reason: 'Se equivocó',
    };
    return by.client.rpc('correct_warranty', { ...args, ...values } as never);
  };
  const REFUSED = [
    [{ p_reason: ' ' }, /^Escribe por qué se corrige la garantía\.$/],
    [{ p_reason: 'x'.repeat(501) }, /hasta 500 letras/],
    [{ p_days: -1 }, /número válido de días/],
    [{ p_days: 3651 }, /número válido de días/],
    [{ p_days: null }, /número válido de días/],
    [{ p_parts_days: 3651 }, /número válido de días/],
    [{ p_version: 1 }, /^Otra persona cambió la orden mientras tanto/],
  ] as const;

  test('WARR-18 an admin corrects the days with a reason, which the timeline has, and nobody else does', async () => {
    const id = await delivered(10);
    const { technician, receptionist, customer, other, admin } = shop.people;
    for (const person of [technician, receptionist, customer, other])
      expect((await correct(person, id)).error?.code).toBe('42501');
    expect((await correct(admin, id, { p_parts_days: 90 })).error).toBeNull();
    expect(await endsOf(id)).toEqual([addDays(today(), 50), addDays(today(), 80)]);
    const events = await shop.sql`select kind, actor_id, changes from public.order_events
      where order_id = ${id} order by id desc limit 1`;
    expect(events).toEqual([
      {
        kind: 'edited',
        actor_id: admin.id,
        changes: { warranty_days: [30, 60], parts_warranty_days: [null, 90], reason: [null, 'Se equivocó'] },
      },
    ]);
  });

  test.each(REFUSED)('WARR-18 %j is refused with words, and changes nothing', async (values, message) => {
    const id = await delivered(10);
    const { error } = await correct(shop.people.admin, id, values);
    expect(error).toMatchObject({ code: '23514', message: expect.stringMatching(message) as string });
    expect(await storedOrder(shop, id)).toMatchObject({ warranty_days: 30, parts_warranty_days: null });
  });

  test('WARR-18 sent twice it happens once, and before the delivery there is nothing to correct', async () => {
    const id = await delivered(10);
    const sent = { p_request_id: randomUUID(), p_version: (await storedOrder(shop, id)).version };
    for (let n = 0; n < 2; n += 1) expect((await correct(shop.people.admin, id, sent)).error).toBeNull();
    const [row] = await shop.sql`select count(*)::integer as events from public.order_events
      where order_id = ${id} and changes ? 'reason'`;
    expect(row?.events).toBe(1);
    const open = await makeOrder(shop, { status: 'completed' });
    expect((await correct(shop.people.admin, open.id)).error?.message).toMatch(/al entregar la orden/);
  });

  test('WARR-18 a corrected warranty is that of a later delivery, too', async () => {
    const id = await delivered(10);
    await correct(shop.people.admin, id, { p_days: 100 });
    expect((await again(id, ['in_progress', 'completed'])).data).toMatchObject({ warranty_days: 90 });
    expect(await endsOf(id)).toEqual([addDays(today(), 90), addDays(today(), 90)]);
  });

  test('WARR-18 a warranty under which a device came back is not taken away', async () => {
    const id = await delivered(10);
    const original = await storedOrder(shop, id);
    const back = await takeInReturn(shop, Number(original.order_number));
    expect(back.warranty_of).toBe(original.order_number);
    const { error } = await correct(shop.people.admin, id, { p_days: 0 });
    expect(error?.message).toMatch(/tiene una reparación en garantía/);
    expect((await correct(shop.people.admin, id, { p_days: 5 })).error).toBeNull();
  });
});
