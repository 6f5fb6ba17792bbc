import { join } from 'node:path';
import { makeCodeKey, type CodeKeyPair } from '@taller/shared/orders/device-codes/make-key.ts';
import { privateKeyVariable } from '../../../../supabase/functions/_shared/device-codes/private-key.ts';
import { KeyFiles } from '../config/key-files.ts';

/**
 * The keys of device codes in DATA_DIR/device-code-keys. The newest encrypts. Separate files ensure that a rotation and
 * the server's clean-up never write the same file.
 */
export class CodeKeyFiles extends KeyFiles {
  constructor(dataDir: string) {
    super(join(dataDir, 'device-code-keys'), 'las claves de equipos cifradas con ella se pierden');
  }

  /** The environment of the function that decrypts codes. @throws StartError if a file is damaged. */
  get environment(): Record<string, string> {
    return Object.fromEntries(this.all.map(({ id, privateKey }) => [privateKeyVariable(id), privateKey]));
  }

  /** Adds a key, which becomes the current one. @returns it. */
  async add(key?: CodeKeyPair): Promise<CodeKeyPair> {
    const pair = key ?? (await makeCodeKey());
    this.write(pair);
    return pair;
  }
}
