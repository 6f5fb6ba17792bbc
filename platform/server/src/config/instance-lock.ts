import { join } from 'node:path';
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../errors/start-error.ts';

/** SQLite result codes: another process has the lock; the file is not a database. */
const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

/** Held while a server runs on a data folder. */
export interface InstanceLock {
  /** Tells a second start where the first one runs. */
  announce(url: string): void;
  release(): void;
}

/**
 * Locks the data folder for this process. The lock is an exclusive SQLite transaction, which the operating system
 * releases however the process ends; a lock file with a process id would remain.
 * @throws StartError data-dir-in-use.
 */
export function lockDataDir(dataDir: string): InstanceLock {
  const note = join(dataDir, 'instance.json');
  const file = join(dataDir, 'instance.lock');
  let database = open(file);
  // An intact file is empty. It is truncated in place, so that concurrent attempts contend for the same lock.
  if (errcodeOf(database) === SQLITE_NOTADB) {
    truncateSync(file);
    database = open(file);
  }
  if (database instanceof Error) {
    if (errcodeOf(database) === SQLITE_BUSY)
      throw new StartError('data-dir-in-use', inUse(dataDir, note), database);
    throw new StartError('data-dir-not-writable', notLocked(file, database.message), database);
  }
  const held = database;
  return {
    announce: (url) => writeFileSync(note, JSON.stringify({ url, pid: process.pid }), { mode: 0o600 }),
    release: () => {
      rmSync(note, { force: true });
      held.close();
    },
  };
}

/** The open and locked file, or the reason why it could not be locked. */
function open(file: string): DatabaseSync | Error {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    return error instanceof Error ? error : new Error(String(error));
  }
}

function errcodeOf(result: DatabaseSync | Error): unknown {
  return result instanceof Error && 'errcode' in result ? result.errcode : undefined;
}

function notLocked(file: string, reason: string): string {
  return `No se pudo tomar ${file}: ${reason}. Borra ese archivo, si no hay otro servidor en marcha, y parte de nuevo.`;
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
