// @vitest-environment jsdom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { DataError } from '#src/data-access/data-error.ts';
import type { Scan } from './count-items.ts';
import { isLost, ScanQueue } from './scan-queue.ts';

const server = vi.hoisted(() => ({ countItems: vi.fn() }));
vi.mock('./count-items.ts', () => ({ SCAN_BATCH: 200, countItems: server.countItems }));

const PATIENT = { timeout: 60_000 };
beforeEach(() => {
  localStorage.clear();
  server.countItems.mockReset();
});

const offline = () => Promise.reject(new DataError('offline', 'sin red'));
const counts = (_: string, scans: readonly Scan[]) =>
  Promise.resolve(scans.map(({ id, quantity }) => ({ id, outcome: 'counted', counted: quantity })));
const open = () => new ScanQueue('ana', 'uno', () => undefined);
const sentIds = () => server.countItems.mock.calls.map(([, scans]) => (scans as Scan[]).map(({ id }) => id));

test('PART-30 scans without an answer stay on the phone, through a reload, and are sent again with their ids', async () => {
  server.countItems.mockImplementation(offline);
  const before = open();
  before.add('INV-000001', 1);
  before.add('INV-000001', 1);
  await vi.waitFor(() => expect(before.read().error).not.toBeNull(), PATIENT);
  expect(before.read().waiting).toBe(2);

  server.countItems.mockImplementation(counts);
  const after = open();
  expect(after.read().waiting).toBe(2);
  await after.send();
  expect(after.read()).toMatchObject({ waiting: 0, error: null, last: { outcome: 'counted' } });
  const [first, ...rest] = sentIds();
  expect(rest.at(-1)?.slice(0, 1)).toEqual(first);
  expect(localStorage).toHaveLength(0);
});

test('PART-30 what was not counted is told until it is read, also after a reload', async () => {
  server.countItems.mockImplementation((_: string, scans: readonly Scan[]) =>
    Promise.resolve(scans.map(({ id }) => ({ id, outcome: 'unknown' }))),
  );
  open().add('780', 1);
  await vi.waitFor(() => expect(open().read().refused).toHaveLength(1), PATIENT);
  const queue = open();
  await queue.send();
  expect(server.countItems).toHaveBeenCalledTimes(1);
  queue.forget(queue.read().refused[0]?.id ?? '');
  expect(open().read().refused).toEqual([]);
});

test('PART-30 a failure of the server loses no scan: it is sent again, and nothing but the end is final', async () => {
  const failures = [
    new DataError('server', 'canceling statement', '57014'),
    new DataError('forbidden', 'expired'),
  ];
  for (const failure of failures) expect(isLost(failure)).toBe(false);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  server.countItems.mockImplementation(() => Promise.reject(failures[0] ?? new Error()));
  const queue = open();
  queue.add('INV-000001', 1);
  await vi.waitFor(() => expect(queue.read().error).toBe(failures[0]), PATIENT);
  server.countItems.mockImplementation(counts);
  await vi.waitFor(() => expect(queue.read()).toMatchObject({ waiting: 0, error: null }), PATIENT);
});

test('PART-31 when the stocktake is over its scans wait until they are discarded', async () => {
  server.countItems.mockImplementation(() =>
    Promise.reject(new DataError('invalid', 'Este conteo ya se cerró.')),
  );
  const queue = open();
  queue.add('INV-000001', 1);
  await vi.waitFor(() => expect(queue.read().error).toBeInstanceOf(DataError), PATIENT);
  expect(queue.read().waiting).toBe(1);
  queue.discard();
  expect(queue.read()).toMatchObject({ waiting: 0, error: null });
});
