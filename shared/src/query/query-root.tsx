import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getSession, onSessionChange, refreshCurrentUser } from '@taller/shared/runtime';
import { dataErrorCode } from '#src/data-access/data-error.ts';
import { retryUnlessMissing } from '#src/query/retry-unless-missing.ts';

/**
 * A permission error may mean that this user was deleted or has another role now: the profile is reloaded, and a
 * missing one signs out (ORD-14).
 */
async function recheckUser(error: unknown): Promise<void> {
  if (dataErrorCode(error) !== 'forbidden') return;
  try {
    await refreshCurrentUser();
  } catch (reason) {
    console.warn('The session ended', reason);
  }
}

/**
 * The site's only query cache. Every mutation invalidates what it changes, so a stale time of one minute is safe and
 * saves reads.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => void recheckUser(error) }),
  mutationCache: new MutationCache({ onError: (error) => void recheckUser(error) }),
  defaultOptions: {
    // Offline, reads and writes fail with a message; by default they would be paused silently and, worse, sent much
    // later.
    queries: {
      staleTime: 60_000,
      gcTime: 10 * 60_000,
      retry: retryUnlessMissing,
      refetchOnWindowFocus: true,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
});

let owner = getSession().user?.id ?? null;
onSessionChange(() => {
  const next = getSession().user?.id ?? null;
  // Cached data must not be visible to the next user of this browser.
  if (next !== owner) queryClient.clear();
  owner = next;
});

/**
 * Provides the query cache. The shell wraps every screen behind the sign-in; public pages that read data wrap
 * themselves.
 */
export function QueryRoot({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
