import { createHash } from 'node:crypto';
import {
  chownSync,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import { syncFolder } from '../config/data-dir.ts';
import { StartError } from '../errors/start-error.ts';
import type { RunAs } from '../postgres/run-as.ts';
import { openKeys } from './segment-keys.ts';

const STAGED = /\.gz$/;
const SEALED = /^(?<name>[0-9A-F]{8}(?:[0-9A-F]{16}|\.history))\.gz\.age$/;

/**
 * Moves what PostgreSQL has staged of its log into an archive, sealed. A segment is on the disk before it gets its
 * name, which is never one that is taken; one that is there with this very content has been kept before.
 */
export async function sealStaged(staging: string, folder: string, key: string): Promise<void> {
  for (const name of readdirSync(staging).toSorted()) {
    if (!STAGED.test(name)) continue;
    const staged = join(staging, name);
    const target = join(folder, `${name}.age`);
    if (existsSync(target)) {
      const kept = Readable.fromWeb((await opened(target, [key])) as never);
      if ((await digestOf(kept)) !== (await digestOf(createReadStream(staged))))
        throw new Error(`${target} tiene otro contenido; no se escribe encima`);
    } else {
      await sealFile(staged, target, key);
      syncFolder(folder);
    }
    rmSync(staged);
  }
}

async function sealFile(staged: string, target: string, key: string): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(key));
  const plain = Readable.toWeb(createReadStream(staged)) as ReadableStream<Uint8Array>;
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

/** What a sealed file holds; every part of it is authenticated before it is given. */
async function opened(file: string, keys: readonly string[]): Promise<ReadableStream<Uint8Array>> {
  const decrypter = new Decrypter();
  for (const key of keys) decrypter.addIdentity(key);
  const raw = createReadStream(file);
  try {
    return await decrypter.decrypt(Readable.toWeb(raw) as ReadableStream<Uint8Array>);
  } catch (error) {
    raw.destroy();
    throw error;
  }
}

/** Of what was compressed: two runs of gzip need not give the same bytes. */
async function digestOf(compressed: Readable): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(compressed, createGunzip(), digest);
  return digest.digest('hex');
}

/** Segments that are opened for a recovery. */
export interface OpenedSegments {
  folder: string;
  /** The first one that no key opens, or that was changed. */
  damaged: string | undefined;
}

/**
 * Opens the sealed segments of an archive, from the first that a backup needs, for PostgreSQL to read.
 * @returns undefined for an archive without any.
 * @throws StartError restore-refused without the passphrase, or with another one.
 */
export async function openSegments(
  archive: string,
  passphrase: string | undefined,
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
  if (as) chownSync(into, as.uid, as.gid);
  let damaged: string | undefined;
  for (const file of sealed.toSorted()) {
    const name = SEALED.exec(file)?.groups?.name ?? '';
    // The timeline, their first part, does not say which is older; histories are few.
    if (name.length === 24 && name.slice(8) < first.slice(8)) continue;
    const path = join(into, `${name}.gz`);
    try {
      const plain = Readable.fromWeb((await opened(join(archive, file), keys)) as never);
      await pipeline(plain, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      if (as) chownSync(path, as.uid, as.gid);
    } catch (error) {
      if (isOfTheDisk(error)) throw error;
      // It may lie after the moment that is wanted.
      damaged ??= join(archive, file);
      rmSync(path, { force: true });
    }
  }
  return { folder: into, damaged };
}

const isOfTheDisk = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'syscall' in error;
