import { copyFileSync, existsSync, statSync, truncateSync } from 'node:fs';

/** Size at which PostgreSQL's log is truncated; its last part is kept in a second file. */
export const LOG_BYTES = 10_000_000;
const LOOK_MS = 60_000;

/** Truncates the log if it is too long. It is truncated in place, since a running PostgreSQL appends to it. */
export function shortenLog(log: string): void {
  if (!existsSync(log) || statSync(log).size <= LOG_BYTES) return;
  copyFileSync(log, `${log}.1`);
  truncateSync(log);
}

/**
 * Truncates the log regularly while PostgreSQL runs. If that fails (a full disk), the log is left as it is.
 * @returns a function that stops it.
 */
export function keepLogShort(log: string): () => void {
  const timer = setInterval(() => {
    try {
      shortenLog(log);
    } catch (error) {
      console.warn('El registro de PostgreSQL no se pudo acortar:', error);
    }
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
