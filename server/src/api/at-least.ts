import { setTimeout as delay } from 'node:timers/promises';

/** Does some work and answers no earlier than after `ms`, so that the time tells nothing about the work. */
export async function atLeast<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), delay(ms)]);
  return result;
}
