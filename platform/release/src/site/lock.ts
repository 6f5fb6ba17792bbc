import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

const WAIT_MS = 200;
const SQLITE_BUSY = 5;

function tryToLock(file: string): DatabaseSync | null {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    // Waiting does not help against other errors.
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    return null;
  }
}

/**
 * Runs a task while holding the lock file on this machine. The lock is an exclusive SQLite transaction, which the
 * operating system releases however the process ends, so that a killed process never blocks the next.
 * @param options.waiting called once if another process holds the lock; an exception ends the attempt.
 * @param options.signal ends the attempt.
 */
export async function withLock<T>(
  file: string,
  task: () => Promise<T>,
  { waiting, signal }: { waiting?: () => void; signal?: AbortSignal | undefined } = {},
): Promise<T> {
  await mkdir(dirname(file), { recursive: true });
  let lock = tryToLock(file);
  if (!lock) waiting?.();
  while (!lock) {
    await delay(WAIT_MS, undefined, { signal });
    lock = tryToLock(file);
  }
  try {
    return await task();
  } finally {
    lock.close();
  }
}
