/** Online booking without JavaScript, against the real database (BOOK-11). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openShop, type Shop } from './support/shop.ts';
import { bookFirst, firstFree, freeTimes, resetBookings, VISIT } from './support/bookings.ts';

let shop: Shop;
const site = mkdtempSync(join(tmpdir(), 'taller-plain-bookings-'));
beforeAll(async () => {
  writeFileSync(join(site, 'index.html'), '<p>aplicación</p>');
  writeFileSync(join(site, '200.html'), '<link rel="stylesheet" crossorigin href="/assets/index-1.css">');
  shop = await openShop({ siteDir: site, trustedProxies: [] });
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  rmSync(site, { recursive: true, force: true });
});
beforeEach(() => resetBookings(shop));

const get = async (path: string) => {
  const answer = await fetch(shop.url + path, { redirect: 'manual' });
  return { status: answer.status, page: await answer.text() };
};
const post = (path: string, values: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(shop.url + path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(values).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const stored = () => shop.sql`select appointment_date as at, full_name, status from public.appointments`;
const requestIn = (page: string) => /name="request" value="([^"]+)"/.exec(page)?.[1] ?? '';

test('BOOK-11 without a script a form books a time once, and leads to the booking', async () => {
  const { page } = await get('/citas?simple=1');
  const at = await firstFree(shop.anon);
  expect(page).toContain(`<option value="${at}">`);
  const sent = { request: requestIn(page), at, ...VISIT };
  const first = await post('/citas?simple=1', sent);
  expect(first.status).toBe(303);
  const location = first.headers.get('location') ?? '';
  expect(location).toMatch(/^\/citas\/[0-9a-f]{32}\?simple=1&hacer=nueva$/);
  expect((await post('/citas?simple=1', sent)).headers.get('location')).toBe(location);
  expect(await stored()).toHaveLength(1);
  const booked = await get(location);
  expect(booked.page).toContain('Tu hora quedó reservada');
  expect(booked.page).not.toContain(VISIT.fullName);
});

test('BOOK-11 without a script a taken time keeps what was typed, without its markup, and chooses the next one', async () => {
  const { at } = await bookFirst(shop.anon, { phone: '+56 9 6000 0000' });
  const next = await firstFree(shop.anon);
  const { page } = await get('/citas?simple=1');
  const answer = await post('/citas?simple=1', {
    request: requestIn(page),
    at,
    ...VISIT,
    fullName: '"><script>alert(1)</script>',
  });
  const again = await answer.text();
  expect(answer.status).toBe(409);
  expect(again).toContain('Esa hora se acaba de ocupar.');
  expect(again).toContain(`<option value="${next}" selected>`);
  expect(again).toContain(VISIT.device);
  expect(again).not.toContain('<script');
  expect(await stored()).toHaveLength(1);
});

test('BOOK-11 without a script a link moves and cancels by a form’s POST of this site alone', async () => {
  const { secret } = await bookFirst(shop.anon);
  const [, to = ''] = await freeTimes(shop.anon);
  const address = `/citas/${secret}?simple=1`;
  expect((await get(`${address}&hacer=mover`)).page).toContain('Elige otra hora');
  expect((await get(`${address}&hacer=cancelar`)).page).toContain('¿Cancelar la cita?');
  await post(address, { action: 'cancel' }, { 'sec-fetch-site': 'cross-site' });
  expect(await stored()).toMatchObject([{ status: 'scheduled' }]);
  const moved = await post(address, { action: 'move', version: '1', at: to });
  expect(moved.headers.get('location')).toBe(`${address}&hacer=cambio`);
  expect(await stored()).toMatchObject([{ at: new Date(to) }]);
  await post(address, { action: 'cancel' });
  expect(await stored()).toMatchObject([{ status: 'cancelled' }]);
  expect((await get(address)).page).toContain('Tu cita está cancelada');
});

test('BOOK-17 without a script a day that is left to customers is refused with the shop’s phone, and nothing is lost', async () => {
  await resetBookings(shop, { strangerShare: 10 });
  const [, , third = ''] = await freeTimes(shop.anon);
  for (const n of [1, 2]) await bookFirst(shop.anon, { phone: `+56 9 6000 000${n}` });
  const { page } = await get('/citas?simple=1');
  const answer = await post('/citas?simple=1', { request: requestIn(page), at: third, ...VISIT });
  const again = await answer.text();
  expect(answer.status).toBe(409);
  expect(again).toContain('son para clientes con sus órdenes en su cuenta');
  expect(again).toContain('No se reservó nada');
  expect(again).toContain(VISIT.device);
  expect(await stored()).toHaveLength(2);
});

test('BOOK-11 without a script a wrong link and a shop without booking say so', async () => {
  expect(await get(`/citas/${'0'.repeat(32)}?simple=1`)).toMatchObject({ status: 404 });
  await resetBookings(shop, { enabled: false });
  expect((await get('/citas?simple=1')).page).toContain('Las reservas en línea están cerradas');
});
