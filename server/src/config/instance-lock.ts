import { join } from 'node:path';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../start-error.ts';

/** Held while a server runs on a data folder. */
export interface InstanceLock {
  /** Tells a second start where the first one is. */
  announce(url: string): void;
  release(): void;
}

/**
 * Takes the data folder for this process. The lock is the operating system's own, through an exclusive SQLite
 * transaction, so that it goes with the process however that ends; a lock file with a process id would outlive it.
 * @throws StartError data-dir-in-use.
 */
export function lockDataDir(dataDir: string): InstanceLock {
  const note = join(dataDir, 'instance.json');
  const database = new DatabaseSync(join(dataDir, 'instance.lock'));
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw new StartError('data-dir-in-use', inUse(dataDir, note), error);
  }
  return {
    announce: (url) => writeFileSync(note, JSON.stringify({ url, pid: process.pid }), { mode: 0o600 }),
    release: () => {
      rmSync(note, { force: true });
      database.close();
    },
  };
}

function inUse(dataDir: string, note: string): string {
  const where = existsSync(note)
    ? /"url":"(?<url>[^"]+)"/.exec(readFileSync(note, 'utf8'))?.groups?.url
    : undefined;
  return (
    `La carpeta de datos ${dataDir} ya está en uso por otro servidor${where ? ` (${where})` : ''}. ` +
    'Usa ese, detenlo primero, o elige otra carpeta con DATA_DIR.'
  );
}
