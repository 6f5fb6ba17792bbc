import { signIn } from '@taller/shared/runtime';
import { vi } from 'vitest';
import { PASSWORD, type Person, type Shop } from './shop.ts';

/** Gives this process its own storages, like a tab, and the window's events. */
export function stubStorages(): void {
  const page = new EventTarget();
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  for (const name of ['localStorage', 'sessionStorage']) {
    const stored = new Map<string, string>();
    vi.stubGlobal(name, {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    });
  }
}

/**
 * Gives this process browser globals, an origin for relative URLs and storages, and signs a user in with the
 * interface's own client.
 * @param before awaited before each request; its exceptions are network failures.
 */
export async function actAsBrowser(
  shop: Shop,
  { email }: Person,
  before: (path: string, init: RequestInit) => void | Promise<void> = () => {},
): Promise<void> {
  const network = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    if (input === '/config.json')
      return Response.json({ supabaseUrl: shop.url, supabaseKey: shop.publishableKey });
    await before(new URL(input instanceof Request ? input.url : input).pathname, init ?? {});
    return network(input, init);
  });
  stubStorages();
  // Ends when the session is known: what has been read before is cleared with the change of person.
  const outcome = await signIn(email, PASSWORD);
  if (!outcome.ok) throw new Error(`${email} could not sign in: ${JSON.stringify(outcome)}`);
}
