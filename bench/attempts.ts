/**
 * The cost of log-in attempts: how long thirty concurrent log-ins block everything else, and the time and memory of a
 * rate limit with many keys.
 *
 * Run: node bench/attempts.ts
 * Targets: thirty log-ins block the event loop for a tenth of the time that the same hashes would take on it; an
 * attempt with a full limit takes no more than three times as long as with an almost empty one; 400,000 keys leave no
 * more than 20,000.
 */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { RateLimit } from '@taller/server/http/rate-limit.ts';
import { openShop, PASSWORD } from '../supabase/test/support/shop.ts';

const LOG_INS = 30;
const ATTEMPTS = 100_000;
const MEGABYTE = 1_000_000;

const round = (value: number) => Math.round(value * 10) / 10;

/** The longest block of the event loop during `work`. */
async function longestStall(work: () => Promise<unknown>): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  await work();
  delays.disable();
  return delays.max / 1e6;
}

async function logIns(): Promise<boolean> {
  await using shop = await openShop();
  const { email } = shop.people.admin;
  // The bcrypt cost of a registration; test shops use the minimum.
  await shop.sql`update auth.users set encrypted_password = extensions.crypt(${PASSWORD}, extensions.gen_salt('bf', 10))`;
  const logIn = () => shop.newClient().auth.signInWithPassword({ email, password: PASSWORD });
  await logIn();
  const [{ ms = 0 } = {}] = await shop.sql`
    select extract(epoch from clock_timestamp() - statement_timestamp()) * 1000 as ms
    from (select extensions.crypt(${PASSWORD}, extensions.gen_salt('bf', 10)) from generate_series(1, 5)) as hashes offset 4`;
  const onTheLoop = (Number(ms) / 5) * LOG_INS;
  // Below the limit of ten attempts at once.
  const stall = await longestStall(async () => {
    for (let done = 0; done < LOG_INS; done += 10) await Promise.all(Array.from({ length: 10 }, logIn));
  });
  console.log(
    `${LOG_INS} log-ins: longest stall ${round(stall)} ms; their hashes on the loop ${round(onTheLoop)} ms`,
  );
  return stall <= onTheLoop / 10;
}

function timeOf(limit: RateLimit, prefix: string, keys: number): number {
  const began = performance.now();
  for (let index = 0; index < ATTEMPTS; index += 1) limit.take(`${prefix}${index % keys}`);
  return performance.now() - began;
}

function limits(): boolean {
  const [few, many] = [new RateLimit(10, 30_000), new RateLimit(10, 30_000)];
  timeOf(few, 'warm', 1000);
  const [small, full] = [timeOf(few, 'few', 1000), timeOf(many, 'many', ATTEMPTS)];
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  for (let round = 0; round < 3; round += 1) timeOf(many, `round-${round}-`, ATTEMPTS);
  globalThis.gc?.();
  const grown = (process.memoryUsage().heapUsed - before) / MEGABYTE;
  console.log(
    `${ATTEMPTS} attempts: ${round(small)} ms by 1,000 keys, ${round(full)} ms by ${ATTEMPTS} keys (x${round(full / small)})`,
  );
  console.log(
    `400,000 keys: ${many.size} remembered, heap ${round(grown)} MB more${globalThis.gc ? '' : ' (without --expose-gc)'}`,
  );
  return full <= small * 3 && many.size <= 20_000;
}

const held = [limits(), await logIns()];
if (held.includes(false)) process.exitCode = 1;
