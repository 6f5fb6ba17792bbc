import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const WAIT_MS = 200;

function tryToLock(file: string): DatabaseSync | null {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch {
    database.close();
    return null;
  }
}

/**
 * Runs a task while no other process on this machine holds the lock file. The lock is the operating system's own, through an exclusive SQLite transaction: it
 * goes with the process however that ends, so that a killed one never blocks the next.
 * @param waiting told once if somebody else holds it.
 */
export async function withLock<T>(file: string, task: () => Promise<T>, waiting?: () => void): Promise<T> {
  await mkdir(dirname(file), { recursive: true });
  let lock = tryToLock(file);
  if (!lock) waiting?.();
  while (!lock) {
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    lock = tryToLock(file);
  }
  try {
    return await task();
  } finally {
    lock.close();
  }
}
