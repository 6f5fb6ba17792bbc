import { toBase64Url, CURVE, type SealingKey } from './seal-code.ts';

/** A key pair for device codes. The private key is never sent to a browser or stored in the database. */
export interface CodeKeyPair extends SealingKey {
  /** PKCS #8, base64url. */
  readonly privateKey: string;
}

/** Creates a key pair. Its id is the beginning of the public key's SHA-256, in upper-case hexadecimal. */
export async function makeCodeKey(): Promise<CodeKeyPair> {
  const pair = await crypto.subtle.generateKey(CURVE, true, ['deriveBits']);
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', point));
  return {
    id: Array.from(digest.slice(0, 8), (byte) => byte.toString(16).padStart(2, '0'))
      .join('')
      .toUpperCase(),
    publicKey: toBase64Url(point),
    privateKey: toBase64Url(new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey))),
  };
}
