/** Photos go with their order, person and period, files included; who looks at them is logged (REC-47 to REC-49). */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { anonymize } from './support/anonymize.ts';
import { change, makeOrder } from './support/orders.ts';
import {
  BUCKET,
  checkPhoto,
  cleanPhotos,
  CRON_SECRET,
  jpeg,
  keptPhoto,
  nameOf,
  sendFile,
  sentPhoto,
} from './support/photos.ts';
import { newRut, openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let technician: Person;
beforeAll(async () => {
  vi.stubEnv('CRON_SECRET', CRON_SECRET);
  shop = await openShop();
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  vi.unstubAllEnvs();
});
beforeEach(async () => {
  // The audit log knows nobody yet.
  technician = await shop.addPerson('technician');
});

/** An order with a photo, both of whose files are on the disk. */
async function orderWithPhoto(columns: Parameters<typeof makeOrder>[1] = {}) {
  const order = await makeOrder(shop, columns);
  const name = nameOf(order.id, await keptPhoto(shop, 'receptionist', order.id));
  const files = [name, `${name}.small`].map((each) =>
    join(shop.dataDir, 'storage', 'objects', BUCKET, ...each.split('/')),
  );
  expect(files.map((file) => existsSync(file))).toEqual([true, true]);
  return { order, name, files };
}

const isGone = async ({ name, files }: Awaited<ReturnType<typeof orderWithPhoto>>) => {
  const rows = await shop.sql`select from storage.objects where name like ${`${name}%`}`;
  return rows.length === 0 && files.every((file) => !existsSync(file));
};

test('REC-47 files are gone with the order, the erased person, and the removed photo; others stay', async () => {
  const rut = newRut();
  const [deleted, erased, removed, kept] = [
    await orderWithPhoto(),
    await orderWithPhoto({ customer_rut: rut, status: 'cancelled' }),
    await orderWithPhoto(),
    await orderWithPhoto(),
  ];
  await shop.people.admin.client.from('service_orders').delete().eq('id', deleted.order.id);
  expect((await anonymize(shop.people.admin, 'rut', rut)).error).toBeNull();
  const photo = removed.name.split('/')[1] ?? '';
  await shop.people.receptionist.client.rpc('remove_photo', { p_id: photo });
  for (const { name } of [deleted, erased, removed])
    expect((await shop.people.admin.client.storage.from(BUCKET).download(name)).error).not.toBeNull();
  expect(await cleanPhotos(shop)).toBe(6);
  expect(await cleanPhotos(shop)).toBe(0);
  expect(await Promise.all([deleted, erased, removed, kept].map(isGone))).toEqual([true, true, true, false]);
});

test('REC-47 photos of orders that were closed `photo_days` ago go, and those whose files never came', async () => {
  const [old, recent, open] = [await orderWithPhoto(), await orderWithPhoto(), await orderWithPhoto()];
  for (const [{ order }, days] of [
    [old, 731],
    [recent, 729],
  ] as const) {
    await change(shop.people.receptionist, order.id, { status: 'delivered', warranty_days: 30 });
    await shop.sql`
      update public.service_orders set delivered_at = now() - make_interval(days => ${days}) where id = ${order.id}`;
  }
  const [lost, waiting] = [
    await sentPhoto(shop, 'receptionist', open.order.id),
    await sentPhoto(shop, 'receptionist', open.order.id),
  ];
  const age = (id: string, days: number) =>
    shop.sql`update public.order_photos set created_at = now() - make_interval(days => ${days}) where id = ${id}`;
  await age(lost, 9);
  // The device on which it waits keeps it for a week.
  await age(waiting, 7);
  const [run] = await shop.sql`select public.run_retention() as removed`;
  expect(run?.removed).toMatchObject({ photos: 1 });
  expect(await cleanPhotos(shop)).toBe(4);
  expect(await Promise.all([old, recent, open].map(isGone))).toEqual([true, false, false]);
  expect((await checkPhoto(shop, 'receptionist', waiting)).status).toBe(200);
});

test('REC-47 a file that comes when its photo is gone is removed too; nobody else’s order calls the cleaning', async () => {
  const { order } = await orderWithPhoto();
  const id = randomUUID();
  const { client } = shop.people.receptionist;
  await client.rpc('add_photo', { p_id: id, p_order_id: order.id, p_moment: 'delivery' });
  await sendFile(shop, 'receptionist', nameOf(order.id, id), jpeg());
  await client.rpc('remove_photo', { p_id: id });
  expect(
    (await sendFile(shop, 'receptionist', `${nameOf(order.id, id)}.small`, jpeg())).error,
  ).not.toBeNull();
  const answer = await fetch(`${shop.url}/functions/v1/check-photo`, {
    method: 'POST',
    headers: { 'x-cron-secret': 'otro' },
    body: '{}',
  });
  expect(answer.status).toBe(400);
  expect(await cleanPhotos(shop)).toBe(1);
});

const looks = async () =>
  [
    ...(await shop.sql`
    select kind, order_id, source from private.looks where actor_id = ${technician.id} order by id`),
  ] as unknown[];

test('REC-48 staff who look at photos are logged with the order, by address or file', async () => {
  const first = await orderWithPhoto();
  const second = await orderWithPhoto();
  const files = technician.client.storage.from(BUCKET);
  await files.download(first.name);
  expect(await looks()).toEqual([{ kind: 'order', order_id: first.order.id, source: BUCKET }]);
  const { data } = await files.createSignedUrls([second.name, `${second.name}.small`], 60);
  expect((await fetch(data?.[1]?.signedUrl ?? '')).status).toBe(200);
  expect(await looks()).toHaveLength(2);
  expect((await looks())[1]).toEqual({ kind: 'order', order_id: second.order.id, source: BUCKET });
  await files.createSignedUrls([first.name, second.name], 60);
  await files.list(first.order.id);
  expect((await looks()).slice(2)).toMatchObject([{ kind: 'list', order_id: null, source: BUCKET }]);
});

test('REC-49 the customer’s own copy lists the photos', async () => {
  const person = await shop.addPerson('customer', { rut: newRut() });
  const { order } = await orderWithPhoto({ customer_rut: person.rut });
  await sentPhoto(shop, 'receptionist', order.id);
  const { data } = await person.client.rpc('export_own_data');
  expect(data).toMatchObject({
    ordenes: [{ fotos: [{ momento: 'recepción', ancho: 800, alto: 600, sha256: expect.any(String) }] }],
  });
});
