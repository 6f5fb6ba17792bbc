import { fromBase64Url } from './base64url.ts';
import { CURVE, deriveCipher, VERSION } from './seal-code.ts';

/** The id of the key with which a text is sealed; null when it is no sealed text. */
export function sealingKeyId(sealed: string): string | null {
  const [version, id, ...rest] = sealed.split('.');
  return version === VERSION && id && rest.length === 2 ? id : null;
}

/**
 * Opens a sealed code.
 * @param privateKey PKCS #8, base64url, of the key that `sealingKeyId` names.
 * @throws when the text was changed, belongs to another order or was sealed with another key.
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
