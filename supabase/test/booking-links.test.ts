/** The link of a booking, and the messages about it (BOOK-06 to BOOK-09). */
import { randomBytes } from 'node:crypto';
import { shopDay } from '@taller/shared/values/dates.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openShop, type Shop } from './support/shop.ts';
import { bookFirst, closeDay, firstFree, freeTimes, resetBookings, VISIT } from './support/bookings.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(() => resetBookings(shop));

interface Shown {
  state: string;
  at: string;
  version: number;
}
const read = async (secret: string) =>
  (await shop.anon.rpc('get_booking', { p_secret: secret })).data as unknown as Shown | null;
const cancel = async (secret: string) => (await shop.anon.rpc('cancel_booking', { p_secret: secret })).data;
const move = async (secret: string, to: string, version = 1) => {
  const { data } = await shop.anon.rpc('move_booking', { p_secret: secret, p_version: version, p_to: to });
  return data as unknown as { outcome: string; booking: Shown; next: string | null } | null;
};
const idOf = async () => {
  const [row] = await shop.sql`select id from public.appointments order by created_at desc limit 1`;
  return String(row?.id);
};
const messages = async () => [
  ...(await shop.sql`select event, params, phone, state, is_urgent from public.whatsapp_messages
    where appointment_id is not null order by created_at, event`),
];

describe('link', () => {
  test('BOOK-06 a link shows its booking without name and phone, and a wrong one nothing', async () => {
    const { secret, at } = await bookFirst(shop.anon);
    const { device, reason } = VISIT;
    expect(await read(secret)).toEqual({ state: 'open', id: await idOf(), at, device, reason, version: 1 });
    for (const wrong of [
      randomBytes(16).toString('hex'),
      '',
      secret.toUpperCase(),
      `${secret} `,
      "' or true --",
    ]) {
      expect(await read(wrong)).toBeNull();
      expect(await cancel(wrong)).toBeNull();
      expect(await move(wrong, at)).toBeNull();
    }
    expect((await shop.anon.from('appointments').select('id')).data ?? []).toEqual([]);
  });

  test('BOOK-06 the database keeps the hash of a link alone, and its rows do not make the link again', async () => {
    const { secret } = await bookFirst(shop.anon);
    await shop.sql`delete from public.whatsapp_messages`;
    const dump = await shop.sql<{ row: string }[]>`
      select a::text || b::text as row from public.appointments a join private.bookings b on b.appointment_id = a.id`;
    expect(dump[0]?.row).not.toContain(secret);
  });

  test('BOOK-06 a link moves its booking, frees the time before, and says the same when it is sent again', async () => {
    const { secret, at } = await bookFirst(shop.anon);
    const [, to = ''] = await freeTimes(shop.anon);
    const moved = await move(secret, to);
    expect(moved).toMatchObject({ outcome: 'moved', booking: { at: to, version: 2 } });
    expect(await move(secret, to)).toEqual(moved);
    expect(await firstFree(shop.anon)).toBe(at);
  });

  test('BOOK-06 a booking may move to a time that only it touches', async () => {
    await resetBookings(shop, { minutes: 60 });
    const { secret, at } = await bookFirst(shop.anon);
    await resetRules(30);
    const half = new Date(new Date(at).getTime() + 30 * 60_000).toISOString();
    expect(await move(secret, half)).toMatchObject({ outcome: 'moved' });
  });

  test('BOOK-04 a link moves to no time that is taken or closed, and says the next free one', async () => {
    const { secret } = await bookFirst(shop.anon);
    const other = await bookFirst(shop.anon, { phone: '+56 9 6000 0000' });
    const [next] = await freeTimes(shop.anon);
    expect(await move(secret, other.at)).toMatchObject({ outcome: 'taken', next, booking: { version: 1 } });
    expect(await move(secret, '2020-01-06T12:00:00Z')).toMatchObject({ outcome: 'closed' });
    await closeDay(shop, shopDay(next ?? ''));
    expect(await move(secret, next ?? '')).toMatchObject({ outcome: 'closed' });
  });

  test('BOOK-06 what the shop moved meanwhile is shown instead of moved again', async () => {
    const { secret } = await bookFirst(shop.anon);
    const [, first = '', second = ''] = await freeTimes(shop.anon);
    const { client } = shop.people.receptionist;
    await client.rpc('move_appointment', {
      p_request_id: crypto.randomUUID(),
      p_id: await idOf(),
      p_version: 1,
      p_to: first,
    });
    expect(await move(secret, second)).toMatchObject({
      outcome: 'changed',
      booking: { at: first, version: 2 },
    });
    expect(await move(secret, second, 2)).toMatchObject({ outcome: 'moved' });
  });

  test('BOOK-06 a link cancels once for all, and the time is free again', async () => {
    const { secret, at } = await bookFirst(shop.anon);
    const gone = await cancel(secret);
    expect(gone).toMatchObject({ outcome: 'cancelled' });
    expect(await cancel(secret)).toEqual(gone);
    expect(await firstFree(shop.anon)).toBe(at);
    expect(await move(secret, at)).toMatchObject({ outcome: 'cancelled' });
    expect(await read(secret)).toMatchObject({ state: 'cancelled' });
  });

  test('BOOK-06 once its time has come, a link tells nothing more and changes nothing', async () => {
    const { secret } = await bookFirst(shop.anon);
    await shop.sql`update public.appointments set appointment_date = now() - interval '1 minute'`;
    expect(await read(secret)).toEqual({ state: 'over' });
    expect(await cancel(secret)).toEqual({ outcome: 'over', booking: { state: 'over' } });
    expect(await move(secret, await firstFree(shop.anon))).toMatchObject({ outcome: 'over' });
  });

  test('BOOK-05 a link moves its booking ten times at most', async () => {
    const { secret } = await bookFirst(shop.anon);
    for (let version = 1; version <= 10; version += 1)
      expect(await move(secret, await firstFree(shop.anon), version)).toMatchObject({ outcome: 'moved' });
    expect(await move(secret, await firstFree(shop.anon), 11)).toMatchObject({ outcome: 'limit' });
  });
});

const resetRules = (minutes: number) =>
  shop.sql`update public.setting_sections set value = jsonb_set(value, '{booking,minutes}', ${minutes}::text::jsonb)
    where section = 'hours'`;

describe('messages', () => {
  test('BOOK-07 the first message has the time in words and the link, at any hour', async () => {
    await shop.sql`update public.setting_sections set value = jsonb_set(value, '{site_url}', '"https://ancla.example"')
      where section = 'data'`;
    const { secret } = await bookFirst(shop.anon);
    expect(await messages()).toEqual([
      {
        event: 'booking_confirmed',
        params: [
          expect.stringMatching(
            /^(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo) \d+ de [a-z]+ a las \d\d:\d\d$/,
          ),
          `https://ancla.example/citas/${secret}`,
        ],
        phone: '56961234567',
        state: 'queued',
        is_urgent: true,
      },
    ]);
  });

  test('BOOK-07 who comes is told of a move and of a cancellation, by whoever, and once', async () => {
    const { secret } = await bookFirst(shop.anon);
    const [, to = ''] = await freeTimes(shop.anon);
    await move(secret, to);
    await move(secret, to);
    await shop.people.receptionist.client
      .from('appointments')
      .update({ status: 'cancelled' })
      .eq('id', await idOf());
    await cancel(secret);
    expect((await messages()).map(({ event, is_urgent: urgent }) => [event, urgent])).toEqual([
      ['booking_confirmed', true],
      ['booking_moved', true],
      ['booking_cancelled', false],
    ]);
    for (const { params } of await messages()) expect(String(params).length).toBeGreaterThan(10);
  });

  test('BOOK-05 a phone is written to ten times a day, however often its bookings move', async () => {
    const { secret } = await bookFirst(shop.anon);
    for (let version = 1; version <= 10; version += 1)
      await move(secret, await firstFree(shop.anon), version);
    expect(await cancel(secret)).toMatchObject({ outcome: 'cancelled' });
    expect(await messages()).toHaveLength(10);
    await bookFirst(shop.anon, { phone: '+56 9 6000 0000' });
    expect(await messages()).toHaveLength(11);
  });

  test('BOOK-05 the shop’s own move is told, however often strangers made it write to that phone', async () => {
    const { secret } = await bookFirst(shop.anon);
    for (let version = 1; version <= 10; version += 1)
      await move(secret, await firstFree(shop.anon), version);
    const { error } = await shop.people.receptionist.client.rpc('move_appointment', {
      p_request_id: crypto.randomUUID(),
      p_id: await idOf(),
      p_version: 11,
      p_to: await firstFree(shop.anon),
    });
    expect(error).toBeNull();
    expect((await messages()).at(-1)).toMatchObject({ event: 'booking_moved', is_urgent: false });
  });

  test('BOOK-07 a move that was not told yet gives way to the next one, and to the cancellation', async () => {
    const { secret } = await bookFirst(shop.anon);
    const [, first = '', second = ''] = await freeTimes(shop.anon);
    const moved = async () =>
      (await messages()).filter(({ event }) => event === 'booking_moved').map(({ state }) => String(state));
    await move(secret, first);
    await move(secret, second, 2);
    expect(await moved()).toEqual(['discarded', 'queued']);
    await shop.sql`update public.whatsapp_messages set state = 'sent' where event = 'booking_moved' and state = 'queued'`;
    await move(secret, first, 3);
    await cancel(secret);
    expect(await moved()).toEqual(['discarded', 'sent', 'discarded']);
  });

  test('BOOK-14 the bell says what who comes has done, without a name, and not what the desk does', async () => {
    await shop.sql`delete from public.notifications`;
    const { secret } = await bookFirst(shop.anon);
    const [, to = '', other = ''] = await freeTimes(shop.anon);
    await move(secret, to);
    const { client } = shop.people.receptionist;
    const { error } = await client.rpc('move_appointment', {
      p_request_id: crypto.randomUUID(),
      p_id: await idOf(),
      p_version: 2,
      p_to: other,
    });
    expect(error).toBeNull();
    await cancel(secret);
    await cancel(secret);
    const { data } = await client.from('notifications').select('type, message').order('created_at');
    const at = String.raw`\p{L}+ \d+ de \p{L}+ a las \d\d:\d\d\.$`;
    expect(data).toEqual(
      [
        ['booking', 'Nueva cita en el sitio: '],
        ['booking_moved', 'Cita movida en el sitio: ahora '],
        ['booking_cancelled', 'Cita cancelada en el sitio: '],
      ].map(([type, what]) => ({ type, message: expect.stringMatching(new RegExp(`^${what}${at}`, 'u')) })),
    );
    expect((await shop.people.customer.client.from('notifications').select('id')).data).toEqual([]);
  });

  test('BOOK-07 the desk’s own appointments send nothing, and a message that is switched off is noted without text', async () => {
    await shop.sql`insert into public.appointments (full_name, phone, appointment_date, reason)
      values ('Ana', '+56 9 1111 1111', now() + interval '3 days', 'Retiro')`;
    await shop.people.receptionist.client
      .from('appointments')
      .update({ status: 'cancelled' })
      .eq('id', await idOf());
    expect(await messages()).toEqual([]);
    const enable = (enabled: boolean) => shop.sql`update public.setting_sections
      set value = jsonb_set(value, '{booking_confirmed,enabled}', ${shop.sql.json(enabled)}) where section = 'messages'`;
    await enable(false);
    await bookFirst(shop.anon);
    await enable(true);
    expect(await messages()).toMatchObject([{ state: 'off', params: [], phone: '' }]);
  });

  test('BOOK-08 a message that failed rings the bell with who comes, is listed with the name, and is sent again', async () => {
    await bookFirst(shop.anon);
    const [row] = await shop.sql`update public.whatsapp_messages set state = 'sending' returning id`;
    await shop.sql`select public.record_message_failure(${row?.id}, '131026', 'x', null)`;
    const [notice] =
      await shop.sql`select message, order_id from public.notifications order by created_at desc limit 1`;
    expect(notice?.message).toMatch(/^Cita del .+: no se pudo avisar por WhatsApp a Rosa Díaz\.$/);
    const { client } = shop.people.receptionist;
    const listed = await client.rpc('list_message_orders', { p_states: ['failed'] });
    expect(listed.data).toMatchObject([
      { order_id: null, customer_name: VISIT.fullName, customer_phone: VISIT.phone },
    ]);
    await shop.sql`update public.appointments set phone = '+56 9 7777 7777'`;
    expect((await client.rpc('retry_message', { p_id: String(row?.id) })).data).toMatchObject({
      state: 'queued',
      phone: '56977777777',
    });
  });
});
