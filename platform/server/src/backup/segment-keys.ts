import { closeSync, fsyncSync, linkSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Decrypter, Encrypter, generateX25519Identity } from 'age-encryption';
import { syncFolder } from '../config/data-dir.ts';
import { passphraseCost } from '../config/passphrase.ts';
import { readRegular } from './regular-file.ts';

// Deriving a key from a passphrase is slow by design and takes a second, too long for each segment: segments are
// encrypted for a key, and the key with the passphrase.

const KEY = /^clave-(?<number>\d+)\.age$/;

/** A key of a WAL archive, and its encrypted file there. */
export interface SegmentKey {
  identity: string;
  file: string;
  sealed: Buffer;
}

/** The keys of a WAL archive that a passphrase decrypts. */
export async function openKeys(folder: string, passphrase: string): Promise<SegmentKey[]> {
  const keys: SegmentKey[] = [];
  for (const name of readdirSync(folder).toSorted()) {
    if (!KEY.test(name)) continue;
    const decrypter = new Decrypter();
    decrypter.addPassphrase(passphrase);
    try {
      const file = join(folder, name);
      const sealed = readRegular(file);
      keys.push({ identity: await decrypter.decrypt(sealed, 'text'), file, sealed });
    } catch {
      // Encrypted with another passphrase, or damaged: its segments cannot be decrypted.
    }
  }
  return keys;
}

/** Whether a key's file is unchanged: without it nothing encrypted for the key can be decrypted. */
export function isKept({ file, sealed }: SegmentKey): boolean {
  try {
    return readRegular(file).equals(sealed);
  } catch {
    return false;
  }
}

/**
 * The key for new segments: one that the passphrase decrypts, else a new one.
 * @param earlier the current key: its file is written again if it was deleted, since segments are encrypted for it.
 */
export async function sealingKey(
  folder: string,
  passphrase: string,
  earlier?: SegmentKey,
): Promise<SegmentKey> {
  const known = await openKeys(folder, passphrase);
  const same = earlier ? known.find(({ identity }) => identity === earlier.identity) : known.at(-1);
  if (same) return same;
  const identity = earlier?.identity ?? (await generateX25519Identity());
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(passphraseCost());
  const sealed = Buffer.from(await encrypter.encrypt(identity));
  return { identity, sealed, file: store(folder, sealed) };
}

function store(folder: string, sealed: Uint8Array): string {
  const numbers = readdirSync(folder).map((name) => Number(KEY.exec(name)?.groups?.number ?? 0));
  const path = join(folder, `clave-${Math.max(0, ...numbers) + 1}.age`);
  const partial = `${path}.part`;
  rmSync(partial, { force: true });
  const file = openSync(partial, 'wx', 0o600);
  try {
    writeSync(file, sealed);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  // Fails if the name exists.
  linkSync(partial, path);
  rmSync(partial);
  syncFolder(folder);
  return path;
}
