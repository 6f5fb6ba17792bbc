import { cpuOf } from './cpu.ts';
import { PASSWORD, type RoomShop } from './room-shop.ts';

const LOG_INS = 30;

/** Thirty users sign in at the same time. */
export async function measureLogIns(shop: RoomShop): Promise<Record<string, number>> {
  await shop.longestStall();
  const before = cpuOf(shop.started);
  let refused = 0;
  const times = await Promise.all(
    shop.desk.slice(0, LOG_INS).map(async (email) => {
      const from = performance.now();
      const response = await fetch(`${shop.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: shop.key, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: PASSWORD }),
      });
      await response.arrayBuffer();
      if (!response.ok) refused += 1;
      return performance.now() - from;
    }),
  );
  const after = cpuOf(shop.started);
  const stall = await shop.longestStall();
  const sorted = times.toSorted((a, b) => a - b);
  return {
    'longest stall by CPU, ms': stall.cpuMs,
    'longest stall by the clock, ms': stall.wallMs,
    // A request that was queued too long is told to retry.
    refused,
    'log-in p50, ms': sorted[Math.floor(LOG_INS / 2)] ?? Number.NaN,
    'log-in max, ms': sorted.at(-1) ?? Number.NaN,
    'Node, ms of CPU each': ((after.node - before.node) / LOG_INS) * 1000,
  };
}
