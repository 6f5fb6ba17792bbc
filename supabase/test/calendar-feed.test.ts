/** The staff's calendar of appointments, by a secret address (BOOK-12). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openShop, type Client, type Shop } from './support/shop.ts';
import { bookFirst, freeTimes, resetBookings } from './support/bookings.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(() => resetBookings(shop));

const renew = async (client: Client, id = randomUUID()) =>
  (await client.rpc('renew_calendar_feed', { p_request_id: id })).data ?? '';
const fetchFeed = (token: string) => fetch(`${shop.url}/functions/v1/calendar-feed/${token}.ics`);
const linesOf = async (token: string) =>
  (await (await fetchFeed(token)).text()).replaceAll('\r\n ', '').split('\r\n');

test('BOOK-12 a calendar has each appointment in UTC, under an id that stays and a number that grows with each move', async () => {
  const token = await renew(shop.people.technician.client);
  const { secret, at } = await bookFirst(shop.anon);
  const [row] = await shop.sql`select id from public.appointments`;
  const answer = await fetchFeed(token);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  const lines = await linesOf(token);
  const stamp = (time: string) => `${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  expect(lines).toEqual(
    expect.arrayContaining([
      `UID:${row?.id}@taller`,
      'SEQUENCE:0',
      `DTSTART:${stamp(at)}`,
      'SUMMARY:Rosa Díaz: Moto G54',
    ]),
  );
  const [, to = ''] = await freeTimes(shop.anon);
  await shop.anon.rpc('move_booking', { p_secret: secret, p_version: 1, p_to: to });
  expect(await linesOf(token)).toEqual(
    expect.arrayContaining([`UID:${row?.id}@taller`, 'SEQUENCE:1', `DTSTART:${stamp(to)}`]),
  );
  await shop.anon.rpc('cancel_booking', { p_secret: secret });
  expect(await linesOf(token)).not.toContain('BEGIN:VEVENT');
});

test('BOOK-12 a calendar tells no more of a person than name and device, and a name breaks no line', async () => {
  const token = await renew(shop.people.technician.client);
  await bookFirst(shop.anon, { fullName: 'Ana\r\nATTENDEE:mailto:a@b.cl; x,y\\n <b>', reason: 'Secreto' });
  const text = await (await fetchFeed(token)).text();
  expect(text).not.toContain('Secreto');
  expect(text).not.toContain('6123');
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  expect(lines.some((line) => line.startsWith('ATTENDEE'))).toBe(false);
  expect(lines.find((line) => line.startsWith('SUMMARY'))).toMatch(/\\; x\\,y\\\\n <b>: Moto G54$/);
  for (const line of text.split('\r\n'))
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
});

test('BOOK-12 a renewed or revoked address ends, and each member of the staff has an own one', async () => {
  const { technician, receptionist } = shop.people;
  const [first, other] = [await renew(technician.client), await renew(receptionist.client)];
  const id = randomUUID();
  const second = await renew(technician.client, id);
  expect(await renew(technician.client, id)).toBe(second);
  expect((await fetchFeed(first)).status).toBe(404);
  expect((await fetchFeed(second)).status).toBe(200);
  await technician.client.rpc('revoke_calendar_feed');
  expect((await fetchFeed(second)).status).toBe(404);
  expect((await technician.client.rpc('calendar_feed_state')).data).toBeNull();
  expect((await fetchFeed(other)).status).toBe(200);
  expect((await receptionist.client.rpc('calendar_feed_state')).data).toMatchObject({
    last_read_at: expect.any(String),
  });
});

test('BOOK-12 a calendar ends with its owner’s right to see appointments', async () => {
  const person = await shop.addPerson('technician');
  const token = await renew(person.client);
  expect((await fetchFeed(token)).status).toBe(200);
  await shop.sql`update public.profiles set role = 'customer' where id = ${person.id}`;
  expect((await fetchFeed(token)).status).toBe(404);
});

test.each(['anon', 'customer'] as const)('BOOK-12 %s has no calendar', async (actor) => {
  const client = shop.clientOf(actor);
  const asked = await client.rpc('renew_calendar_feed', { p_request_id: randomUUID() });
  expect(asked.error?.code).toBe('42501');
  expect((await client.rpc('calendar_feed_state')).error?.code).toBe('42501');
  expect((await client.rpc('calendar_feed' as never, { p_token: 'a' } as never)).error?.code).toBe('42501');
  for (const wrong of ['', 'x', '0'.repeat(32), '../calendar-feed', "' or true --"])
    expect((await fetchFeed(encodeURIComponent(wrong))).status).toBe(404);
});

test('PRIV-09 reading a calendar is a look of its owner, with how many people it shows', async () => {
  const { technician } = shop.people;
  const token = await renew(technician.client);
  await bookFirst(shop.anon);
  await fetchFeed(token);
  const looks = await shop.sql`select kind, rows from private.looks
    where actor_id = ${technician.id} and source = 'calendar_feed'`;
  expect(looks[0]).toMatchObject({ kind: 'list' });
});
