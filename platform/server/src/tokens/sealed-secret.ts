import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';

/**
 * Encrypts the secrets of second factors with a key of this installation, so that a copy of the database does not
 * reveal them.
 */
export class SecretSeal {
  readonly #key: Buffer;

  /** @param jwtSecret the key is derived from it; it is stored in the data folder, outside the database. */
  constructor(jwtSecret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'taller.mfa-secret', 32));
  }

  /** @param owner authenticated with the secret: the ciphertext decrypts for no other owner. */
  seal(secret: string, owner: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** @throws if the input was not encrypted here for this owner. */
  open(sealed: string, owner: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv(ALGORITHM, this.#key, bytes.subarray(0, 12))
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  }
}
