import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';

/**
 * Seals the secrets of second factors with a key of this installation, so that a copy of the database opens nothing.
 */
export class SecretSeal {
  readonly #key: Buffer;

  /** @param jwtSecret what the key is derived from; it lies in the data folder, outside of the database. */
  constructor(jwtSecret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'taller.mfa-secret', 32));
  }

  /** @param owner what the secret belongs to: sealed for one, it opens for no other. */
  seal(secret: string, owner: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** @throws for anything that was not sealed here for this owner. */
  open(sealed: string, owner: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv(ALGORITHM, this.#key, bytes.subarray(0, 12))
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  }
}
