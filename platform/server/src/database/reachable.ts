import { setTimeout as delay } from 'node:timers/promises';
import type postgres from 'postgres';

/** Timeout after which the database counts as unavailable. */
const PATIENCE_MS = 2_000;

/** Whether a pool can reach its database. Concurrent calls share one query, so that callers cannot cause many. */
export function reachability(sql: postgres.Sql): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined;
  const ask = async (): Promise<boolean> => {
    const patience = new AbortController();
    const answered = sql`select 1`.then(
      () => true,
      () => false,
    );
    const late = delay(PATIENCE_MS, false, { signal: patience.signal }).catch(() => false);
    const reachable = await Promise.race([answered, late]);
    patience.abort();
    return reachable;
  };
  return () => (asking ??= ask().finally(() => (asking = undefined)));
}
