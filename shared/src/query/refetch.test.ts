import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { refetch } from './refetch.ts';

/** A server value; the test controls when reads are answered, with the value at the time of the request. */
function slowServer() {
  let value = 0;
  const waiting: (() => void)[] = [];
  return {
    change: () => (value += 1),
    read: () => {
      const asked = value;
      return new Promise<number>((resolve) => waiting.push(() => resolve(asked)));
    },
    answer: async () => {
      for (const reply of waiting.splice(0)) reply();
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

test.each([
  ['the first reading is under way', 0],
  ['it has been read before', 1],
])('NOTIF-02 a change shows that comes while %s', async (_, readings) => {
  const client = new QueryClient();
  const server = slowServer();
  const queryKey = ['inbox'];
  const observer = new QueryObserver(client, { queryKey, queryFn: server.read });
  const stop = observer.subscribe(() => {});
  for (let reading = 0; reading < readings; reading++) await server.answer();
  server.change();
  const done = refetch(client, queryKey);
  await server.answer();
  await server.answer();
  await done;
  expect(observer.getCurrentResult().data).toBe(1);
  stop();
  client.clear();
});
