import { createClient } from '@supabase/supabase-js';
import type { Database } from '#src/db/database.types.ts';
import { TOKEN_KEY } from '#src/runtime/current-user.ts';
import type { SiteConfig, Supabase } from '#src/runtime/supabase.ts';

/**
 * supabase-js refreshes the session by itself: a tick every 30 s, a refresh once less than three ticks are left, and on failure a back-off that starts
 * at 200 ms and doubles (SHELL-07). The implicit flow lets a link in a mail be opened in another browser than the one that asked for it.
 */
export function createSupabaseClient({ supabaseUrl, supabaseKey }: SiteConfig): Supabase {
  return createClient<Database>(supabaseUrl, supabaseKey, {
    // The queries try again by themselves; both together would keep a person waiting half a minute for an error.
    db: { retry: false },
    auth: {
      storageKey: TOKEN_KEY,
      persistSession: true,
      autoRefreshToken: true,
      detectSessionInUrl: true,
      flowType: 'implicit',
    },
  });
}

/** A client that keeps nothing: what it signs up or in leaves no trace in the browser. */
export function createDetachedClient({ supabaseUrl, supabaseKey }: SiteConfig): Supabase {
  return createClient<Database>(supabaseUrl, supabaseKey, {
    auth: {
      storageKey: `${TOKEN_KEY}.detached`,
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
  });
}
