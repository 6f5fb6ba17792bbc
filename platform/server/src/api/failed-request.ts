import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresConnection } from '../lite/lite.ts';

const failures = new AsyncLocalStorage<{ failure: Error }>();

/** Runs @supabase/lite for a request that the database has already rejected, to get the wording of its response. */
export function withFailure<T>(failure: Error | undefined, run: () => T): T {
  return failure === undefined ? run() : failures.run({ failure }, run);
}

/** Makes a connection reject such a request instead of querying the database. */
export function refuseFailed(connection: PostgresConnection): void {
  const original = connection.withContext.bind(connection);
  connection.withContext = (context, work, options) => {
    const failed = failures.getStore();
    return failed ? Promise.reject(failed.failure) : original(context, work, options);
  };
}
