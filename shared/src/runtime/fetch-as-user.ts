import { fetchInTime } from '#src/runtime/fetch-in-time.ts';
import { hasStoredTokens } from '#src/runtime/current-user.ts';
import { getSession } from '#src/runtime/session-store.ts';

const SESSION_OVER = 'Tu sesión terminó. Inicia sesión para continuar.';

/** Whether a page in between answered, or the server has too much to do: neither says that the session is over. */
const saysNothing = ({ status, headers }: Response) =>
  status === 429 || (status < 500 && !headers.get('content-type')?.includes('json'));

/** The answer of the server to a token that is over, in words that screens may show. */
const sessionOver = () =>
  Response.json({ code: 'PGRST301', message: SESSION_OVER, details: null, hint: null }, { status: 401 });

/**
 * The fetch of the client that acts for the user. supabase-js sends the publishable key when the session cannot be
 * renewed, and the server then answers as to anybody: a profile is missing, a list is empty. These requests fail like
 * requests without an answer, and an unclear answer to a renewal does not end the session. Where the tokens of somebody
 * signed in are gone, as when a browser's data is cleared, the session is over: nothing is asked as anybody.
 */
export function fetchAsUser(publishableKey: string): typeof fetch {
  return async (input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
    if (pathname.startsWith('/auth/v1/')) {
      const response = await fetchInTime(input, init);
      const isRenewal = searchParams.get('grant_type') === 'refresh_token';
      if (isRenewal && saysNothing(response)) throw new TypeError('The renewal was not answered');
      return response;
    }
    const token = new Headers(init?.headers).get('authorization');
    if (token === null || token === `Bearer ${publishableKey}`) {
      if (hasStoredTokens()) throw new TypeError('The session could not be renewed');
      if (getSession().status === 'signed-in') return sessionOver();
    }
    return fetchInTime(input, init);
  };
}
