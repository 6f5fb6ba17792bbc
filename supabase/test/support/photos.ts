/** Photos of orders as the desk sends them: files that are whole by their structure, with nothing to see. */
import { randomUUID } from 'node:crypto';
import type { Actor, Shop } from './shop.ts';

export const BUCKET = 'order-photos';
export const CRON_SECRET = 'secreto-del-plan';

/** One segment of a JPEG. */
export const segment = (marker: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.of(0xff, marker, 0, content.length + 2), content]);

/** A JPEG that says these sides; `between` comes before the picture, `after` behind its end. */
export function jpeg({
  width = 800,
  height = 600,
  between,
  after,
}: { width?: number; height?: number; between?: Buffer; after?: Buffer } = {}): Buffer {
  const frame = Buffer.of(8, 0, 0, 0, 0, 1, 1, 0x11, 0);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    segment(0xe0, Buffer.from('JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0', 'latin1')),
    between ?? Buffer.alloc(0),
    segment(0xc0, frame),
    segment(0xda, Buffer.of(1, 1, 0, 0, 0x3f, 0)),
    // A stuffed FF and a restart are data.
    Buffer.of(0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56),
    Buffer.of(0xff, 0xd9),
    after ?? Buffer.alloc(0),
  ]);
}

/** A part of a WebP. */
export function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/** A lossy picture of a WebP with these sides. */
export function lossy(width: number, height: number): Buffer {
  const content = Buffer.from('30010090012a0000000000', 'hex');
  content.set(Buffer.from('9d012a', 'hex'), 3);
  content.writeUInt16LE(width, 6);
  content.writeUInt16LE(height, 8);
  return chunk('VP8 ', content);
}

/** A WebP of these parts. */
export function webp(...parts: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts]);
  const head = Buffer.alloc(8);
  head.write('RIFF', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

export const nameOf = (orderId: string, photoId: string): string => `${orderId}/${photoId}`;

/** Sends one file. */
export async function sendFile(
  shop: Shop,
  actor: Actor,
  name: string,
  content: Buffer,
  type = 'image/jpeg',
): Promise<{ error: Error | null }> {
  const files = shop.clientOf(actor).storage.from(BUCKET);
  return files.upload(name, new Blob([new Uint8Array(content)], { type }), { contentType: type });
}

/** The function's answer about a photo that was sent. */
export async function checkPhoto(shop: Shop, actor: Actor, photoId: string) {
  const { data } = await shop.clientOf(actor).auth.getSession();
  const answer = await fetch(`${shop.url}/functions/v1/check-photo`, {
    method: 'POST',
    headers: { ...(data.session && { authorization: `Bearer ${data.session.access_token}` }) },
    body: JSON.stringify({ photoId }),
  });
  return { status: answer.status, body: (await answer.json()) as { error?: string } };
}

/** A photo whose files were sent, and not checked. */
export async function sentPhoto(
  shop: Shop,
  actor: Actor,
  orderId: string,
  { photo = jpeg(), small = jpeg({ width: 320, height: 240 }), moment = 'reception' } = {},
): Promise<string> {
  const id = randomUUID();
  const added = await shop
    .clientOf(actor)
    .rpc('add_photo', { p_id: id, p_order_id: orderId, p_moment: moment });
  if (added.error) throw added.error;
  const name = nameOf(orderId, id);
  for (const [file, content] of [
    [name, photo],
    [`${name}.small`, small],
  ] as const) {
    const { error } = await sendFile(shop, actor, file, content);
    if (error) throw error;
  }
  return id;
}

/** A photo that was kept. */
export async function keptPhoto(
  shop: Shop,
  actor: Actor,
  orderId: string,
  files?: Parameters<typeof sentPhoto>[3],
): Promise<string> {
  const id = await sentPhoto(shop, actor, orderId, files);
  const { status, body } = await checkPhoto(shop, actor, id);
  if (status !== 200) throw new Error(`check-photo: ${status} ${body.error}`);
  return id;
}

/** Runs the schedule that removes files without a photo. */
export async function cleanPhotos(shop: Shop): Promise<number> {
  const answer = await fetch(`${shop.url}/functions/v1/check-photo`, {
    method: 'POST',
    headers: { 'x-cron-secret': CRON_SECRET },
    body: '{}',
  });
  return ((await answer.json()) as { removed: number }).removed;
}
