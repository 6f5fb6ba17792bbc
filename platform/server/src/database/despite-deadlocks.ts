import { codeOf } from '../errors/start-error.ts';

export const DEADLOCK = '40P01';
const MOST_TRIES = 3;

/**
 * Runs a transaction again that PostgreSQL ended for a deadlock: it has had no effect, and the other one goes on. Rows
 * that a filter chooses are locked in the order of their storage, and those of a payment in the order of their ids.
 */
export async function despiteDeadlocks<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries === MOST_TRIES || codeOf(error) !== DEADLOCK) throw error;
    }
  }
}
