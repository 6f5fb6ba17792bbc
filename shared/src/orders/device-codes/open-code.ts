import { fromBase64Url, CURVE, deriveCipher, VERSION } from './seal-code.ts';

/** The id of the key that a ciphertext was encrypted with; null if it is not a ciphertext. */
export function sealingKeyId(sealed: string): string | null {
  const [version, id, ...rest] = sealed.split('.');
  return version === VERSION && id && rest.length === 2 ? id : null;
}

/**
 * Decrypts a code.
 * @param privateKey PKCS #8, base64url, of the key that `sealingKeyId` names.
 * @throws if the ciphertext was modified, belongs to another order or was encrypted with another key.
 */
export async function openCode(sealed: string, orderId: string, privateKey: string): Promise<string> {
  const [, keyId = '', ephemeralText = '', cipherText = ''] = sealed.split('.');
  if (sealingKeyId(sealed) === null) throw new RangeError('Not a sealed code');
  const ephemeralKey = fromBase64Url(ephemeralText);
  const own = await crypto.subtle.importKey('pkcs8', fromBase64Url(privateKey), CURVE, false, ['deriveBits']);
  const theirs = await crypto.subtle.importKey('raw', ephemeralKey, CURVE, false, []);
  const cipher = await deriveCipher(own, theirs, { orderId, keyId, ephemeralKey });
  const padded = await crypto.subtle.decrypt(cipher.algorithm, cipher.key, fromBase64Url(cipherText));
  return new TextDecoder('utf-8', { fatal: true }).decode(padded).replace(/\0+$/, '');
}
