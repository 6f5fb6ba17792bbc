import { chmodSync, existsSync, lchownSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { canWrite, type RunAs } from './run-as.ts';
import { messageOf, StartError } from '../errors/start-error.ts';

/** Changes reach the archive after so many seconds at the latest. */
const LATEST_S = 60;
/** What a segment takes, in a cluster of our own making. */
export const SEGMENT_BYTES = 16_777_216;
/** Segments, and the notes of backups that belong to them. */
const SEGMENT = /^[0-9A-F]{24}(?:\.[0-9A-F]{8}\.backup)?\.gz(?:\.age)?$/;

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

/**
 * The command with which PostgreSQL fetches a segment back from the first folder that has it. A compressed file that
 * holds more than a segment, which would fill the disk, is none.
 */
export function restoreCommand(folders: readonly string[]): string {
  const fetch = (from: string) =>
    `if [ -f ${word(from)}/%f.gz ]; then (ulimit -f ${SEGMENT_BYTES / 512}; gzip -dc ${word(from)}/%f.gz > "%p") || exit 1; exit 0; fi; `;
  return `${folders.map(fetch).join('')}exit 1`;
}

/** Whether an archive has segments that are not sealed. */
export const hasPlainSegments = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder).some((name) => SEGMENT.test(name) && name.endsWith('.gz'));

/** Where an archive has the log of an installation. */
export const archiveOf = (walArchive: string, installation: string): string => join(walArchive, installation);

/**
 * Settings with which PostgreSQL keeps its log in a folder. Each installation has a folder of its own below it, which is
 * made here, for the user that PostgreSQL runs as.
 * @param staging folder beside the cluster where segments wait to be sealed: PostgreSQL writes there, and only this
 * process into the archive.
 * @throws StartError bad-options when that user cannot write there.
 */
export function archiveSettings(
  walArchive: string,
  installation: string,
  as: RunAs,
  staging?: string,
): Record<string, string> {
  const folder = archiveOf(walArchive, installation);
  const written = staging ?? folder;
  try {
    if (process.platform === 'win32') throw new Error('Windows no tiene las herramientas que se necesitan');
    // Passed through by the user of PostgreSQL, and read by nobody.
    mkdirSync(walArchive, { recursive: true, mode: 0o711 });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    mkdirSync(written, { recursive: true, mode: 0o700 });
    // In a folder of that user's: a link there would give away what it leads to.
    if (as) lchownSync(written, as.uid, as.gid);
    if (!lstatSync(written).isDirectory()) throw new Error(`${written} no es una carpeta`);
    chmodSync(folder, 0o700);
    if (!canWrite(folder, staging === undefined ? as : undefined) || !canWrite(written, as))
      throw new Error(`el usuario ${as?.uid} no llega ahí`);
  } catch (error) {
    const text = `WAL_ARCHIVE_DIR=${walArchive} no sirve para PostgreSQL: ${messageOf(error)}. Elige otra carpeta.`;
    throw new StartError('bad-options', text, error);
  }
  return {
    archive_mode: 'on',
    archive_command: archiveCommand(written),
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
