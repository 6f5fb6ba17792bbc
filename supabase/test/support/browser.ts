import { supabase } from '@taller/shared/runtime';
import { vi } from 'vitest';
import { PASSWORD, type Person, type Shop } from './shop.ts';

/**
 * Gives this process what a browser has and Node has not, an origin for relative addresses and a local storage, and
 * signs a person in with the interface's own client.
 * @param before sees each request; what it throws is the network's failure.
 */
export async function actAsBrowser(
  shop: Shop,
  { email }: Person,
  before: (path: string, body: RequestInit['body']) => void,
): Promise<void> {
  const network = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    if (input === '/config.json')
      return Response.json({ supabaseUrl: shop.url, supabaseKey: shop.publishableKey });
    before(new URL(input instanceof Request ? input.url : input).pathname, init?.body);
    return network(input, init);
  });
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  const client = await supabase();
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
}
