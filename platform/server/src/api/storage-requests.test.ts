import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { App } from '../lite/lite.ts';
import { OBJECT_RESERVE } from '../config/limits.ts';
import { storageRequests } from './storage-requests.ts';

const PLACE = 'http://shop.test/storage/v1';

test('REC-54 the last space of the disk is not for files: an upload is refused, and the rest goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'storage-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  let free = OBJECT_RESERVE;
  const app = { fetch: async () => Response.json({}) } as unknown as App;
  const { answer } = storageRequests(app, 'secret', folder, async () => free);
  const ask = async (method: string, path: string) => {
    const given = await answer(new Request(`${PLACE}${path}`, { method }));
    return given.status;
  };
  const uploads = [
    ['POST', '/object/order-photos/a/b'],
    ['PUT', '/object/order-photos/a/b'],
    ['POST', '/upload/resumable'],
    ['PATCH', `/upload/resumable/${'0'.repeat(32)}`],
  ] as const;
  for (const [method, path] of uploads) expect(await ask(method, path), path).toBe(507);
  expect(await ask('GET', '/object/order-photos/a/b')).toBe(200);
  expect(await ask('DELETE', '/object/order-photos')).toBe(200);
  free += 1;
  for (const [method, path] of uploads) expect(await ask(method, path), path).not.toBe(507);
});
