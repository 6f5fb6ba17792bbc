// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { DataError } from '#src/data-access/data-error.ts';
import { signInAs } from '#src/testing/sign-in-as.ts';
import { getSending, sendWaiting } from './photo-sender.ts';
import type { WaitingPhoto } from './waiting-photos.ts';

const browser = vi.hoisted(() => ({ waiting: [] as unknown[], sendPhoto: vi.fn() }));
vi.mock('./send-photo.ts', () => ({ sendPhoto: browser.sendPhoto }));
vi.mock('./waiting-photos.ts', () => ({
  waitingPhotosOf: () => Promise.resolve(browser.waiting),
  onWaitingChange: () => () => undefined,
  forgetWaiting: ({ id }: WaitingPhoto) => {
    browser.waiting = browser.waiting.filter((photo) => (photo as WaitingPhoto).id !== id);
    return Promise.resolve();
  },
}));

const PATIENT = { timeout: 60_000 };
test.each([
  ['failed', 'server'],
  ['unreadable', 'server'],
  ['none', 'cut'],
] as const)(
  'REC-130 a photo that waits says whether the network or the server fails: %s',
  async (reply, trouble) => {
    browser.waiting = [{ id: 'uno', orderId: 'a', owner: signInAs('technician').id }];
    const failure = new DataError('offline', 'x', '', reply);
    browser.sendPhoto.mockImplementation(() => Promise.reject(failure));
    const sending = sendWaiting();
    await vi.waitFor(() => expect(getSending().trouble).toBe(trouble), PATIENT);
    expect(getSending().waiting).toHaveLength(1);
    browser.sendPhoto.mockImplementation(() => Promise.resolve());
    await sending;
    expect(getSending()).toMatchObject({ trouble: null, waiting: [] });
  },
);
