/**
 * A busy shop: 200 users at once with the usual mix of lists, searches, orders, changes and a realtime channel each,
 * for some minutes. There must be no error, and memory must stay flat.
 *
 * node bench/clients.ts [--minutes 10] [--clients 200] [--pause 4]
 *
 * The pause is the average time between two steps of a user, in seconds. Wall-clock times are meaningful only on an
 * idle machine.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPerson } from './support/busy-person.ts';
import { cpuOf, memoryOf, openFilesOf } from './support/cpu.ts';
import { openRoomShop } from './support/room-shop.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    clients: { type: 'string', default: '200' },
    pause: { type: 'string', default: '4' },
  },
});
const minutes = Number(values.minutes);
const people = Number(values.clients);
/** Memory counts as flat up to this ratio of the last quarter's mean to the second quarter's. */
const GROWTH_LIMIT = 1.1;
const LOOKS = 40;
/** Below the server's rate limit of upgrades per peer. */
const ARRIVAL_MS = 125;
const MB = 1_000_000;
/** Sign-ins are not measured. */
const CHEAP_HASH = 4;

await using shop = await openRoomShop('this', `${import.meta.dirname}/..`, people, CHEAP_HASH);
const orders = await shop.sql`select id from service_orders order by created_at desc limit 400`;
const ids = orders.map(({ id }) => String(id));
const times = new Map<string, number[]>();
const errors = new Map<string, number>();
const report = {
  took: (what: string, ms: number) => {
    const all = times.get(what);
    if (all) all.push(ms);
    else times.set(what, [ms]);
  },
  failed: (what: string, why: string) =>
    errors.set(`${what}: ${why}`, (errors.get(`${what}: ${why}`) ?? 0) + 1),
};
const stop = new AbortController();
const busy: Promise<void>[] = [];
for (const email of shop.desk) {
  const client = await shop.signIn(email);
  busy.push(startPerson({ client, ids, report, signal: stop.signal, pauseMs: Number(values.pause) * 1000 }));
  await delay(ARRIVAL_MS);
}
console.log(`${people} clients are there.`);
// Steps made while others were signing in do not count.
times.clear();
const before = cpuOf(shop.started);
const memory: number[] = [];
for (let look = 0; look < LOOKS; look += 1) {
  await delay((minutes * 60_000) / LOOKS);
  memory.push(memoryOf(shop.started));
  if (look % 4 !== 3) continue;
  const done = [...times.values()].reduce((sum, all) => sum + all.length, 0);
  const failures = [...errors.values()].reduce((sum, count) => sum + count, 0);
  const megabytes = Math.round((memory.at(-1) ?? 0) / MB);
  console.log(
    `${done} answers, ${failures} errors, ${megabytes} MB, ${openFilesOf(shop.started)} open files`,
  );
}
const after = cpuOf(shop.started);
stop.abort();
await Promise.all(busy);

const sorted = new Map([...times].map(([what, all]) => [what, all.toSorted((a, b) => a - b)]));
const table = Object.fromEntries(
  [...sorted].map(([what, all]) => {
    const at = (share: number) => Math.round(all[Math.floor((all.length - 1) * share)] ?? Number.NaN);
    return [what, { count: all.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }];
  }),
);
console.table(table);
const mean = (part: readonly number[]) => part.reduce((sum, value) => sum + value, 0) / part.length;
const growth = mean(memory.slice(-LOOKS / 4)) / mean(memory.slice(LOOKS / 4, LOOKS / 2));
const seconds = minutes * 60;
console.log(`Errors: ${errors.size === 0 ? 'none' : JSON.stringify(Object.fromEntries(errors))}`);
console.log(
  `Memory: ${memory.map((bytes) => Math.round(bytes / MB)).join(' ')} MB; last quarter over second ${growth.toFixed(2)} (limit ${GROWTH_LIMIT}).`,
);
console.log(
  `Cores in use: Node ${((after.node - before.node) / seconds).toFixed(2)}, PostgreSQL ${((after.postgres - before.postgres) / seconds).toFixed(2)}.`,
);
process.exitCode = errors.size === 0 && growth <= GROWTH_LIMIT ? 0 : 1;
