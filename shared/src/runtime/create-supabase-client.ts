import { createClient } from '@supabase/supabase-js';
import { browserArea, tabArea } from '#src/contract/storage.ts';
import type { Database } from '#src/db/database.types.ts';
import { TOKEN_KEY } from '#src/runtime/current-user.ts';
import { MAIL_KEY } from '#src/runtime/mail-link.ts';
import { fetchInTime } from '#src/runtime/fetch-in-time.ts';
import type { SiteConfig, Supabase } from '#src/runtime/supabase.ts';

/**
 * supabase-js refreshes the session by itself: a tick every 30 s, a refresh once less than three ticks are left, and on failure a back-off that starts
 * at 200 ms and doubles (SHELL-07). It looks at no address: what a mail's link brings is mail-link.ts's.
 */
export function createSupabaseClient({ supabaseUrl, supabaseKey }: SiteConfig): Supabase {
  return createClient<Database>(supabaseUrl, supabaseKey, {
    global: { fetch: fetchInTime },
    // The queries try again by themselves; both together would keep a person waiting half a minute for an error.
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
}

/** A client that keeps nothing: what it signs up or in leaves no trace in the browser. */
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

/**
 * The verifier waits in the browser for as long as the mail takes; the session that it is redeemed for belongs to one
 * tab.
 */
const mailArea = (key: string) => (key === MAIL_VERIFIER_KEY ? browserArea : tabArea);
const mailStorage = {
  getItem: (key: string) => mailArea(key).getItem(key),
  setItem: (key: string, value: string) => mailArea(key).setItem(key, value),
  removeItem: (key: string) => mailArea(key).removeItem(key),
};

/** The client that asks for mails and redeems their links; its session is not the page's. */
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

/** Leaves nothing of a link's session in the tab. */
export function forgetMailStorage(): void {
  tabArea.removeItem(MAIL_KEY);
}
