import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { Decrypter, Encrypter, generateX25519Identity } from 'age-encryption';
import { syncFolder } from '../config/data-dir.ts';

// Opening a passphrase takes a second on purpose, which no segment can: so segments are sealed for a key, and the key
// is sealed with the passphrase.

const KEY = /^clave-(?<number>\d+)\.age$/;

/** The keys of an archive of the log that a passphrase opens. */
export async function openKeys(folder: string, passphrase: string): Promise<string[]> {
  const keys: string[] = [];
  for (const name of readdirSync(folder).toSorted()) {
    if (!KEY.test(name)) continue;
    const decrypter = new Decrypter();
    decrypter.addPassphrase(passphrase);
    try {
      keys.push(await decrypter.decrypt(readFileSync(join(folder, name)), 'text'));
    } catch {
      // Of another passphrase, or damaged: what it sealed stays closed.
    }
  }
  return keys;
}

/** The key that seals an archive from now on: one that the passphrase opens, else a new one. */
export async function sealingKey(folder: string, passphrase: string): Promise<string> {
  const known = (await openKeys(folder, passphrase)).at(-1);
  if (known !== undefined) return known;
  const key = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  store(folder, await encrypter.encrypt(key));
  return key;
}

function store(folder: string, sealed: Uint8Array): void {
  const numbers = readdirSync(folder).map((name) => Number(KEY.exec(name)?.groups?.number ?? 0));
  const path = join(folder, `clave-${Math.max(0, ...numbers) + 1}.age`);
  const partial = `${path}.part`;
  const file = openSync(partial, 'w', 0o600);
  try {
    writeSync(file, sealed);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  // Refuses a name that is taken.
  linkSync(partial, path);
  rmSync(partial);
  syncFolder(folder);
}
