import type { SealedContent, StoredDraft } from '#src/contract/draft-store.ts';
import { hasStoredTokens } from '#src/runtime/current-user.ts';
import { retryWithBackOff, StopRetrying } from '#src/runtime/retry.ts';
import { supabase } from '#src/runtime/supabase.ts';

/** Encrypts the drafts of one user (AES-GCM), and opens them again. */
export interface Sealer {
  seal: (draft: StoredDraft) => Promise<StoredDraft<SealedContent>>;
  /** Rejects with what was not sealed for this user under this name. */
  open: (draft: StoredDraft<SealedContent>) => Promise<unknown>;
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
const base64Of = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

async function fetchKey(): Promise<string> {
  if (!hasStoredTokens()) throw new StopRetrying('The session ended');
  const client = await supabase();
  const { data, error, status } = await client.rpc('own_draft_key');
  if (error && status >= 400 && status < 500) throw new StopRetrying(error.message);
  if (error) throw new Error(error.message);
  return data;
}

function importKey(hex: string): Promise<CryptoKey> {
  const raw = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/**
 * The sealer of the signed-in user, whose key the server gives to nobody else. Retries until there is an answer.
 * @throws {StopRetrying} if the server refuses.
 */
export async function createSealer(owner: string): Promise<Sealer> {
  const key = await importKey(await retryWithBackOff(fetchKey));
  // The place is authenticated, too: a draft opens for its owner and under its name only.
  const cipherOf = (iv: Uint8Array<ArrayBuffer>, name: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(`${owner}.${name}`),
  });
  return {
    seal: async ({ name, at, content }) => {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const plain = new TextEncoder().encode(JSON.stringify(content));
      const data = await crypto.subtle.encrypt(cipherOf(iv, name), key, plain);
      return { name, at, content: { iv: base64Of(iv), data: base64Of(new Uint8Array(data)) } };
    },
    open: async ({ name, content: { iv, data } }) => {
      const plain = await crypto.subtle.decrypt(cipherOf(bytesOf(iv), name), key, bytesOf(data));
      return JSON.parse(new TextDecoder().decode(plain));
    },
  };
}
