/**
 * Verifies `signature` ("sha256=…", header X-Hub-Signature-256), the HMAC of the raw body with the app secret. Constant
 * time.
 */
export async function isSigned(
  body: Uint8Array<ArrayBuffer>,
  signature: string | null,
  appSecret: string,
): Promise<boolean> {
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(signature ?? '')?.[1];
  if (hex === undefined) return false;
  const given = new Uint8Array(32);
  for (let index = 0; index < 32; index += 1)
    given[index] = Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(appSecret), algorithm, false, [
    'verify',
  ]);
  return crypto.subtle.verify('HMAC', key, given, body);
}
