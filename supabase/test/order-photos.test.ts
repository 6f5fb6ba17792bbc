/** Photos of orders: who adds, reads and removes them, against the running server (REC-44 to REC-46). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import {
  BUCKET,
  checkPhoto,
  chunk,
  jpeg,
  keptPhoto,
  lossy,
  nameOf,
  segment,
  sendFile,
  sentPhoto,
  webp,
} from './support/photos.ts';
import { ACTORS, openShop, type Actor, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const add = (actor: Actor, orderId: string, id: string = randomUUID(), moment = 'reception') =>
  shop.clientOf(actor).rpc('add_photo', { p_id: id, p_order_id: orderId, p_moment: moment });
const files = (actor: Actor) => shop.clientOf(actor).storage.from(BUCKET);
const stored = (orderId: string) =>
  shop.sql`select id, checked_at, width, height, bytes from public.order_photos where order_id = ${orderId}`;
const objects = async (orderId: string) =>
  (await shop.sql`select name from storage.objects where name like ${`${orderId}/%`} order by name`).map(
    ({ name }) => name as string,
  );

describe('a photo', () => {
  test('REC-44 REC-52 is read by staff and its customer once it was checked, byte for byte, and by nobody else', async () => {
    const { id: orderId } = await makeOrder(shop);
    const photo = jpeg({ width: 1600, height: 900 });
    const id = await sentPhoto(shop, 'receptionist', orderId, { photo });
    const name = nameOf(orderId, id);
    const readers = async () => {
      const read = await Promise.all(
        ACTORS.map(async (actor) => {
          const { data } = await files(actor).download(name);
          return data ? [actor, Buffer.from(await data.arrayBuffer()).equals(photo)] : [];
        }),
      );
      return read.filter((found) => found.length > 0);
    };
    expect(await readers()).toEqual([]);
    expect((await checkPhoto(shop, 'receptionist', id)).status).toBe(200);
    expect(await readers()).toEqual(
      ['customer', 'technician', 'receptionist', 'admin'].map((actor) => [actor, true]),
    );
    expect(await stored(orderId)).toMatchObject([{ id, width: 1600, height: 900, bytes: photo.length }]);
    const { data } = await shop.people.customer.client
      .from('order_photos')
      .select('sha256')
      .eq('order_id', orderId);
    expect(data?.[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
    const strange = await shop.people.other.client.from('order_photos').select('id').eq('order_id', orderId);
    expect(strange.data).toEqual([]);
    expect((await files('other').createSignedUrl(name, 60)).error).not.toBeNull();
    expect((await files('other').list(orderId)).data).toEqual([]);
  });

  test('REC-44 is added and kept once, however often it is sent, with one line in the timeline', async () => {
    const { id: orderId } = await makeOrder(shop);
    const id = await sentPhoto(shop, 'technician', orderId, { moment: 'repair' });
    expect((await add('technician', orderId, id, 'repair')).data).toMatchObject({ id });
    expect((await add('technician', orderId, id, 'delivery')).error?.code).toBe('PT409');
    const checks = await Promise.all([1, 2, 3].map(() => checkPhoto(shop, 'technician', id)));
    expect(checks.map(({ status }) => status)).toEqual([200, 200, 200]);
    const events = await shop.sql`
      select kind, actor_id from public.order_events where order_id = ${orderId} and kind like 'photo%'`;
    expect([...events]).toEqual([{ kind: 'photo_added', actor_id: shop.people.technician.id }]);
  });

  test('REC-44 is one of twelve at most, also when they come at once', async () => {
    const { id: orderId } = await makeOrder(shop);
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => add(n % 2 === 0 ? 'technician' : 'receptionist', orderId)),
    );
    expect(answers.filter(({ error }) => !error)).toHaveLength(12);
    expect(new Set(answers.flatMap(({ error }) => (error ? [error.message] : [])))).toEqual(
      new Set(['La orden ya tiene 12 fotos. Quita una antes de agregar otra.']),
    );
    expect(await stored(orderId)).toHaveLength(12);
  });

  test('REC-45 is sent by its author only, under its name only, and never replaced', async () => {
    const { id: orderId } = await makeOrder(shop);
    const { id: otherOrder } = await makeOrder(shop);
    const id = randomUUID();
    await add('receptionist', orderId, id);
    const name = nameOf(orderId, id);
    for (const actor of ['anon', 'customer', 'other', 'technician', 'admin'] as const)
      expect((await sendFile(shop, actor, name, jpeg())).error, actor).not.toBeNull();
    for (const wrong of [nameOf(otherOrder, id), `${name}.big`, `${name}/x`, id, name.toUpperCase()])
      expect((await sendFile(shop, 'receptionist', wrong, jpeg())).error, wrong).not.toBeNull();
    expect(await objects(orderId)).toEqual([]);
    expect((await sendFile(shop, 'receptionist', name, jpeg())).error).toBeNull();
    const other = jpeg({ width: 700 });
    expect((await checkPhoto(shop, 'receptionist', id)).body).toEqual({ error: 'incomplete' });
    expect((await sendFile(shop, 'receptionist', name, other)).error).not.toBeNull();
    const own = files('receptionist');
    const blob = new Blob([new Uint8Array(other)], { type: 'image/jpeg' });
    expect((await own.upload(name, blob, { contentType: 'image/jpeg', upsert: true })).error).not.toBeNull();
    expect((await own.update(name, blob, { contentType: 'image/jpeg' })).error).not.toBeNull();
    await sendFile(shop, 'receptionist', `${name}.small`, jpeg({ width: 320, height: 240 }));
    expect((await checkPhoto(shop, 'receptionist', id)).status).toBe(200);
    expect((await own.update(name, blob, { contentType: 'image/jpeg' })).error).not.toBeNull();
    expect((await own.move(name, nameOf(otherOrder, id))).error).not.toBeNull();
    expect((await own.copy(name, nameOf(otherOrder, id))).error).not.toBeNull();
    expect((await own.remove([name])).data ?? []).toEqual([]);
    const { data } = await own.download(name);
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(jpeg())).toBe(true);
  });

  test('REC-45 is removed by its author or who deletes orders, with a line in the timeline', async () => {
    const { id: orderId } = await makeOrder(shop);
    const first = await keptPhoto(shop, 'technician', orderId);
    const second = await keptPhoto(shop, 'technician', orderId);
    const remove = (actor: Actor, id: string) => shop.clientOf(actor).rpc('remove_photo', { p_id: id });
    expect((await remove('receptionist', first)).error?.code).toBe('42501');
    expect((await remove('customer', first)).error?.code).toBe('42501');
    expect((await remove('technician', first)).error).toBeNull();
    expect((await remove('technician', first)).error).toBeNull();
    expect((await remove('admin', second)).error).toBeNull();
    expect((await files('admin').download(nameOf(orderId, first))).error).not.toBeNull();
    const events = await shop.sql`
      select actor_role from public.order_events where order_id = ${orderId} and kind = 'photo_removed' order by id`;
    expect(events.map(({ actor_role }) => actor_role as string)).toEqual(['technician', 'admin']);
  });
});

const EXIF = segment(0xe1, Buffer.from('Exif\0\0MM\0*', 'latin1'));
const SECRET = Buffer.from('-33.44 -70.65');
/** An archive that looks like a segment, up to the last end. */
const BEHIND = Buffer.concat([Buffer.of(0, SECRET.length + 2), SECRET, Buffer.of(0xff, 0xd9)]);
const HUGE = Buffer.alloc(10);
HUGE.writeUIntLE(9_999, 4, 3);
HUGE.writeUIntLE(9_999, 7, 3);

describe('a file that is no photo', () => {
  test.each<[what: string, error: string, content: Buffer]>([
    ['an SVG', 'not-photo', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page', 'not-photo', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PNG', 'not-photo', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a JPEG that is cut', 'not-photo', jpeg().subarray(0, -2)],
    ['a JPEG with an archive behind it', 'not-photo', jpeg({ after: Buffer.from('PK\u0003\u0004') })],
    [
      'a JPEG of two sizes',
      'not-photo',
      jpeg({ between: segment(0xc2, Buffer.of(8, 0, 9, 0, 9, 1, 1, 0x11, 0)) }),
    ],
    ['a JPEG that ends before its end', 'not-photo', jpeg({ after: BEHIND })],
    ['a JPEG with what no decoder reads', 'not-photo', jpeg({ between: segment(0xf7, SECRET) })],
    ['a JPEG in a JPEG', 'not-photo', jpeg({ between: segment(0xd8, SECRET) })],
    ['a WebP that moves', 'not-photo', webp(chunk('ANIM', Buffer.alloc(6)), lossy(10, 10))],
    ['a WebP of two pictures', 'not-photo', webp(chunk('VP8X', Buffer.alloc(10)), lossy(1, 1), lossy(1, 1))],
    ['a WebP with what no decoder reads', 'not-photo', webp(lossy(10, 10), chunk('ALPH', SECRET))],
    ['a picture of 100 megapixels', 'too-large', jpeg({ width: 10_000, height: 10_000 })],
    ['a WebP of 100 megapixels', 'too-large', webp(chunk('VP8X', HUGE), lossy(10, 10))],
    [
      'a WebP that says one size and has another',
      'too-large',
      webp(chunk('VP8X', Buffer.alloc(10)), lossy(9999, 9999)),
    ],
    ['a JPEG that says where it was taken', 'metadata', jpeg({ between: EXIF })],
    ['a JPEG with a comment', 'metadata', jpeg({ between: segment(0xfe, Buffer.from('de Ana')) })],
    ['a WebP that says where it was taken', 'metadata', webp(lossy(10, 10), chunk('EXIF', Buffer.alloc(8)))],
  ])('REC-46 is refused and gone: %s', async (_what, error, content) => {
    const { id: orderId } = await makeOrder(shop);
    const id = await sentPhoto(shop, 'receptionist', orderId, { photo: content });
    expect(await checkPhoto(shop, 'receptionist', id)).toEqual({ status: 422, body: { error } });
    expect(await stored(orderId)).toEqual([]);
    expect(await objects(orderId)).toEqual([]);
  });

  test('REC-46 REC-44 that was refused does not come back by the request that is sent again', async () => {
    const { id: orderId } = await makeOrder(shop);
    const id = await sentPhoto(shop, 'receptionist', orderId, { photo: Buffer.from('GIF89a') });
    await checkPhoto(shop, 'receptionist', id);
    expect((await checkPhoto(shop, 'receptionist', id)).status).toBe(404);
    expect((await add('receptionist', orderId, id)).error).toMatchObject({
      code: '23514',
      message: expect.stringContaining('Elígela otra vez'),
    });
  });

  test('REC-46 is refused as the small one too, which has 400 pixels at most', async () => {
    const { id: orderId } = await makeOrder(shop);
    const id = await sentPhoto(shop, 'receptionist', orderId, { small: jpeg({ width: 401 }) });
    expect((await checkPhoto(shop, 'receptionist', id)).body).toEqual({ error: 'too-large' });
  });

  test('REC-46 a WebP and a JPEG with its colours are photos', async () => {
    const { id: orderId } = await makeOrder(shop);
    const profile = segment(0xe2, Buffer.from('ICC_PROFILE\0'));
    await keptPhoto(shop, 'receptionist', orderId, { photo: webp(lossy(1600, 1200)) });
    const seeThrough = [chunk('ICCP', SECRET), chunk('ALPH', Buffer.alloc(4)), lossy(1, 1)];
    await keptPhoto(shop, 'receptionist', orderId, {
      photo: webp(chunk('VP8X', Buffer.alloc(10)), ...seeThrough),
    });
    await keptPhoto(shop, 'receptionist', orderId, { photo: jpeg({ between: profile }) });
    expect(await stored(orderId)).toHaveLength(3);
  });

  test('REC-46 is refused before it is kept: too many bytes, another type', async () => {
    const { id: orderId } = await makeOrder(shop);
    const id = randomUUID();
    await add('receptionist', orderId, id);
    const large = jpeg({ between: Buffer.alloc(1_048_577) });
    expect((await sendFile(shop, 'receptionist', nameOf(orderId, id), large)).error).not.toBeNull();
    const type = 'image/svg+xml';
    expect((await sendFile(shop, 'receptionist', nameOf(orderId, id), jpeg(), type)).error).not.toBeNull();
    expect(await objects(orderId)).toEqual([]);
  });

  test('REC-46 is checked for staff only', async () => {
    const { id: orderId } = await makeOrder(shop);
    const id = await sentPhoto(shop, 'receptionist', orderId);
    const answers = await Promise.all(
      (['anon', 'customer', 'other'] as const).map((actor) => checkPhoto(shop, actor, id)),
    );
    expect(answers.map(({ status }) => status)).toEqual([403, 404, 404]);
    expect((await checkPhoto(shop, 'receptionist', 'x')).status).toBe(400);
    expect(await stored(orderId)).toMatchObject([{ checked_at: null }]);
  });
});
