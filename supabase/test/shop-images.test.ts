/** The logo's image: what is taken, what is refused, and for whom (CFG-52). */
import { waitingSessions } from '@taller/server/testing/waiting-sessions.ts';
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePng, makeWebp } from './support/images.ts';
import { callSettings, saveSection } from './support/settings-calls.ts';
import { ACTORS, openShop, type Client, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const send = (content: string | Uint8Array, client: Client = shop.people.admin.client, id?: string) =>
  callSettings(client, { image: Buffer.from(content).toString('base64') }, id);
const count = async () => Number((await shop.sql`select count(*) from private.shop_images`)[0]?.count);
const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** WebP files as browsers encode them: one pixel, lossy and lossless. */
const WEBP = {
  lossy: Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64'),
  lossless: Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64'),
};
/** Builds a WebP file from chunks, for files with an extended header. */
const extended = (...parts: [name: string, content: Buffer][]) => {
  const body = parts.map(([name, content]) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(content.length);
    return Buffer.concat([Buffer.from(name), size, content, Buffer.alloc(content.length % 2)]);
  });
  const file = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), ...body]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
};
const header = (width: number, height: number) => {
  const content = Buffer.alloc(10);
  content.writeUIntLE(width - 1, 4, 3);
  content.writeUIntLE(height - 1, 7, 3);
  return content;
};

test.each([
  ['a PNG', makePng(300, 100), { type: 'image/png', width: 300, height: 100 }],
  ['a WebP with losses', WEBP.lossy, { type: 'image/webp', width: 1, height: 1 }],
  ['a WebP without losses', WEBP.lossless, { type: 'image/webp', width: 1, height: 1 }],
  ['a large WebP', makeWebp(2048, 512), { type: 'image/webp', width: 2048, height: 512 }],
  [
    'an extended WebP',
    extended(
      ['VP8X', header(640, 200)],
      ['VP8L', WEBP.lossless.subarray(20, 33)],
      ['EXIF', Buffer.from('abc')],
    ),
    { type: 'image/webp', width: 640, height: 200 },
  ],
])('CFG-52 %s is taken by its content, and has the size that it says', async (_, content, size) => {
  const { data, error } = await send(content);
  expect(error).toBeNull();
  expect(data).toEqual({ hash: hashOf(content), ...size });
  const read = await shop.anon.rpc('shop_image', { p_hash: hashOf(content) });
  expect(read.data).toEqual([{ type: size.type, content: content.toString('base64') }]);
});

const png = makePng(300, 100);
const webp = makeWebp(300, 100);
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>';
const BROKEN = {
  'a PNG without its end': png.subarray(0, -1),
  'a PNG with a page behind it': Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]),
  'a PNG without its header': Buffer.concat([png.subarray(0, 8), png.subarray(33)]),
  'a PNG without a picture': Buffer.concat([png.subarray(0, 33), png.subarray(-12)]),
  'the beginning of a PNG': Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  'a PNG with sides beyond any number': Buffer.from(
    '89504e470d0a1a0a0000000d49484452ffffffffffffffff',
    'hex',
  ),
  'a PNG with a part beyond its end': Buffer.concat([
    png.subarray(0, 33),
    Buffer.from('ffffffff49444154', 'hex'),
  ]),
  'a PNG without a side': makePng(0, 10),
  'a PNG without sides': makePng(0, 0),
  'a WebP without its end': webp.subarray(0, -2),
  'a WebP with a page behind it': Buffer.concat([webp, Buffer.from('<script>alert(1)</script>')]),
  'a WebP with a page in its length': extended(['VP8L', Buffer.from('<script>alert(1)</script>')]),
  'a WebP without a picture': extended(['VP8X', header(9, 9)]),
  'a WebP that moves': extended(
    ['VP8X', header(9, 9)],
    ['ANIM', Buffer.alloc(6)],
    ['ANMF', Buffer.alloc(24)],
  ),
  'a WebP that moves behind a picture that does not': extended(
    ['VP8X', header(1, 1)],
    ['VP8L', WEBP.lossless.subarray(20, 33)],
    ['ANIM', Buffer.alloc(6)],
    ['ANMF', Buffer.alloc(24)],
  ),
  'a PNG that moves': Buffer.concat([
    png.subarray(0, 33),
    Buffer.from('000000086163544c000000020000000000000000', 'hex'),
    png.subarray(33),
  ]),
  'the beginning of a WebP': Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'),
  'a sound': Buffer.from('RIFF\x04\0\0\0WAVE', 'latin1'),
  'a JPG': Buffer.from('ffd8ffe000104a464946', 'hex'),
  'a GIF': Buffer.from('GIF89a'),
  'an SVG': Buffer.from(svg),
  'an SVG with a script': Buffer.from(svg.replace('<rect', '<script>alert(1)</script><rect')),
  'an SVG with a handler': Buffer.from(svg.replace('<rect', '<rect onload="alert(1)"')),
  'an SVG behind a mark of its encoding': Buffer.from(`\ufeff<?xml version="1.0"?>${svg}`),
  'a page': Buffer.from('<!doctype html><script>alert(1)</script>'),
  nothing: Buffer.alloc(0),
};
test.each(Object.entries(BROKEN))('CFG-52 SEC-53 SEC-55 %s is refused', async (_, content) => {
  const before = await count();
  const { status, error } = await send(content);
  expect([status, error]).toEqual([
    400,
    {
      code: '23514',
      message: 'Este archivo no se puede usar: no es un PNG ni un WebP completo. Elige otra imagen.',
    },
  ]);
  expect(await count()).toBe(before);
});

test('CFG-52 an image that is too large, too narrow, or none is refused with the reason', async () => {
  for (const image of [makePng(2049, 500), makePng(500, 513), makeWebp(2049, 500)])
    expect((await send(image)).error?.message).toContain('2048 por 512');
  for (const image of [makePng(1100, 100), makePng(100, 301)])
    expect((await send(image)).error?.message).toContain('demasiado angosto');
  expect((await send(Buffer.alloc(262_145, 1))).error?.message).toContain('256 kB');
  const admin = shop.people.admin.client;
  const text = makePng(20, 20).toString('base64');
  for (const image of ['¿base64?', text.slice(0, -1), `${text.slice(0, 8)}\f${text.slice(8)}`])
    expect((await callSettings(admin, { image })).error?.message).toContain('no es un PNG');
  expect((await callSettings(admin, { image: 7 })).error?.code).toBe('22023');
});

test.each(ACTORS.filter((actor) => actor !== 'admin'))('CFG-52 %s stores no image', async (actor) => {
  const before = await count();
  expect((await send(makePng(11, 11), shop.clientOf(actor))).status).toBe(403);
  expect(await count()).toBe(before);
});

test('CFG-52 the same request or the same image again is one image; another image under its id is refused', async () => {
  const [one, other] = [makePng(20, 20), makePng(30, 30)];
  const id = randomUUID();
  const admin = shop.people.admin.client;
  const before = await count();
  const answers = await Promise.all([send(one, admin, id), send(one, admin, id), send(one)]);
  expect(answers.map(({ data }) => data?.hash)).toEqual([hashOf(one), hashOf(one), hashOf(one)]);
  expect(await count()).toBe(before + 1);
  const { status, error } = await send(other, admin, id);
  expect([status, error?.code]).toEqual([409, 'PT409']);
  expect(await count()).toBe(before + 1);
});

test('CFG-52 a logo is saved only with an image that is here; an image that no version names goes after a day', async () => {
  const save = (logo: unknown, version: number) =>
    saveSection(shop.people.admin.client, 'look', { logo, color: null }, version);
  const forged = { hash: 'a'.repeat(64), type: 'image/png', width: 1, height: 1 };
  expect((await save(forged, 1)).error?.message).toContain('no está guardada aquí');
  const [kept, left] = [makePng(40, 40), makePng(50, 50)];
  const [{ data: logo }] = await Promise.all([send(kept), send(left)]);
  expect((await save({ ...logo, width: 7 }, 1)).error?.message).toContain('no está guardada aquí');
  expect((await save(logo, 1)).data).toMatchObject({ saved: true, version: 2 });
  expect((await save(null, 2)).data).toMatchObject({ saved: true, version: 3 });
  await shop.sql`update private.shop_images set saved_at = now() - interval '25 hours'`;
  await send(makePng(60, 60));
  const names = (await shop.sql`select hash from private.shop_images`).map(({ hash }) => hash as string);
  expect(names).toContain(hashOf(kept));
  expect(names).not.toContain(hashOf(left));
});

test('CFG-52 an old image that is saved as the logo at this moment stays when another one is stored', async () => {
  const { data } = await send(makePng(70, 70));
  const { hash } = data as { hash: string };
  await shop.sql`update private.shop_images set saved_at = now() - interval '25 hours' where hash = ${hash}`;
  let sent: ReturnType<typeof send> | undefined;
  await shop.sql.begin(async (tx) => {
    await tx`update public.setting_sections set value = ${tx.json({ logo: data as never, color: null })}
      where section = 'look'`;
    sent = send(makePng(80, 80));
    await expect.poll(() => waitingSessions(shop.sql)).toHaveLength(1);
  });
  expect((await sent)?.error).toBeNull();
  expect((await shop.anon.rpc('shop_image', { p_hash: hash })).data).toHaveLength(1);
});

test('CFG-52 an SVG that was the logo before stays the logo while its section is saved, and is served', async () => {
  const logo = { hash: hashOf(svg), type: 'image/svg+xml', width: 1024, height: 341 };
  await shop.sql`insert into private.shop_images (hash, type, width, height, content)
    values (${logo.hash}, ${logo.type}, ${logo.width}, ${logo.height}, ${Buffer.from(svg)})`;
  const [row] =
    await shop.sql`update public.setting_sections set value = ${shop.sql.json({ logo, color: null })}
    where section = 'look' returning version`;
  const recoloured = { logo, color: '#b3261e' };
  const { data } = await saveSection(shop.people.admin.client, 'look', recoloured, Number(row?.version));
  expect(data).toMatchObject({ saved: true, value: recoloured });
  expect((await shop.anon.rpc('shop_image', { p_hash: logo.hash })).data).toEqual([
    { type: 'image/svg+xml', content: Buffer.from(svg).toString('base64') },
  ]);
});
