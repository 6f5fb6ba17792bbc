import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from '../errors/start-error.ts';
import { writePrivateFile } from './data-dir.ts';

const keySchema = z.object({
  id: z.string().regex(/^[0-9A-F]{16}$/),
  publicKey: z.string(),
  privateKey: z.string(),
  createdAt: z.iso.datetime(),
});
type KeyFile = z.infer<typeof keySchema>;

/** A key pair of the shop, outside the database. */
export type KeyPair = Readonly<Omit<KeyFile, 'createdAt'>>;

/** Key pairs in a folder of the data folder: one file of mode 0600 per key. The newest is the current one. */
export class KeyFiles {
  readonly #folder: string;
  readonly #ifLost: string;

  /** @param ifLost what is lost with a key, in words. */
  constructor(folder: string, ifLost: string) {
    this.#folder = folder;
    this.#ifLost = ifLost;
  }

  /** All keys, the newest last. @throws StartError if a file is damaged. */
  get all(): KeyPair[] {
    const names = existsSync(this.#folder) ? readdirSync(this.#folder) : [];
    return names
      .filter((name) => name.endsWith('.json'))
      .map((name) => this.#read(join(this.#folder, name)))
      .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  }

  /** The newest key; undefined in a folder without keys. @throws StartError if a file is damaged. */
  get current(): KeyPair | undefined {
    return this.all.at(-1);
  }

  /** Adds a key, which becomes the current one. */
  write({ id, publicKey, privateKey }: KeyPair): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const file: KeyFile = { id, publicKey, privateKey, createdAt: new Date().toISOString() };
    writePrivateFile(join(this.#folder, `${id}.json`), `${JSON.stringify(file, null, 2)}\n`);
  }

  /** Destroys keys, except the current one. */
  destroy(ids: readonly string[]): void {
    for (const { id } of this.all.slice(0, -1))
      if (ids.includes(id)) rmSync(join(this.#folder, `${id}.json`), { force: true });
  }

  #read(file: string): KeyFile {
    try {
      return keySchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch (error) {
      throw new StartError(
        'bad-options',
        `La llave ${file} está dañada: recupérala de un respaldo o, si no hay, mueve el archivo a otra carpeta (${this.#ifLost}).`,
        error,
      );
    }
  }
}
