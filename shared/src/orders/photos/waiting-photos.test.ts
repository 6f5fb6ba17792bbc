// @vitest-environment jsdom
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { signInAs } from '#src/testing/sign-in-as.ts';
import {
  forgetHeld,
  keepWaiting,
  moveHeld,
  releaseHeld,
  waitingPhotosOf,
  type WaitingPhoto,
} from './waiting-photos.ts';

/** The browser's database. */
const disk = vi.hoisted(() => ({ rows: new Map<string, unknown>(), isFull: false }));
vi.mock('idb-keyval', () => ({
  createStore: () => 'store',
  keys: () => Promise.resolve([...disk.rows.keys()].map((key) => JSON.parse(key) as unknown)),
  getMany: (keys: unknown[]) => Promise.resolve(keys.map((key) => disk.rows.get(JSON.stringify(key)))),
  set: (key: unknown, value: unknown) => {
    if (disk.isFull) return Promise.reject(new Error('QuotaExceededError'));
    disk.rows.set(JSON.stringify(key), value);
    return Promise.resolve();
  },
  del: (key: unknown) => Promise.resolve(disk.rows.delete(JSON.stringify(key))),
  delMany: (keys: unknown[]) => Promise.resolve(keys.map((key) => disk.rows.delete(JSON.stringify(key)))),
}));

const NOW = Date.UTC(2026, 10, 28, 15);
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterAll(() => void vi.useRealTimers());

const OWNER = 'recepcion';
beforeEach(() => {
  disk.rows.clear();
  disk.isFull = false;
  signInAs('receptionist', { id: OWNER });
});
const photoOf = (id: string, orderId: string, part: Partial<WaitingPhoto> = {}): WaitingPhoto => ({
  id,
  orderId,
  moment: 'reception',
  owner: OWNER,
  chosenAt: NOW,
  fileName: `${id}.jpg`,
  photo: new Blob(['a']),
  small: new Blob(['b']),
  isHeld: true,
  ...part,
});
const kept = async () =>
  (await waitingPhotosOf(OWNER)).map(({ id, orderId, isHeld = false }) => [id, orderId, isHeld]);

test('REC-38 photos of an order that is not created yet wait for it, move with its id, and go with it', async () => {
  await keepWaiting(photoOf('una', 'borrador', { chosenAt: NOW - 2 }));
  await keepWaiting(photoOf('otra', 'ajena', { chosenAt: NOW - 1 }));
  await moveHeld('borrador', 'nuevo');
  expect(await kept()).toEqual([
    ['una', 'nuevo', true],
    ['otra', 'ajena', true],
  ]);
  await releaseHeld('nuevo');
  expect(await kept()).toEqual([
    ['una', 'nuevo', false],
    ['otra', 'ajena', true],
  ]);
  await forgetHeld('ajena');
  expect((await kept()).map(([id]) => id)).toEqual(['una']);
});

test('REC-38 a photo that is made smaller meanwhile goes the way of the others', async () => {
  await moveHeld('lento', 'propio');
  await keepWaiting(photoOf('movida', 'lento', { chosenAt: NOW - 2 }));
  expect(await kept()).toEqual([['movida', 'propio', true]]);
  await releaseHeld('propio');
  await keepWaiting(photoOf('creada', 'lento', { chosenAt: NOW - 1 }));
  await forgetHeld('descartado');
  await keepWaiting(photoOf('descartada', 'descartado'));
  expect(await kept()).toEqual([
    ['movida', 'propio', false],
    ['creada', 'propio', false],
  ]);
});

test('REC-38 a photo that changes while the disk is full is there once, as it is now', async () => {
  await keepWaiting(photoOf('una', 'apretado'));
  disk.isFull = true;
  await releaseHeld('apretado');
  expect(await kept()).toEqual([['una', 'apretado', false]]);
  const inMemory = async () => (await waitingPhotosOf(OWNER)).map((photo) => photo.isInMemory === true);
  expect(await inMemory()).toEqual([true]);
  disk.isFull = false;
  for (const photo of await waitingPhotosOf(OWNER)) await keepWaiting(photo);
  expect(await inMemory()).toEqual([false]);
});

test('REC-38 photos are forgotten a day after their order was not created', async () => {
  const yesterday = NOW - 25 * 3_600_000;
  await keepWaiting(photoOf('vieja', 'dejada', { chosenAt: yesterday }));
  await keepWaiting(photoOf('creada', 'hecha', { chosenAt: yesterday, isHeld: undefined }));
  const ids = (await kept()).map(([id]) => id);
  expect(ids).toContain('creada');
  expect(ids).not.toContain('vieja');
});
