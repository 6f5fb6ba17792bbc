import { copyFileSync, existsSync, statSync, truncateSync } from 'node:fs';

/** Bytes after which PostgreSQL's log starts anew; the last part of it is kept beside it. */
export const LOG_BYTES = 10_000_000;
const LOOK_MS = 60_000;

/**
 * Starts the log anew if it has grown too long. PostgreSQL, which appends to it, may be running: the file stays the
 * same one.
 */
export function shortenLog(log: string): void {
  if (!existsSync(log) || statSync(log).size <= LOG_BYTES) return;
  copyFileSync(log, `${log}.1`);
  truncateSync(log);
}

/** Keeps the log short while PostgreSQL runs. A failure (a full disk) leaves it as it is. @returns what ends that. */
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
