/**
 * Kills the server, the postmaster and database backends under load: acknowledged writes must be there once, and the
 * service must recover by itself every time.
 *
 * node bench/kills.ts [--kills 50]
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { waitUntil } from '@taller/server/postgres/postmaster.ts';
import { npmStart, type StartedShop } from '@taller/server/testing/npm-start.ts';
import { startWriters } from './support/writers.ts';

const PATIENCE_MS = 120_000;
const { values } = parseArgs({ options: { kills: { type: 'string', default: '50' } } });
const kills = Number(values.kills);

/** A backend that serves a client, identified by its process title. */
function someBackend(shop: StartedShop): number {
  const backends = shop.postgres().filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('authenticator');
    } catch {
      return false;
    }
  });
  return backends[Math.floor(Math.random() * backends.length)] ?? 0;
}

const VICTIMS: Record<string, (shop: StartedShop) => number> = {
  server: (shop) => shop.serverPid(),
  postmaster: (shop) => shop.postmasterPid() ?? 0,
  backend: someBackend,
};

let failed = false;
for (const [victim, pidOf] of Object.entries(VICTIMS)) {
  await using shop = await npmStart();
  const writers = startWriters(shop, victim);
  const recoveries: number[] = [];
  let done = 0;
  for (; done < kills; done += 1) {
    const steady = writers.acknowledged.length + 20;
    if (!(await waitUntil(() => writers.acknowledged.length >= steady, PATIENCE_MS, 5))) break;
    await delay(Math.random() * 200);
    let pid = 0;
    await waitUntil(() => (pid = pidOf(shop)) > 0, PATIENCE_MS, 5);
    process.kill(pid, 'SIGKILL');
    const killed = performance.now();
    const isBack = () => writers.lastStarted > killed;
    if (!(await waitUntil(isBack, PATIENCE_MS, 5))) break;
    recoveries.push(writers.lastAnswered - killed);
  }
  await writers.stop();
  const { lost, doubled } = writers.compare(await shop.notifications());
  const sorted = recoveries.toSorted((a, b) => a - b);
  const seconds = (ms = Number.NaN) => `${(ms / 1000).toFixed(2)} s`;
  console.log(
    `${victim}: ${done} kills, back by itself ${recoveries.length}, acknowledged ${writers.acknowledged.length}, lost ${lost}, ` +
      `doubled ${doubled}, recovery p50 ${seconds(sorted[Math.floor(sorted.length / 2)])}, max ${seconds(sorted.at(-1))}, ` +
      `other answers ${JSON.stringify(Object.fromEntries(writers.refusals))}`,
  );
  failed ||= lost > 0 || doubled > 0 || recoveries.length < kills;
}
process.exitCode = failed ? 1 : 0;
