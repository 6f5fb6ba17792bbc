import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { codeOf, StartError } from '../errors/start-error.ts';

/**
 * Creates the data folder if needed and checks that it is writable.
 * @returns its absolute path.
 * @throws StartError data-dir-not-writable.
 */
export function ensureDataDir(path: string): string {
  const dataDir = resolve(path);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const probe = join(dataDir, `.escritura-${randomBytes(6).toString('hex')}`);
    closeSync(openSync(probe, 'wx', 0o600));
    rmSync(probe);
  } catch (error) {
    throw new StartError('data-dir-not-writable', notWritable(dataDir, codeOf(error)), error);
  }
  return dataDir;
}

function notWritable(dataDir: string, code: string | undefined): string {
  const reason =
    code === 'ENOSPC'
      ? 'el disco está lleno'
      : code === 'EEXIST' || code === 'ENOTDIR'
        ? 'hay un archivo con ese nombre'
        : code === 'EROFS'
          ? 'el disco es de solo lectura'
          : 'no hay permiso';
  return `No se puede escribir en la carpeta de datos ${dataDir}: ${reason} (${code ?? 'error'}). Elige otra con DATA_DIR.`;
}

/** Whether the cause of an error is a full disk, in the file system or in PostgreSQL (SQLSTATE 53100). */
export function isDiskFull(error: unknown): boolean {
  if (['ENOSPC', 'EDQUOT', '53100'].includes(codeOf(error) ?? '')) return true;
  return error instanceof Error && error.cause !== undefined && isDiskFull(error.cause);
}

/** Writes a file readable only by its owner, atomically: after a crash it has either the old or the new content. */
export function writePrivateFile(path: string, content: string): void {
  const temporary = `${path}.${randomBytes(4).toString('hex')}`;
  const file = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(file, content);
    fsyncSync(file);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Syncs a directory to disk. Systems that cannot open a directory do not need it. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** All parent folders of `path`, nearest first. */
export function ancestors(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...ancestors(parent)];
}
