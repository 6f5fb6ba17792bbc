import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyIdOf } from '@taller/shared/orders/records/record-key.ts';
import type { ChainEnd } from '@taller/shared/orders/records/verify-records.ts';
import { writePrivateFile } from '../config/data-dir.ts';
import { KeyFiles, type KeyPair } from '../config/key-files.ts';

/** Creates a key pair: Ed25519, the private half as PKCS #8, both in base64url. */
export async function makeRecordKey(): Promise<KeyPair> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { x: publicKey = '' } = privateKey.export({ format: 'jwk' });
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' });
  return { id: await keyIdOf(publicKey), publicKey, privateKey: pkcs8.toString('base64url') };
}

/**
 * The keys of sealed records in DATA_DIR/record-keys, and beside them the chain's end as the server has seen it:
 * whoever writes to the database alone can forge neither. The newest key signs; older ones verify.
 */
export class RecordKeyFiles extends KeyFiles {
  readonly #end: string;

  constructor(dataDir: string) {
    super(join(dataDir, 'record-keys'), 'los registros sellados con ella ya no se pueden comprobar');
    this.#end = join(dataDir, 'last-record.json');
  }

  /** Adds a key, which becomes the current one. @returns it. */
  async add(): Promise<KeyPair> {
    const pair = await makeRecordKey();
    this.write(pair);
    return pair;
  }

  /** The public keys by id. */
  get publicKeys(): Record<string, string> {
    return Object.fromEntries(this.all.map(({ id, publicKey }) => [id, publicKey]));
  }

  /** The newest end of the chain that was seen; undefined before the first one, and in a restored folder. */
  get end(): ChainEnd | undefined {
    return existsSync(this.#end) ? (JSON.parse(readFileSync(this.#end, 'utf8')) as ChainEnd) : undefined;
  }

  /** Remembers an end of the chain, unless a later one was seen. */
  see({ seq, sha256 }: ChainEnd): void {
    if (seq > (this.end?.seq ?? 0)) writePrivateFile(this.#end, `${JSON.stringify({ seq, sha256 })}\n`);
  }

  /** The environment of the function that seals. @throws StartError if a file is damaged. */
  get environment(): Record<string, string> {
    const { current, publicKeys, end } = this;
    return {
      ...(current && { RECORD_KEY: current.privateKey }),
      RECORD_PUBLIC_KEYS: JSON.stringify(publicKeys),
      ...(end && { RECORD_END: JSON.stringify(end) }),
    };
  }
}

/** The keys of a data folder, of which there is one from the first start on. */
export async function prepareRecordKeys(dataDir: string): Promise<RecordKeyFiles> {
  const files = new RecordKeyFiles(dataDir);
  if (!files.current) await files.add();
  return files;
}
