import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { isFirstReading } from './is-first-reading.ts';

const client = new QueryClient();
const stops: (() => void)[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  client.clear();
});

/** A query that is read by this function, as a screen sees it. */
function reading(name: string, queryFn: () => Promise<unknown>, enabled = true) {
  const observer = new QueryObserver(client, {
    queryKey: [name],
    queryFn,
    enabled,
    retry: 1,
    retryDelay: 60_000,
  });
  stops.push(observer.subscribe(() => {}));
  return () => observer.getCurrentResult();
}

const never = () => new Promise<unknown>(() => {});

test('UI-16 a screen of several parts waits until each was read', async () => {
  const first = reading('first', () => Promise.resolve(1));
  let answer = (): void => {};
  const later = reading('later', () => new Promise((resolve) => (answer = () => resolve(2))));
  await vi.waitFor(() => expect(first().data).toBe(1), 60_000);
  expect(isFirstReading(first(), later())).toBe(true);
  answer();
  await vi.waitFor(() => expect(isFirstReading(first(), later())).toBe(false), 60_000);
});

test('UI-16 a part that failed once, or that the role does not read, keeps none of the others waiting', async () => {
  const failing = reading('failing', () => Promise.reject(new Error('down')));
  expect(isFirstReading(failing())).toBe(true);
  await vi.waitFor(() => expect(isFirstReading(failing())).toBe(false), 60_000);
  expect(failing().isPending).toBe(true);
  expect(isFirstReading(reading('other', never, false)())).toBe(false);
});

test('UI-16 data stays visible while it is read again', async () => {
  const values = [() => Promise.resolve(1), never];
  const query = reading('again', () => values.shift()?.() ?? never());
  await vi.waitFor(() => expect(query().data).toBe(1), 60_000);
  void query().refetch();
  expect(query().isFetching).toBe(true);
  expect(isFirstReading(query())).toBe(false);
});
