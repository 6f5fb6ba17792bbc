import { setTimeout as delay } from 'node:timers/promises';

/** Runs some work and responds no earlier than after `ms`, so that response times reveal nothing (timing attack). */
export async function atLeast<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), delay(ms)]);
  return result;
}
