/**
 * Device codes sealed with the shop's public key, so that only the holder of its private key reads them:
 * `v1.<key id>.<ephemeral public key>.<cipher text>`, the last two in base64url. ECDH on P-256 with a key pair made for
 * this one text, HKDF-SHA-256, AES-256-GCM. The order's id is authenticated with it: a text moved to another order does
 * not open.
 */
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { LONGEST_CODE } from './longest-code.ts';

/** Codes are filled up to a multiple of this, so that the length of a PIN does not show. */
const BLOCK_BYTES = 64;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;

export const VERSION = 'v1';
export const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;

/** The shop's public key as browsers get it. */
export interface SealingKey {
  readonly id: string;
  /** Uncompressed point, base64url. */
  readonly publicKey: string;
}

/** What both sides agree on. The key serves one text only, so the nonce may follow from it. */
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

/** What a sealed text belongs to. */
interface SealContext {
  readonly orderId: string;
  readonly keyId: string;
  readonly ephemeralKey: Uint8Array<ArrayBuffer>;
}

/** Seals the code of an order's device. @throws RangeError when it is empty or too long. */
export async function sealCode(code: string, orderId: string, key: SealingKey): Promise<string> {
  if (code === '' || code.length > LONGEST_CODE) throw new RangeError('A code has 1 to 200 characters');
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
