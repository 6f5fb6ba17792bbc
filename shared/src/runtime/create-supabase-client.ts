import { AuthRetryableFetchError, createClient } from '@supabase/supabase-js';
import { browserArea, tabArea } from '#src/contract/storage.ts';
import type { Database } from '#src/db/database.types.ts';
import { TOKEN_KEY } from '#src/runtime/current-user.ts';
import { MAIL_KEY } from '#src/runtime/mail-link.ts';
import { fetchAsUser } from '#src/runtime/fetch-as-user.ts';
import { fetchInTime } from '#src/runtime/fetch-in-time.ts';
import type { SiteConfig, Supabase } from '#src/runtime/supabase.ts';

/**
 * supabase-js refreshes the session itself: a tick every 30 s, a refresh when less than three ticks are left, and
 * exponential backoff from 200 ms (SHELL-07). It does not read the URL: mail-link.ts handles mailed links.
 */
export function createSupabaseClient({ supabaseUrl, supabaseKey }: SiteConfig): Supabase {
  const client = createClient<Database>(supabaseUrl, supabaseKey, {
    global: { fetch: fetchAsUser(supabaseKey) },
    // Queries have their own retries; combining both would delay an error by half a minute.
    db: { retry: false },
    auth: {
      storageKey: TOKEN_KEY,
      storage: browserArea,
      persistSession: true,
      autoRefreshToken: true,
      detectSessionInUrl: false,
      flowType: 'pkce',
    },
  });
  answerInTime(client.auth);
  return client;
}

/** How long a request waits for the renewal of the session, in ms. */
const RENEWAL_MS = 4000;

/**
 * Every request asks for the session first, and supabase-js renews one for up to 30 s. The renewal goes on, and the
 * request fails as one without an answer (fetch-as-user.ts).
 */
function answerInTime(auth: Supabase['auth']): void {
  const renewed = auth.getSession.bind(auth);
  auth.getSession = async () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<Awaited<ReturnType<typeof renewed>>>((resolve) => {
      const error = new AuthRetryableFetchError('The session could not be renewed in time', 0);
      timer = setTimeout(() => resolve({ data: { session: null }, error }), RENEWAL_MS);
    });
    return Promise.race([renewed(), late]).finally(() => clearTimeout(timer));
  };
}

/** A client without persistence: its sign-ups and sign-ins leave no trace in the browser. */
export function createDetachedClient({ supabaseUrl, supabaseKey }: SiteConfig): Supabase {
  return createClient<Database>(supabaseUrl, supabaseKey, {
    global: { fetch: fetchInTime },
    auth: {
      storageKey: `${TOKEN_KEY}.detached`,
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
  });
}

const MAIL_VERIFIER_KEY = `${MAIL_KEY}-code-verifier`;

/** The verifier is kept in local storage for as long as the mail takes; the redeemed session in session storage. */
const mailArea = (key: string) => (key === MAIL_VERIFIER_KEY ? browserArea : tabArea);
const mailStorage = {
  getItem: (key: string) => mailArea(key).getItem(key),
  setItem: (key: string, value: string) => mailArea(key).setItem(key, value),
  removeItem: (key: string) => mailArea(key).removeItem(key),
};

/** The client that requests mails and redeems their links; its session is separate from the page's. */
export function createMailClient({ supabaseUrl, supabaseKey }: SiteConfig): Supabase {
  return createClient<Database>(supabaseUrl, supabaseKey, {
    global: { fetch: fetchInTime },
    auth: {
      storageKey: MAIL_KEY,
      storage: mailStorage,
      persistSession: true,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      flowType: 'pkce',
    },
  });
}

/** Deletes a link's session from the tab. */
export function forgetMailStorage(): void {
  tabArea.removeItem(MAIL_KEY);
}
