/** Addresses under which a photo's files could be sent without asking again (REC-45). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { BUCKET, checkPhoto, jpeg, nameOf, sendFile } from './support/photos.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

test('REC-45 no signed address replaces a photo that was checked', async () => {
  const { id: order } = await makeOrder(shop);
  const id = randomUUID();
  const { client } = shop.people.receptionist;
  const added = await client.rpc('add_photo', { p_id: id, p_order_id: order, p_moment: 'reception' });
  expect(added.error).toBeNull();
  const name = nameOf(order, id);
  const files = client.storage.from(BUCKET);
  const asked = [
    await files.createSignedUploadUrl(name),
    await files.createSignedUploadUrl(name, { upsert: true }),
  ];
  await sendFile(shop, 'receptionist', name, jpeg());
  await sendFile(shop, 'receptionist', `${name}.small`, jpeg({ width: 320, height: 240 }));
  expect((await checkPhoto(shop, 'receptionist', id)).status).toBe(200);
  const other = new Blob([new Uint8Array(jpeg({ width: 700 }))], { type: 'image/jpeg' });
  for (const { data } of asked) {
    const token = data?.token ?? 'none';
    const sent = await shop
      .clientOf('anon')
      .storage.from(BUCKET)
      .uploadToSignedUrl(name, token, other, { contentType: 'image/jpeg', upsert: true });
    expect(sent.error).not.toBeNull();
  }
  const { data } = await files.download(name);
  expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(jpeg())).toBe(true);
  expect(asked.map(({ error }) => error === null)).toEqual([true, false]);
});
