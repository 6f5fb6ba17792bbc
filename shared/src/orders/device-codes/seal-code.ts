/**
 * Encryption of device codes with the shop's public key: `v1.<key id>.<ephemeral public key>.<cipher text>`, the last
 * two in base64url. ECDH on P-256 with an ephemeral key pair, HKDF-SHA-256, AES-256-GCM. The order's id is
 * authenticated as additional data: ciphertext moved to another order does not decrypt.
 */
import { LONGEST_CODE } from './device-code.ts';

/** Codes are padded to a multiple of this, so that the ciphertext does not reveal the length of a PIN. */
const BLOCK_BYTES = 64;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;

export const VERSION = 'v1';
export const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;

/** The shop's public key as published to browsers. */
export interface SealingKey {
  readonly id: string;
  /** Uncompressed point, base64url. */
  readonly publicKey: string;
}

/** The shared key. It is used for one text only, so the nonce may be derived from it. */
export async function deriveCipher(privateKey: CryptoKey, publicKey: CryptoKey, context: SealContext) {
  const secret = await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256);
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const info = new TextEncoder().encode(`taller device code ${VERSION} ${context.keyId}`);
  const bits = await crypto.subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt: context.ephemeralKey, info },
    material,
    (KEY_BYTES + NONCE_BYTES) * 8,
  );
  const key = await crypto.subtle.importKey('raw', bits.slice(0, KEY_BYTES), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);
  return {
    key,
    algorithm: {
      name: 'AES-GCM',
      iv: bits.slice(KEY_BYTES),
      additionalData: new TextEncoder().encode(`${VERSION} ${context.orderId.toLowerCase()}`),
    },
  };
}

/** The additional authenticated data of a ciphertext. */
interface SealContext {
  readonly orderId: string;
  readonly keyId: string;
  readonly ephemeralKey: Uint8Array<ArrayBuffer>;
}

/** Encrypts an order's device code. @throws RangeError if it is empty or too long. */
export async function sealCode(code: string, orderId: string, key: SealingKey): Promise<string> {
  if (code === '' || code.length > LONGEST_CODE)
    throw new RangeError(`A code has 1 to ${LONGEST_CODE} characters`);
  const recipient = await crypto.subtle.importKey('raw', fromBase64Url(key.publicKey), CURVE, false, []);
  const ephemeral = await crypto.subtle.generateKey(CURVE, false, ['deriveBits']);
  const ephemeralKey = new Uint8Array(await crypto.subtle.exportKey('raw', ephemeral.publicKey));
  const cipher = await deriveCipher(ephemeral.privateKey, recipient, {
    orderId,
    keyId: key.id,
    ephemeralKey,
  });
  const text = new TextEncoder().encode(code);
  const padded = new Uint8Array(Math.ceil(text.length / BLOCK_BYTES) * BLOCK_BYTES);
  padded.set(text);
  const sealed = new Uint8Array(await crypto.subtle.encrypt(cipher.algorithm, cipher.key, padded));
  return [VERSION, key.id, toBase64Url(ephemeralKey), toBase64Url(sealed)].join('.');
}

/** Encodes bytes as base64url without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Decodes base64url. @throws DOMException for invalid text. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
