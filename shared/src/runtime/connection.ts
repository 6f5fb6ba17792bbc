import { useSyncExternalStore } from 'react';
import { fetchInTime } from '#src/runtime/fetch-in-time.ts';
import { retryWithBackOff } from '#src/runtime/retry.ts';
import { siteConfig } from '#src/runtime/supabase.ts';

/** `unknown` until the first response; `lost`: the server does not respond; `offline`: this device has no network. */
export type Connection = 'unknown' | 'ok' | 'lost' | 'offline';

let connection: Connection = 'unknown';
let probing = false;
const listeners = new Set<() => void>();

function publish(next: Connection): void {
  connection = next;
  for (const listener of listeners) listener();
}

/** Reads at most one profile (SHELL-13). Any response below 500 means that the server is available. */
async function probeOnce(): Promise<void> {
  const { supabaseUrl, supabaseKey } = await siteConfig();
  const response = await fetchInTime(`${supabaseUrl}/rest/v1/profiles?select=id&limit=1`, {
    headers: { apikey: supabaseKey },
  });
  // An answer that nobody reads keeps its request open, and the page from being quiet. Its status says enough.
  response.text().catch(() => undefined);
  if (response.status >= 500) throw new Error(`The probe was answered with ${response.status}`);
}

async function probe(): Promise<void> {
  if (probing) return;
  probing = true;
  await retryWithBackOff(async () => {
    try {
      await probeOnce();
    } catch (error) {
      publish(navigator.onLine ? 'lost' : 'offline');
      throw error;
    }
  });
  probing = false;
  publish('ok');
}

/**
 * Probes the server when the page is idle, and again on the browser's online and offline events; repeats until there is
 * a response.
 */
export function startConnectionProbe(whenIdle: (task: () => void) => void): void {
  const start = () => void probe();
  addEventListener('offline', () => {
    publish('offline');
    start();
  });
  addEventListener('online', start);
  whenIdle(start);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Hook: whether the server is reachable. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    subscribe,
    () => connection,
    () => 'unknown',
  );
}
