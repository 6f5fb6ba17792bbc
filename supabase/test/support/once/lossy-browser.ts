import { AsyncLocalStorage } from 'node:async_hooks';
import { signIn } from '@taller/shared/runtime';
import { vi } from 'vitest';
import { stubStorages } from '../browser.ts';
import { PASSWORD, type Person, type Shop } from '../shop.ts';

/** This process as a page of the site whose network loses responses. */
export interface LossyBrowser {
  /** Signs a user in with the interface's own client. */
  signIn(person: Person): Promise<void>;
  /**
   * Loses the response to the n-th writing request of a press, after the server has processed it. Requests that an
   * earlier press goes on sending after its end (messages) do not count.
   * @returns the result of the press, and whether that response was lost before its end.
   */
  losing<Result>(nth: number, press: () => Promise<Result>): Promise<{ result: Result; hasLost: boolean }>;
}

/** A press whose n-th writing request from now on loses its response. */
interface Attempt {
  nth: number;
  hasLost: boolean;
}

/** Requests that may change something: all but reads and token refreshes. */
const isWrite = (method: string, path: string) => method !== 'GET' && path !== '/auth/v1/token';

/** A request whose progress a page watches, over the same network. */
class FetchingRequest extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  #address = '';
  #method = '';
  readonly #headers = new Headers();

  open(method: string, address: string) {
    this.#method = method;
    this.#address = address;
  }

  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value);
  }

  send(body: Blob) {
    void this.#ask(body).then((event) => this.dispatchEvent(new Event(event)));
  }

  async #ask(body: Blob): Promise<'load' | 'error'> {
    try {
      const answer = await fetch(this.#address, { method: this.#method, headers: this.#headers, body });
      this.responseText = await answer.text();
      this.status = answer.status;
      return 'load';
    } catch {
      return 'error';
    }
  }
}

export function openLossyBrowser(shop: Shop): LossyBrowser {
  const network = globalThis.fetch;
  const attempts = new AsyncLocalStorage<Attempt>();
  let signedIn = '';
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    if (input === '/config.json')
      return Response.json({ supabaseUrl: shop.url, supabaseKey: shop.publishableKey });
    const request = new Request(input, init);
    const attempt = attempts.getStore();
    if (!attempt || !isWrite(request.method, new URL(request.url).pathname)) return network(request);
    attempt.nth -= 1;
    if (attempt.nth !== 0) return network(request);
    await (await network(request)).arrayBuffer();
    attempt.hasLost = true;
    throw new TypeError('fetch failed');
  });
  vi.stubGlobal('XMLHttpRequest', FetchingRequest);
  stubStorages();
  return {
    signIn: async ({ email }) => {
      if (signedIn === email) return;
      const outcome = await signIn(email, PASSWORD);
      if (!outcome.ok) throw new Error(`${email} could not sign in: ${JSON.stringify(outcome)}`);
      signedIn = email;
    },
    losing: async (nth, press) => {
      const attempt: Attempt = { nth, hasLost: false };
      const result = await attempts.run(attempt, press);
      // Requests that begin later lose nothing.
      attempt.nth = 0;
      return { result, hasLost: attempt.hasLost };
    },
  };
}
