/** Ed25519 keys of sealed records, and signatures by them (decision 76). */

const CURVE = { name: 'Ed25519' } as const;

/** The private half of a key, which signs. */
export interface RecordSigner {
  readonly id: string;
  /** Base64url. */
  readonly publicKey: string;
  /** @returns a signature, in base64url. */
  sign(text: string): Promise<string>;
}

/** A signer by its private key: PKCS #8, base64url. @throws if it is none. */
export async function signerOf(privateKey: string): Promise<RecordSigner> {
  const key = await crypto.subtle.importKey('pkcs8', bytesOf(privateKey), CURVE, true, ['sign']);
  const { x = '' } = await crypto.subtle.exportKey('jwk', key);
  return {
    id: await keyIdOf(x),
    publicKey: x,
    sign: async (text) => {
      const signature = await crypto.subtle.sign(CURVE, key, new TextEncoder().encode(text));
      return toBase64Url(new Uint8Array(signature));
    },
  };
}

/** The id of a public key: the beginning of its SHA-256, in upper-case hexadecimal. */
export async function keyIdOf(publicKey: string): Promise<string> {
  return (await sha256Of(bytesOf(publicKey))).slice(0, 16).toUpperCase();
}

/** Whether a text was signed by the private half of a key. */
export async function isSignedBy(publicKey: string, text: string, signature: string): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', bytesOf(publicKey), CURVE, false, ['verify']);
    return await crypto.subtle.verify(CURVE, key, bytesOf(signature), new TextEncoder().encode(text));
  } catch {
    return false;
  }
}

/** SHA-256 in hexadecimal; of a text its UTF-8. */
export async function sha256Of(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytesOf(base64Url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64Url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
