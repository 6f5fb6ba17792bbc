import type { SealedContent, StoredDraft } from '#src/contract/draft-store.ts';
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

/** @param known token of the owner, for when somebody else has signed in meanwhile, or nobody is. */
async function fetchKey(owner: string, known: string | undefined): Promise<string> {
  const client = await supabase();
  const { session } = (await client.auth.getSession()).data;
  const token = session?.user.id === owner ? session.access_token : known;
  if (token === undefined) throw new StopRetrying('The session ended');
  const asked = client.rpc('own_draft_key').setHeader('Authorization', `Bearer ${token}`);
  const { data, error, status } = await asked;
  if (status === 401 || status === 403) throw new StopRetrying(error?.message);
  if (error) throw new Error(error.message);
  return data;
}

function importKey(hex: string): Promise<CryptoKey> {
  const raw = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/**
 * The sealer of a user, whose key the server gives to nobody else. Retries until there is an answer.
 * @param token of that user: a sign-out goes on meanwhile.
 * @throws {StopRetrying} if the server refuses.
 */
export async function createSealer(owner: string, token: string | undefined): Promise<Sealer> {
  const key = await importKey(await retryWithBackOff(() => fetchKey(owner, token)));
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
