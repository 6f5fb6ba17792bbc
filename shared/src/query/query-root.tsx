import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getSession, onSessionChange, refreshCurrentUser } from '@taller/shared/runtime';
import { dataErrorCode } from '#src/data-access/data-error.ts';

/** A refusal may mean that this person was deleted or has another role since: the profile is read again, and a missing one signs out (ORD-14). */
async function recheckUser(error: unknown): Promise<void> {
  if (dataErrorCode(error) !== 'forbidden') return;
  try {
    await refreshCurrentUser();
  } catch (reason) {
    console.warn('The session ended', reason);
  }
}

/** The one cache of the site. Every mutation invalidates what it changes, so a minute of freshness costs nothing and saves reads. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => void recheckUser(error) }),
  mutationCache: new MutationCache({ onError: (error) => void recheckUser(error) }),
  defaultOptions: {
    // Without a network a read or a change fails and says so; by default it would wait in silence and, worse, be made much later.
    queries: {
      staleTime: 60_000,
      gcTime: 10 * 60_000,
      retry: 2,
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
  // What one person has read is nothing to the next person on this browser.
  if (next !== owner) queryClient.clear();
  owner = next;
});

/** Gives the queries of its children their cache. The shell puts it around every screen behind the sign-in; public pages that read data put it around themselves. */
export function QueryRoot({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
