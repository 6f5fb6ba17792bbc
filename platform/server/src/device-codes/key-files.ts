import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeCodeKey, type CodeKeyPair } from '@taller/shared/orders/device-codes/make-key.ts';
import { privateKeyVariable } from '../../../../supabase/functions/_shared/device-codes/private-key.ts';
import { writePrivateFile } from '../config/data-dir.ts';
import { StartError } from '../errors/start-error.ts';

const keySchema = z.object({
  id: z.string().regex(/^[0-9A-F]{16}$/),
  publicKey: z.string(),
  privateKey: z.string(),
  createdAt: z.iso.datetime(),
});
type KeyFile = z.infer<typeof keySchema>;

/**
 * The keys of device codes: one file of mode 0600 per key in DATA_DIR/device-code-keys, outside the database. The
 * newest encrypts. Separate files ensure that a rotation and the server's clean-up never write the same file.
 */
export class CodeKeyFiles {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'device-code-keys');
  }

  /** The current encryption key; undefined in a folder without keys. @throws StartError if a file is damaged. */
  get current(): CodeKeyPair | undefined {
    return this.#read().at(-1);
  }

  /** The environment of the function that decrypts codes. @throws StartError if a file is damaged. */
  get environment(): Record<string, string> {
    return Object.fromEntries(this.#read().map(({ id, privateKey }) => [privateKeyVariable(id), privateKey]));
  }

  /** Adds a key, which becomes the current one. @returns it. */
  async add(key?: CodeKeyPair): Promise<CodeKeyPair> {
    const { id, publicKey, privateKey } = key ?? (await makeCodeKey());
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const file: KeyFile = { id, publicKey, privateKey, createdAt: new Date().toISOString() };
    writePrivateFile(join(this.#folder, `${id}.json`), `${JSON.stringify(file, null, 2)}\n`);
    return file;
  }

  /** Destroys keys that no stored code needs, except the current one. */
  destroy(ids: readonly string[]): void {
    const keys = this.#read();
    for (const { id } of keys.slice(0, -1))
      if (ids.includes(id)) rmSync(join(this.#folder, `${id}.json`), { force: true });
  }

  #read(): KeyFile[] {
    const names = existsSync(this.#folder) ? readdirSync(this.#folder) : [];
    return names
      .filter((name) => name.endsWith('.json'))
      .map((name) => readKey(join(this.#folder, name)))
      .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  }
}

function readKey(file: string): KeyFile {
  try {
    return keySchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new StartError(
      'bad-options',
      `La llave ${file} está dañada: recupérala de un respaldo o, si no hay, mueve el archivo a otra carpeta (las claves de equipos cifradas con ella se pierden).`,
      error,
    );
  }
}
