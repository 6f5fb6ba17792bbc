import { signIn } from '@taller/shared/runtime';
import { vi } from 'vitest';
import { stubStorages } from '../browser.ts';
import { PASSWORD, type Person, type Shop } from '../shop.ts';

/** This process as a page of the site whose network loses responses. */
export interface LossyBrowser {
  /** Signs a user in with the interface's own client. */
  signIn(person: Person): Promise<void>;
  /** Loses the response to the n-th writing request from now on, after the server has processed it. 0: none. */
  lose(nth: number): void;
  /** Whether that response was lost. */
  hasLost(): boolean;
}

/** Requests that may change something: all but reads and token refreshes. */
const isWrite = (method: string, path: string) => method !== 'GET' && path !== '/auth/v1/token';

export function openLossyBrowser(shop: Shop): LossyBrowser {
  const network = globalThis.fetch;
  let left = 0;
  let lost = false;
  let signedIn = '';
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    if (input === '/config.json')
      return Response.json({ supabaseUrl: shop.url, supabaseKey: shop.publishableKey });
    const request = new Request(input, init);
    const counts = isWrite(request.method, new URL(request.url).pathname);
    if (counts) left -= 1;
    const losesThis = counts && left === 0;
    const answer = await network(request);
    if (!losesThis) return answer;
    await answer.arrayBuffer();
    lost = true;
    throw new TypeError('fetch failed');
  });
  stubStorages();
  return {
    signIn: async ({ email }) => {
      if (signedIn === email) return;
      const outcome = await signIn(email, PASSWORD);
      if (!outcome.ok) throw new Error(`${email} could not sign in: ${JSON.stringify(outcome)}`);
      signedIn = email;
    },
    lose: (nth) => {
      left = nth;
      lost = false;
    },
    hasLost: () => lost,
  };
}
