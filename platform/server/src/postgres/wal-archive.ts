import { chmodSync, existsSync, lchownSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { canWrite, type RunAs } from './run-as.ts';
import { messageOf, StartError } from '../errors/start-error.ts';

/** Maximum delay until changes are archived, in seconds. */
const LATEST_S = 60;
/** Size of a segment in a cluster created by this program. */
export const SEGMENT_BYTES = 16_777_216;
/** Segments and backup history files. */
const SEGMENT = /^[0-9A-F]{24}(?:\.[0-9A-F]{8}\.backup)?\.gz(?:\.age)?$/;

/** Quotes a word for a shell command. PostgreSQL itself interprets `%`. */
const word = (text: string) => `'${text.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;

/**
 * The archive_command: compresses a segment, syncs it to disk, renames it, and never overwrites another. A segment that
 * exists with the same content counts as archived: PostgreSQL may have crashed before recording that.
 */
export function archiveCommand(folder: string): string {
  const file = `${word(folder)}/%f.gz`;
  return (
    `if [ -e ${file} ]; then gzip -dc ${file} | cmp -s - "%p"; else ` +
    `gzip -1 -c "%p" > ${file}.part && sync ${file}.part && ln ${file}.part ${file} && rm -f ${file}.part && sync ${word(folder)}; fi`
  );
}

/**
 * The restore_command, which fetches a segment from the first folder that has it. Compressed files that exceed a
 * segment's size, which could fill the disk, are rejected.
 */
export function restoreCommand(folders: readonly string[]): string {
  const fetch = (from: string) =>
    `if [ -f ${word(from)}/%f.gz ]; then (ulimit -f ${SEGMENT_BYTES / 512}; gzip -dc ${word(from)}/%f.gz > "%p") || exit 1; exit 0; fi; `;
  return `${folders.map(fetch).join('')}exit 1`;
}

/** Whether an archive has unencrypted segments. */
export const hasPlainSegments = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder).some((name) => SEGMENT.test(name) && name.endsWith('.gz'));

/** The WAL archive folder of an installation. */
export const archiveOf = (walArchive: string, installation: string): string => join(walArchive, installation);

/**
 * Settings for archiving WAL. Each installation has its own subfolder, created here for PostgreSQL's user.
 * @param staging folder next to the cluster where segments wait for encryption: PostgreSQL writes there, and only this
 * process writes to the archive.
 * @throws StartError bad-options if that user cannot write there.
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
    // Traversable by PostgreSQL's user, but not readable.
    mkdirSync(walArchive, { recursive: true, mode: 0o711 });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    mkdirSync(written, { recursive: true, mode: 0o700 });
    // In a folder of that user: a link there would expose its target.
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

/** Deletes the segments before the first one needed by any backup. */
export function pruneArchive(folder: string, needed: readonly string[]): void {
  // The timeline prefix does not determine which is older.
  const [oldest] = needed.map((segment) => segment.slice(8)).toSorted();
  if (oldest === undefined) return;
  for (const name of readdirSync(folder))
    if (SEGMENT.test(name) && name.slice(8, 24) < oldest) rmSync(join(folder, name), { force: true });
}
