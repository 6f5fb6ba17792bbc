import { createHash } from 'node:crypto';
import {
  createWriteStream,
  existsSync,
  fchownSync,
  lchownSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import { isDiskFull, syncFolder } from '../config/data-dir.ts';
import { StartError } from '../errors/start-error.ts';
import type { RunAs } from '../postgres/run-as.ts';
import { SEGMENT_BYTES } from '../postgres/wal-archive.ts';
import type { Opening } from './archive-reader.ts';
import { streamRegular } from './regular-file.ts';
import { isKept, openKeys, type SegmentKey } from './segment-keys.ts';

/** Files that PostgreSQL archives: segments, partial segments, backup history, timeline history. */
const STAGED = /^[0-9A-F]{8}(?:[0-9A-F]{16}(?:\.partial|\.[0-9A-F]{8}\.backup)?|\.history)\.gz$/;
const SEALED = /^(?<name>[0-9A-F]{8}(?:[0-9A-F]{16}|\.history))\.gz\.age$/;

/**
 * Moves the WAL segments staged by PostgreSQL into an archive, encrypted. A segment is synced to disk before it is
 * renamed and never overwrites another; one that exists with the same content is already archived. A segment that
 * cannot be moved does not block the others.
 * @throws Error the first failure.
 */
export async function sealStaged(staging: string, folder: string, key: SegmentKey): Promise<void> {
  const problems: unknown[] = [];
  for (const name of readdirSync(staging).toSorted()) {
    if (!STAGED.test(name)) continue;
    await sealOne(join(staging, name), join(folder, `${name}.age`), key).catch((error: unknown) => {
      if (isDiskFull(error)) throw error;
      problems.push(error);
    });
  }
  if (problems.length > 0) throw problems[0];
}

async function sealOne(staged: string, target: string, key: SegmentKey): Promise<void> {
  if (existsSync(target)) {
    const kept = await opened(target, [key]).catch((error: unknown) => {
      throw isOfTheDisk(error) ? error : otherContent(target);
    });
    if ((await digestOf(kept)) !== (await digestOf(streamRegular(staged)))) throw otherContent(target);
  } else {
    await sealFile(staged, target, key);
    syncFolder(join(target, '..'));
  }
  // Encrypted for a key that no longer exists it would be lost.
  if (!isKept(key)) throw new Error(`${key.file} ya no está, o cambió`);
  rmSync(staged);
}

const otherContent = (target: string): Error =>
  new Error(`${target} tiene otro contenido; no se escribe encima`);

async function sealFile(staged: string, target: string, { identity }: SegmentKey): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(identity));
  const plain = Readable.toWeb(streamRegular(staged)) as ReadableStream<Uint8Array>;
  const sealed = await encrypter.encrypt(plain);
  const partial = `${target}.part`;
  rmSync(partial, { force: true });
  await pipeline(
    Readable.fromWeb(sealed as never),
    createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
  );
  linkSync(partial, target);
  rmSync(partial);
}

/** Decrypts a file; each chunk is authenticated before it is returned. */
async function opened(file: string, keys: readonly SegmentKey[]): Promise<Readable> {
  const decrypter = new Decrypter();
  for (const { identity } of keys) decrypter.addIdentity(identity);
  const raw = streamRegular(file);
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(raw) as ReadableStream<Uint8Array>);
    return Readable.fromWeb(plain as never);
  } catch (error) {
    raw.destroy();
    throw error;
  }
}

/** Compares uncompressed content: gzip output is not deterministic. */
async function digestOf(compressed: Readable): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(compressed, createGunzip(), atMost(SEGMENT_BYTES), digest);
  return digest.digest('hex');
}

/** Passes bytes through, and fails beyond a limit: a few kilobytes can decompress to any size. */
function atMost(most: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > most) done(new Error('trae más que un segmento'));
      else done(null, chunk);
    },
  });
}

/** Decrypted segments for a recovery. */
export interface OpenedSegments {
  folder: string;
  /** The first segment that no key decrypts, or that was modified. */
  damaged: string | undefined;
}

/**
 * Decrypts the segments of an archive, from the first that a backup needs, for PostgreSQL to read.
 * @returns undefined for an archive without encrypted segments.
 * @throws StartError restore-refused without the passphrase, or with a wrong one.
 */
export async function openSegments(
  archive: string,
  { passphrase }: Opening,
  first: string,
  { into, as }: { into: string; as: RunAs },
): Promise<OpenedSegments | undefined> {
  const sealed = (existsSync(archive) ? readdirSync(archive) : []).filter((name) => SEALED.test(name));
  if (sealed.length === 0) return undefined;
  if (passphrase === undefined)
    throw new StartError(
      'restore-refused',
      `El archivo del registro ${archive} está cifrado: di su clave con BACKUP_PASSPHRASE o BACKUP_PASSPHRASE_FILE.`,
    );
  const keys = await openKeys(archive, passphrase);
  if (keys.length === 0)
    throw new StartError('restore-refused', `La clave no abre el archivo del registro ${archive}.`);
  mkdirSync(into, { mode: 0o700 });
  if (as) lchownSync(into, as.uid, as.gid);
  let damaged: string | undefined;
  for (const file of sealed.toSorted()) {
    const name = SEALED.exec(file)?.groups?.name ?? '';
    // The timeline prefix does not determine which is older; history files are few.
    if (name.length === 24 && name.slice(8) < first.slice(8)) continue;
    const path = join(into, `${name}.gz`);
    try {
      const plain = await opened(join(archive, file), keys);
      const target = openSync(path, 'wx', 0o600);
      // Through its descriptor, not its path: that user owns the folder, and could replace the file with a link.
      if (as) fchownSync(target, as.uid, as.gid);
      await pipeline(plain, createWriteStream(path, { fd: target }));
    } catch (error) {
      if (isOfTheDisk(error)) throw error;
      // It may lie after the recovery target.
      damaged ??= join(archive, file);
      rmSync(path, { force: true });
    }
  }
  return { folder: into, damaged };
}

const isOfTheDisk = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'syscall' in error;
