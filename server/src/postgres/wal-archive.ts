import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { canWrite, type RunAs } from './run-as.ts';
import { messageOf, StartError } from '../errors/start-error.ts';

/** Changes reach the archive after so many seconds at the latest. */
const LATEST_S = 60;
/** Segments, and the notes of backups that belong to them. */
const SEGMENT = /^[0-9A-F]{24}(?:\.[0-9A-F]{8}\.backup)?\.gz$/;

/** A word of a shell command. PostgreSQL itself reads `%`. */
const word = (text: string) => `'${text.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;

/**
 * The command with which PostgreSQL keeps a segment of its log in a folder: compressed, on the disk before it gets its
 * name, and never over another one. A segment that is there already with this very content counts as kept: PostgreSQL
 * may have died before it noted that.
 */
export function archiveCommand(folder: string): string {
  const file = `${word(folder)}/%f.gz`;
  return (
    `if [ -e ${file} ]; then gzip -dc ${file} | cmp -s - "%p"; else ` +
    `gzip -1 -c "%p" > ${file}.part && sync ${file}.part && ln ${file}.part ${file} && rm -f ${file}.part && sync ${word(folder)}; fi`
  );
}

/** The command with which PostgreSQL fetches a segment back. */
export function restoreCommand(folder: string): string {
  return `gzip -dc ${word(folder)}/%f.gz > "%p"`;
}

/**
 * Settings with which PostgreSQL keeps its log in a folder. Each installation has a folder of its own below it, which is
 * made here, for the user that PostgreSQL runs as.
 * @throws StartError bad-options when that user cannot write there.
 */
export function archiveSettings(walArchive: string, installation: string, as: RunAs): Record<string, string> {
  const folder = join(walArchive, installation);
  try {
    if (process.platform === 'win32') throw new Error('Windows no tiene las herramientas que se necesitan');
    // Passed through by the user of PostgreSQL, and read by nobody.
    mkdirSync(walArchive, { recursive: true, mode: 0o711 });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (as) chownSync(folder, as.uid, as.gid);
    chmodSync(folder, 0o700);
    if (!canWrite(folder, as)) throw new Error(`el usuario ${as?.uid} no llega ahí`);
  } catch (error) {
    const text = `WAL_ARCHIVE_DIR=${walArchive} no sirve para PostgreSQL: ${messageOf(error)}. Elige otra carpeta.`;
    throw new StartError('bad-options', text, error);
  }
  return {
    archive_mode: 'on',
    archive_command: archiveCommand(folder),
    archive_timeout: String(LATEST_S),
  };
}

/** Removes the segments that none of the backups needs, which name the first that they do. */
export function pruneArchive(folder: string, needed: readonly string[]): void {
  // The timeline, their first part, does not say which is older.
  const [oldest] = needed.map((segment) => segment.slice(8)).toSorted();
  if (oldest === undefined) return;
  for (const name of readdirSync(folder))
    if (SEGMENT.test(name) && name.slice(8, 24) < oldest) rmSync(join(folder, name), { force: true });
}
