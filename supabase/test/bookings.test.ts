/** Online booking by anybody: its times, one place for one person, and its limits (BOOK-01 to BOOK-05). */
import { randomUUID } from 'node:crypto';
import { shopDay, shopClock, addDays } from '@taller/shared/values/dates.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';
import {
  book,
  bookFirst,
  closeDay,
  firstFree,
  freeTimes,
  readSlots,
  resetBookings,
  VISIT,
} from './support/bookings.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(() => resetBookings(shop));

const visits = () =>
  shop.sql`select customer_id, full_name, phone, appointment_date as at, device, reason, source, status
    from public.appointments order by created_at`;
const forgetAttempts = () => shop.sql`truncate private.booking_attempts`;

describe('times', () => {
  test('BOOK-01 in a new shop the next day that is no holiday can be booked, each half an hour from 9 to 19', async () => {
    const { enabled, days } = await readSlots(shop.anon);
    expect(enabled).toBe(true);
    const holidays = await shop.sql<{ day: string }[]>`select day::text from private.holidays`;
    const tomorrow = days.slice(1).find(({ day }) => !holidays.some((holiday) => holiday.day === day));
    const clocks = tomorrow?.slots.map(({ at }) => {
      const { hour, minute } = shopClock(at);
      return hour * 60 + minute;
    });
    expect(clocks).toEqual(Array.from({ length: 20 }, (_, at) => 540 + 30 * at));
    expect(tomorrow?.slots.every(({ free }) => free)).toBe(true);
    const { body } = await book(shop.anon, { at: tomorrow?.slots[0]?.at });
    expect(body.outcome).toBe('booked');
  });

  test('BOOK-01 a time ends before the shop closes, is not sooner than its notice, and is at most some days ahead', async () => {
    await resetBookings(shop, { minutes: 240, leadHours: 48, daysAhead: 3 });
    // Before Easter all these days are holidays.
    await shop.sql`update public.setting_sections set value = value || '{"closedOnHolidays": false}' where section = 'hours'`;
    const asked = new Date();
    const { until, next, days } = await readSlots(shop.anon);
    expect(until).toBe(addDays(shopDay(asked), 3));
    expect(days.map(({ day }) => day)).toHaveLength(4);
    expect(days[0]?.slots).toEqual([]);
    for (const { slots } of days) expect(slots.length).toBeLessThanOrEqual(2);
    expect(new Date(next ?? 0).getTime()).toBeGreaterThan(asked.getTime() + 47 * 3_600_000);
    expect((await readSlots(shop.anon, '2099-01-01')).days.map(({ day }) => day)).toEqual([until]);
    expect((await readSlots(shop.anon, '1999-01-01')).from).toBe(shopDay(asked));
  });

  test('BOOK-01 an appointment of the desk takes the times that it touches, and a cancelled one none', async () => {
    const [first, second, third] = await freeTimes(shop.anon);
    const between = new Date(new Date(first ?? 0).getTime() + 10 * 60_000);
    const [made] = await shop.sql`insert into public.appointments (full_name, phone, appointment_date, reason)
      values ('Ana', '+56 9 1111 1111', ${between}, 'Retiro') returning id`;
    expect((await freeTimes(shop.anon))[0]).toBe(third);
    await shop.sql`update public.appointments set status = 'cancelled' where id = ${made?.id}`;
    expect((await freeTimes(shop.anon)).slice(0, 2)).toEqual([first, second]);
  });

  test.each([
    [true, 'taken'],
    [false, 'booked'],
  ])(
    'BOOK-02 an order promised for a time takes its place if the shop says so: %s',
    async (countsPromises, outcome) => {
      await resetBookings(shop, { countsPromises });
      const at = await firstFree(shop.anon);
      const order = await makeOrder(shop);
      await shop.sql`update public.service_orders set promised_at = ${at} where id = ${order.id}`;
      expect((await book(shop.anon, { at })).body.outcome).toBe(outcome);
      await shop.sql`delete from public.service_orders where id = ${order.id}`;
    },
  );

  test('BOOK-02 switched off there are no times, and nothing is booked', async () => {
    const at = await firstFree(shop.anon);
    await resetBookings(shop, { enabled: false });
    expect(await readSlots(shop.anon)).toMatchObject({ enabled: false, next: null, days: [] });
    expect((await book(shop.anon, { at })).body).toEqual({ outcome: 'off', next: null });
    expect(await visits()).toHaveLength(0);
  });

  test.each(['2027-04-03', '2027-04-04', '2027-09-04', '2027-09-05'])(
    'BOOK-01 on %s, around the change of the clocks, each time is the wall’s, once',
    async (day) => {
      const clocks = await shop.sql<{ clock: string }[]>`
        select to_char(s.at at time zone 'America/Santiago', 'HH24:MI') as clock
        from unnest(private.opening_on(${day})) as o (hours)
        cross join generate_series(lower(o.hours), upper(o.hours) - interval '30 min', interval '30 min') as s (at)`;
      expect(clocks.map(({ clock }) => clock)).toEqual(
        Array.from(
          { length: 20 },
          (_, at) => `${String(9 + Math.floor(at / 2)).padStart(2, '0')}:${at % 2 ? 30 : '00'}`,
        ),
      );
    },
  );
});

describe('booking', () => {
  test('BOOK-03 anybody books with name, phone, device and what is wrong; nothing is tied to the account of that phone', async () => {
    const { phone } = shop.people.customer;
    const at = await firstFree(shop.anon);
    const { body } = await book(shop.anon, { at, phone, fullName: '  Rosa   Díaz ' });
    expect(body).toEqual({ outcome: 'booked', at, secret: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(await visits()).toMatchObject([
      {
        customer_id: null,
        phone,
        at: new Date(at),
        device: VISIT.device,
        reason: VISIT.reason,
        source: 'site',
      },
    ]);
    expect((await shop.people.customer.client.from('appointments').select('id')).data).toEqual([]);
  });

  test('BOOK-03 a customer books for the own account, whatever name and phone are sent', async () => {
    const { customer } = shop.people;
    await bookFirst(customer.client, { fullName: 'Otra', phone: '+56 9 9999 0000' });
    expect(await visits()).toMatchObject([{ customer_id: customer.id, full_name: null, phone: null }]);
    expect((await customer.client.from('appointments').select('device')).data).toEqual([
      { device: VISIT.device },
    ]);
  });

  test('BOOK-03 the phone of a customer who had none becomes that of the account', async () => {
    const person = await shop.addPerson('customer');
    await shop.sql`update public.profiles set phone = null where id = ${person.id}`;
    await bookFirst(person.client);
    const [row] = await shop.sql`select phone from public.profiles where id = ${person.id}`;
    expect(row?.phone).toBe(VISIT.phone);
  });

  test('BOOK-04 of nine on the last place one gets it, and the others are told the next one', async () => {
    const [at, next] = await freeTimes(shop.anon);
    const sent = await Promise.all(
      Array.from({ length: 9 }, (_, n) => book(shop.anon, { at, phone: `+56 9 7000 000${n}` })),
    );
    const outcomes = sent.map(({ body }) => body);
    expect(outcomes.filter(({ outcome }) => outcome === 'booked')).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome !== 'booked')).toEqual(
      Array.from({ length: 8 }, () => ({ outcome: 'taken', next })),
    );
    expect(await visits()).toHaveLength(1);
  });

  test('BOOK-04 two places hold two people', async () => {
    await resetBookings(shop, { places: 2 });
    const at = await firstFree(shop.anon);
    const booked = [];
    for (const n of [1, 2, 3])
      booked.push((await book(shop.anon, { at, phone: `+56 9 7000 000${n}` })).body.outcome);
    expect(booked).toEqual(['booked', 'booked', 'taken']);
  });

  test('BOOK-05 a request that is sent again has the first answer, and with other values it is refused in words', async () => {
    const at = await firstFree(shop.anon);
    const requestId = randomUUID();
    const first = await book(shop.anon, { at, requestId });
    expect(await book(shop.anon, { at, requestId })).toEqual(first);
    expect(await visits()).toHaveLength(1);
    const other = await book(shop.anon, { at, requestId, device: 'Otro' });
    expect(other).toMatchObject({ status: 409, body: { error: 'sent_otherwise' } });
    expect(other.body.message).toMatch(/la cita quedó reservada/);
  });

  test.each([
    ['in the past', '2020-01-06T12:00:00Z'],
    ['at night', '2026-12-03T05:00:00Z'],
    ['between two times', null],
    ['years ahead', '2099-01-05T15:00:00Z'],
  ])('BOOK-04 a request made by hand for a time %s books nothing', async (_, time) => {
    const next = await firstFree(shop.anon);
    const at = time ?? new Date(new Date(next).getTime() + 60_000).toISOString();
    const { body } = await book(shop.anon, { at });
    expect(body.outcome).toBe('closed');
    expect(body.next).not.toBeNull();
    expect(await visits()).toHaveLength(0);
  });

  test('BOOK-04 a day that was closed meanwhile books nothing, and says the next free time', async () => {
    const at = await firstFree(shop.anon);
    await closeDay(shop, shopDay(at));
    const { body } = await book(shop.anon, { at });
    expect(body).toEqual({ outcome: 'closed', next: await firstFree(shop.anon) });
    expect(shopDay(body.next ?? '') > shopDay(at)).toBe(true);
  });
});

describe('limits', () => {
  test.each([
    [{ fullName: ' ' }, 'El nombre completo es obligatorio.'],
    [{ phone: '123' }, 'Ingresa un teléfono válido, por ejemplo +56 9 1234 5678.'],
    [{ device: '' }, 'Escribe qué equipo traes.'],
    [{ device: 'x'.repeat(121) }, 'Puede tener hasta 120 caracteres.'],
    [{ reason: 'x'.repeat(501) }, 'Puede tener hasta 500 caracteres.'],
    [{ at: 'mañana' }, 'Elige una hora.'],
    [{ requestId: 'x' }, undefined],
    [{ device: 'a\u0000b' }, undefined],
    [{ at: '0000-01-01T00:00:00Z' }, undefined],
  ])('BOOK-03 what is not valid is refused with the form’s words: %j', async (wrong, message) => {
    const sent = await book(shop.anon, { at: '2026-12-03T15:00:00Z', ...wrong });
    expect(sent).toEqual({ status: 400, body: { error: 'invalid', ...(message && { message }) } });
    expect(await visits()).toHaveLength(0);
  });

  test('BOOK-05 a phone has three open bookings at most, in any spelling, and the refusal is that of too many requests', async () => {
    for (const phone of ['961234567', '+56961234567', '+56 9 6123 4567'])
      await bookFirst(shop.anon, { phone });
    const at = await firstFree(shop.anon);
    expect((await book(shop.anon, { at })).body).toEqual({ outcome: 'limit' });
    expect((await book(shop.anon, { at, phone: '+56 9 6123 0000' })).body.outcome).toBe('booked');
  });

  test('BOOK-05 somebody who cancels and books again makes the shop write to a phone five times a day', async () => {
    for (let n = 0; n < 5; n += 1) {
      const { secret } = await bookFirst(shop.anon);
      await shop.anon.rpc('cancel_booking', { p_secret: secret });
    }
    expect((await book(shop.anon, { at: await firstFree(shop.anon) })).body).toEqual({ outcome: 'limit' });
  });

  test('BOOK-05 a peer sends ten requests an hour and twenty a day, and one that was done is answered again', async () => {
    const requestId = randomUUID();
    const at = await firstFree(shop.anon);
    const first = await book(shop.anon, { at, requestId });
    for (let n = 0; n < 9; n += 1) await book(shop.anon, { at });
    expect((await book(shop.anon, { at: await firstFree(shop.anon) })).body).toEqual({ outcome: 'limit' });
    expect(await book(shop.anon, { at, requestId })).toEqual(first);
    await shop.sql`update private.booking_attempts set attempted_at = now() - interval '2 hours'`;
    for (let n = 0; n < 10; n += 1) await book(shop.anon, { at });
    await shop.sql`update private.booking_attempts set attempted_at = now() - interval '2 hours'`;
    expect((await book(shop.anon, { at })).body).toEqual({ outcome: 'limit' });
    await forgetAttempts();
    expect((await book(shop.anon, { at })).body.outcome).toBe('taken');
  });

  test('BOOK-05 no address is stored: a peer is a keyed hash of its address, or of its network of 64 bits', async () => {
    const peers = async (...addresses: (string | null)[]) => {
      await forgetAttempts();
      for (const address of addresses)
        await shop.sql`select public.try_booking(gen_random_uuid(), ${address})`;
      const rows = await shop.sql<{ peer: Buffer }[]>`select distinct peer from private.booking_attempts`;
      for (const { peer } of rows) expect(peer.toString('utf8')).toMatch(/^[0-9a-f]{32}$/);
      return rows.length;
    };
    expect(await peers('203.0.113.7', '203.0.113.8')).toBe(2);
    expect(await peers('2001:db8::1', '2001:db8::2')).toBe(1);
    expect(await peers('no address', null)).toBe(1);
  });

  test.each(['anon', 'customer', 'admin'] as const)(
    'BOOK-05 %s books by the function only, which counts',
    async (actor) => {
      const client = shop.clientOf(actor);
      const call = (name: string, values: object) => client.rpc(name as never, values as never);
      const asked = { p_request_id: randomUUID(), p_address: '' };
      expect((await call('try_booking', asked)).error?.code).toBe('42501');
      const booking = { p_request_id: randomUUID(), p_at: '2026-12-03T15:00:00Z', p_full_name: 'a' };
      const rest = { p_phone: '961234567', p_device: 'a', p_reason: 'a' };
      expect((await call('book_appointment', { ...booking, ...rest })).error?.code).toBe('42501');
    },
  );
});
