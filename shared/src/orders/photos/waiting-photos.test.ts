// @vitest-environment jsdom
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  forgetHeld,
  keepWaiting,
  moveHeld,
  releaseHeld,
  waitingPhotosOf,
  type WaitingPhoto,
} from './waiting-photos.ts';

const NOW = Date.UTC(2026, 10, 28, 15);
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterAll(() => void vi.useRealTimers());

const OWNER = 'recepcion';
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
  await moveHeld(OWNER, 'borrador', 'nuevo');
  expect(await kept()).toEqual([
    ['una', 'nuevo', true],
    ['otra', 'ajena', true],
  ]);
  await releaseHeld(OWNER, 'nuevo', 'creada');
  // Its picture was made smaller meanwhile.
  await keepWaiting(photoOf('tarde', 'nuevo'));
  expect(await kept()).toEqual([
    ['una', 'creada', false],
    ['otra', 'ajena', true],
    ['tarde', 'creada', false],
  ]);
  await forgetHeld(OWNER, 'ajena');
  expect((await kept()).map(([id]) => id)).toEqual(['una', 'tarde']);
});

test('REC-38 photos are forgotten a day after their order was not created', async () => {
  const yesterday = NOW - 25 * 3_600_000;
  await keepWaiting(photoOf('vieja', 'dejada', { chosenAt: yesterday }));
  await keepWaiting(photoOf('creada', 'hecha', { chosenAt: yesterday, isHeld: undefined }));
  const ids = (await kept()).map(([id]) => id);
  expect(ids).toContain('creada');
  expect(ids).not.toContain('vieja');
});
