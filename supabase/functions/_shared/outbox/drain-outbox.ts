import type { FunctionDeps } from '../function-deps.ts';

/** No further batch starts after this time, since hosted functions are limited. The next run sends the rest. */
const RUN_MS = 60_000;
/** The pause before the next run: what became due during this one is another sender's, or is taken by it. */
const SHORTEST_WAIT_MS = 250;

/** Rows that wait in the database to be handed to a provider. */
export interface Outbox<Row> {
  /** Function of the database that claims due rows for this sender: `p_limit`, `p_lock_seconds`. */
  claim: string;
  /** Function that tells in how many milliseconds the next row is due; null if none waits. */
  next: string;
  /** Rows claimed at once: few enough that with a slow provider all have their turn before the claim runs out. */
  batch: number;
  lockSeconds: number;
  /** Hands one row over and records what came of it. False ends the run: what else is due is the next one's. */
  deliver: (row: Row) => Promise<boolean>;
}

/**
 * Delivers what is due. Safe to run concurrently: each row is claimed by one sender. Throws if the database is
 * unreachable.
 * @returns in how many milliseconds the next run is due; null if nothing waits for its time.
 */
export async function drainOutbox<Row>(
  { admin, now }: Pick<FunctionDeps, 'admin' | 'now'>,
  { claim, next, batch, lockSeconds, deliver }: Outbox<Row>,
): Promise<number | null> {
  const database = admin();
  const start = now().getTime();
  for (let isMore = true; isMore;) {
    const { data, error } = await database.rpc(claim, { p_limit: batch, p_lock_seconds: lockSeconds });
    if (error) throw new Error(`${claim}: ${error.message}`);
    const claimed = data as Row[];
    isMore = claimed.length === batch;
    for (const row of claimed) isMore = (await deliver(row)) && isMore;
    isMore &&= now().getTime() - start <= RUN_MS;
  }
  const { data, error } = await database.rpc(next);
  if (error) throw new Error(`${next}: ${error.message}`);
  return data === null ? null : Math.max(data as number, SHORTEST_WAIT_MS);
}
