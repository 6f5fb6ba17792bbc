// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CameraDialog } from './camera-dialog.tsx';
import { cameraTexts as texts } from './texts.ts';

/** The codes in view of the camera: the value of each one that is read. */
let shown: string[] = [];
let looks = 0;
let tracks: (EventTarget & { stop: () => void; isStopped: boolean })[] = [];
const getUserMedia = vi.fn<(wanted: MediaStreamConstraints) => Promise<MediaStream>>();

function openStream(): Promise<MediaStream> {
  const track = Object.assign(new EventTarget(), { isStopped: false, stop: () => undefined as void });
  track.stop = () => void (track.isStopped = true);
  tracks.push(track);
  return Promise.resolve({ getTracks: () => [track] } as unknown as MediaStream);
}

class OwnDetector {
  static formats = ['qr_code', 'code_128', 'ean_13'];
  static getSupportedFormats = () => Promise.resolve(OwnDetector.formats);
  static asked: readonly string[] = [];
  constructor({ formats }: { formats: readonly string[] }) {
    OwnDetector.asked = formats;
  }
  detect = () => {
    looks += 1;
    return Promise.resolve(shown.map((rawValue) => ({ rawValue })));
  };
}

function setPage(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

beforeEach(() => {
  shown = [];
  looks = 0;
  tracks = [];
  getUserMedia.mockReset().mockImplementation(openStream);
  vi.stubGlobal('BarcodeDetector', OwnDetector);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia } }));
  vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(
    HTMLMediaElement.HAVE_ENOUGH_DATA,
  );
  setPage('visible');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const onScan = vi.fn<(code: string) => void>();
const onClose = vi.fn<() => void>();
beforeEach(() => {
  onScan.mockReset();
  onClose.mockReset();
});
const show = (said?: string) =>
  render(<CameraDialog onScan={onScan} onClose={onClose} {...(said !== undefined && { said })} />);
const said = () => screen.getByRole('status').textContent;
const isStopped = (at: number) => tracks[at]?.isStopped;

test.each([
  ['NotAllowedError', texts.problems.refused],
  ['SecurityError', texts.problems.refused],
  ['NotFoundError', texts.problems.absent],
  ['OverconstrainedError', texts.problems.absent],
  ['NotReadableError', texts.problems.busy],
  ['AbortError', texts.problems.busy],
])('REC-102 a camera that ends in %s says what to do, and Reintentar opens it', async (name, words) => {
  getUserMedia.mockRejectedValueOnce(new DOMException('no', name));
  show();
  await expect.poll(said).toBe(words);
  fireEvent.click(screen.getByRole('button', { name: texts.retry }));
  await expect.poll(said).toBe(texts.aimAtBars);
});

test('REC-102 a site without https says so', async () => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: undefined }));
  show();
  await expect.poll(said).toBe(texts.problems.insecure);
});

test('REC-102 a camera that is unplugged says so', async () => {
  show();
  await expect.poll(said).toBe(texts.aimAtBars);
  act(() => void tracks[0]?.dispatchEvent(new Event('ended')));
  expect(said()).toBe(texts.problems.busy);
});

test('REC-102 the camera is off when it is closed, also when it opens after that', async () => {
  const { unmount } = show();
  await expect.poll(said).toBe(texts.aimAtBars);
  unmount();
  expect(isStopped(0)).toBe(true);
  let open: (stream: MediaStream) => void = () => undefined;
  getUserMedia.mockReturnValueOnce(new Promise((resolve) => (open = resolve)));
  show().unmount();
  open(await openStream());
  await expect.poll(() => isStopped(1)).toBe(true);
});

test('REC-102 the camera is off while the page is hidden, and on again with it', async () => {
  show();
  await expect.poll(said).toBe(texts.aimAtBars);
  setPage('hidden');
  expect(isStopped(0)).toBe(true);
  let open: (stream: MediaStream) => void = () => undefined;
  getUserMedia.mockReturnValueOnce(new Promise((resolve) => (open = resolve)));
  setPage('visible');
  expect(said()).toBe(texts.starting);
  open(await openStream());
  await expect.poll(said).toBe(texts.aimAtBars);
  expect(tracks).toHaveLength(2);
  expect(isStopped(1)).toBe(false);
});

test('REC-100 the rear camera reads QR and the bars of devices, and the first code closes', async () => {
  shown = ['UBIESTANTEA', '000123'];
  show();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(onScan.mock.calls).toEqual([['UBIESTANTEA']]);
  expect(OwnDetector.asked).toEqual(['qr_code', 'code_128']);
  expect(getUserMedia.mock.calls[0]?.[0]).toMatchObject({
    audio: false,
    video: { facingMode: { ideal: 'environment' } },
  });
});

test('REC-100 where several codes follow each other, each is taken once while it is held up', async () => {
  const [place, device] = ['UBIESTANTEA', '000123'];
  shown = [place];
  show('');
  await expect.poll(() => onScan.mock.calls).toEqual([[place]]);
  // Two labels in view: readers tell of one or both, in any order.
  for (const codes of [[place, device], [device, place], [place], [device]]) {
    shown = codes;
    const before = looks;
    await expect.poll(() => looks).toBeGreaterThan(before + 1);
    expect(onScan.mock.calls).toEqual([[place], [device]]);
  }
  // The place was away for a while.
  const before = looks;
  await expect.poll(() => looks, { timeout: 60_000 }).toBeGreaterThan(before + 14);
  shown = [place];
  await expect.poll(() => onScan.mock.calls).toEqual([[place], [device], [place]]);
  expect(onClose).not.toHaveBeenCalled();
});

test('REC-101 a browser whose own reader only ever fails gets the other one', async () => {
  class FailingDetector extends OwnDetector {
    override detect = () => Promise.reject(new DOMException('no service', 'NotSupportedError'));
  }
  vi.stubGlobal('BarcodeDetector', FailingDetector);
  show();
  await expect.poll(said).toBe(texts.aimAtBars);
  await expect.poll(said).toBe(texts.aimAtCode);
});

test('REC-101 a browser whose own reader knows no QR gets the other one', async () => {
  vi.stubGlobal('BarcodeDetector', { getSupportedFormats: () => Promise.resolve(['ean_13']) });
  show();
  await expect.poll(said).toBe(texts.aimAtCode);
});
