import { setTimeout as delay } from 'node:timers/promises';
import type postgres from 'postgres';

/** A database that has not answered after so long is out of reach. */
const PATIENCE_MS = 2_000;

/** Whether a pool can ask its database. Calls at the same time share one question, so that nobody can ask often. */
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
