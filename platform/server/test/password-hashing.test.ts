/** Hashing a password is slow by design, and the whole shop shares one event loop. */
import { expect, test } from 'vitest';
import { compare, hash } from '@node-rs/bcrypt';

/** Turns of the event loop during some work. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let done = false;
  const turn = (): void => {
    turns += 1;
    if (!done) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  done = true;
  return turns;
}

test('SEC-09 hashing and comparing a password leave the event loop to other requests', async () => {
  let stored = '';
  expect(await turnsDuring(async () => (stored = await hash('clave-de-prueba', 10)))).toBeGreaterThan(10);
  let same = false;
  expect(await turnsDuring(async () => (same = await compare('clave-de-prueba', stored)))).toBeGreaterThan(
    10,
  );
  expect(same).toBe(true);
});
