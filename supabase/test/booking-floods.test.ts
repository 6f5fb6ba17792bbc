/** A stranger who floods the calendar from many addresses with many phones (BOOK-17, BOOK-18). */
import { randomUUID } from 'node:crypto';
import { shopDay } from '@taller/shared/values/dates.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openShop, type Person, type Shop } from './support/shop.ts';
import {
  book,
  bookFirst,
  firstFree,
  freeTimes,
  readSlots,
  resetBookings,
  VISIT,
} from './support/bookings.ts';

let shop: Shop;
let known: Person;
beforeAll(async () => {
  shop = await openShop();
  known = await shop.addPerson('customer', { proven: true });
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await resetBookings(shop);
  await shop.sql`delete from public.notifications`;
});

/** Another phone for each booking. */
let phones = 0;
interface Answer {
  outcome: string;
  next?: string | null;
}
/** Books as the edge function does, once it has counted: each call comes from another address. */
async function flood(at: string | undefined, phone?: string): Promise<Answer> {
  phones += 1;
  const number = phone ?? `+56 9 7${String(phones).padStart(7, '0')}`;
  const [row] = await shop.sql<{ answer: Answer }[]>`select public.book_appointment(
    ${randomUUID()}, ${at ?? ''}, ${VISIT.fullName}, ${number}, ${VISIT.device}, ${VISIT.reason}) as answer`;
  if (!row) throw new Error('No answer');
  return row.answer;
}
/** Makes the bookings of now bookings of two days ago. */
const age = () => shop.sql`update public.appointments set created_at = now() - interval '2 days'`;
/** A day that is open at all of its twenty times. */
async function wholeDay() {
  const at = await firstFree(shop.anon);
  const day = (await readSlots(shop.anon, shopDay(at))).days[0];
  return { day: shopDay(at), times: day?.slots.map((slot) => slot.at) ?? [] };
}
/** Takes the strangers' share of a day. */
async function takeShare() {
  const { day, times } = await wholeDay();
  for (const at of times.slice(0, 10)) expect((await flood(at)).outcome).toBe('booked');
  return { day, times, rest: times.slice(10) };
}
const dayAs = async (client: Shop['anon'], day: string) => (await readSlots(client, day)).days[0];

describe('places', () => {
  test('BOOK-17 strangers take half of a day at most, and are told a time of the next day', async () => {
    const { day, rest } = await takeShare();
    await age();
    const refused = await flood(rest[0]);
    expect(refused).toEqual({ outcome: 'reserved', next: expect.any(String) });
    expect(shopDay(refused.next ?? '') > day).toBe(true);
    expect((await flood(refused.next ?? undefined)).outcome).toBe('booked');
    const shown = await dayAs(shop.anon, day);
    expect(shown?.reserved).toBe(true);
    expect(shown?.slots.filter(({ free }) => free)).toEqual([]);
  });

  test('BOOK-17 a customer whose RUT is proven, and the desk, still get the rest of that day', async () => {
    const { day, rest } = await takeShare();
    const shown = await dayAs(known.client, day);
    expect(shown?.reserved).toBe(false);
    expect(shown?.slots.filter(({ free }) => free).map(({ at }) => at)).toEqual(rest);
    expect((await book(known.client, { at: rest[0] })).body.outcome).toBe('booked');
    const { error } = await shop.people.receptionist.client.from('appointments').insert({
      full_name: 'Ana',
      phone: '+56 9 1111 1111',
      appointment_date: rest[1] ?? '',
      reason: 'Retiro',
    });
    expect(error).toBeNull();
    expect((await flood(rest[2])).outcome).toBe('reserved');
  });

  test('BOOK-17 neither the phone of a customer nor an account that proves nothing is more than a stranger', async () => {
    const { day, rest } = await takeShare();
    const [row] = await shop.sql<
      { phone: string }[]
    >`select phone from public.profiles where id = ${known.id}`;
    expect((await flood(rest[0], row?.phone)).outcome).toBe('reserved');
    const fresh = await shop.addPerson('customer', { proven: false });
    expect((await book(fresh.client, { at: rest[0] })).body.outcome).toBe('reserved');
    for (const client of [shop.anon, fresh.client]) expect((await dayAs(client, day))?.reserved).toBe(true);
  });

  test('BOOK-17 what customers and the desk book takes nothing from strangers, and a cancelled booking gives back', async () => {
    const { times } = await takeShare();
    await shop.sql`update public.appointments set source = 'desk' where appointment_date = ${times[0] ?? ''}`;
    await shop.sql`update public.appointments set customer_id = ${known.id}, full_name = null, phone = null
      where appointment_date = ${times[1] ?? ''}`;
    await shop.sql`update public.appointments set status = 'cancelled' where appointment_date = ${times[2] ?? ''}`;
    const outcomes = [];
    for (const at of times.slice(10, 14)) outcomes.push((await flood(at)).outcome);
    expect(outcomes).toEqual(['booked', 'booked', 'booked', 'reserved']);
  });

  test('BOOK-17 a link moves no booking into another day’s rest, and still moves it within its own', async () => {
    const { times, rest } = await takeShare();
    await age();
    const other = (await freeTimes(shop.anon)).find((at) => shopDay(at) > shopDay(rest[0] ?? '')) ?? '';
    const { secret } = (await book(shop.anon, { at: other })).body;
    const move = (version: number, to: string | undefined) =>
      shop.anon.rpc('move_booking', { p_secret: secret, p_version: version, p_to: to ?? '' });
    expect((await move(1, rest[0])).data).toMatchObject({ outcome: 'reserved', next: expect.any(String) });
    await shop.sql`update public.appointments set status = 'cancelled' where appointment_date = ${times[0] ?? ''}`;
    expect((await move(1, rest[0])).data).toMatchObject({ outcome: 'moved' });
    expect((await move(2, rest[1])).data).toMatchObject({ outcome: 'moved' });
  });

  test.each([
    [{ minutes: 240 }, 1],
    [{ places: 2 }, 20],
    [{ strangerShare: 10 }, 2],
    [{ strangerShare: 100 }, 20],
  ])('BOOK-17 with %j strangers have %i places of a day', async (rules, places) => {
    const { day } = await wholeDay();
    await resetBookings(shop, rules);
    const [row] = await shop.sql`select private.stranger_places(${day}) as places`;
    expect(row?.places).toBe(places);
  });
});

describe('a day’s bookings', () => {
  test('BOOK-17 strangers book twice their share of a day within a day, over all days, also if they cancel', async () => {
    await resetBookings(shop, { strangerShare: 20 });
    const times = await freeTimes(shop.anon);
    const days = [...new Set(times.map((at) => shopDay(at)))].slice(0, 4);
    for (const at of days.flatMap((day) => times.filter((time) => shopDay(time) === day).slice(0, 2)))
      expect((await flood(at)).outcome).toBe('booked');
    await shop.sql`update public.appointments set status = 'cancelled'`;
    expect(await flood(times[0])).toEqual({ outcome: 'reserved', next: null });
    expect((await book(shop.anon, { at: times[0] })).body).toEqual({ outcome: 'reserved', next: null });
    expect((await book(known.client, { at: times[0] })).body.outcome).toBe('booked');
    await age();
    expect((await flood(times[1])).outcome).toBe('booked');
  });
});

describe('the bell', () => {
  const bell = async () => {
    const { data } = await shop.people.receptionist.client
      .from('notifications')
      .select('*')
      .order('created_at');
    return data ?? [];
  };

  test('BOOK-18 a flood rings once for each kind, and the notice counts until it is read', async () => {
    const { times } = await takeShare();
    const at = String.raw`\p{L}+ \d+ de \p{L}+ a las \d\d:\d\d\.$`;
    const says = (what: string) => expect.stringMatching(new RegExp(`^${what}${at}`, 'u')) as string;
    expect(await bell()).toMatchObject([
      { message: says('10 citas nuevas en el sitio. La última: '), times: 10 },
    ]);
    await shop.sql`update public.appointments set status = 'cancelled' where appointment_date < ${times[3] ?? ''}`;
    const [, cancelled] = await bell();
    expect(cancelled?.message).toEqual(says('3 citas canceladas en el sitio. La última: '));
    await shop.people.receptionist.client
      .from('notifications')
      .update({ is_read: true })
      .eq('is_read', false);
    await flood(times[12]);
    expect((await bell()).map(({ times: often }) => often)).toEqual([10, 3, 1]);
  });

  test('BOOK-18 who reads the bell marks no booking that came meanwhile', async () => {
    const [first, second] = await freeTimes(shop.anon);
    await flood(first);
    const [seen] = await bell();
    await flood(second);
    const { client } = shop.people.receptionist;
    await client
      .from('notifications')
      .update({ is_read: true })
      .lte('created_at', seen?.created_at ?? '');
    expect(await bell()).toMatchObject([{ id: seen?.id, is_read: false, times: 2 }]);
  });

  test('BOOK-18 nine at once are all counted', async () => {
    const times = await freeTimes(shop.anon);
    await Promise.all(times.slice(0, 9).map((at) => flood(at)));
    expect(await bell()).toMatchObject([{ times: 9 }]);
  });

  test('BOOK-18 phones that WhatsApp does not know ring once too, and the notice leads to the messages', async () => {
    for (const phone of ['+56 9 7100 0001', '+56 9 7100 0002', '+56 9 7100 0003'])
      await bookFirst(shop.anon, { phone });
    const sent =
      await shop.sql`update public.whatsapp_messages set state = 'sending' where appointment_id is not null
      returning id`;
    for (const { id } of sent)
      await shop.sql`select public.record_message_failure(${id}, '131026', 'x', null)`;
    expect((await bell()).filter(({ type }) => type === 'booking_message_failed')).toMatchObject([
      {
        message: '3 avisos de citas no llegaron por WhatsApp, o no se sabe. Están en Mensajes.',
        order_id: null,
      },
    ]);
  });
});
