import { useSyncExternalStore } from 'react';
import { retryWithBackOff } from '#src/runtime/retry.ts';
import { siteConfig } from '#src/runtime/supabase.ts';

/** `unknown` until the first answer; `lost`: the server does not answer; `offline`: this device has no network at all. */
export type Connection = 'unknown' | 'ok' | 'lost' | 'offline';

let connection: Connection = 'unknown';
let probing = false;
const listeners = new Set<() => void>();

function publish(next: Connection): void {
  connection = next;
  for (const listener of listeners) listener();
}

/** Asks for at most one profile (SHELL-13). Any answer below 500 means that the server is there. */
async function probeOnce(): Promise<void> {
  const { supabaseUrl, supabaseKey } = await siteConfig();
  const response = await fetch(`${supabaseUrl}/rest/v1/profiles?select=id&limit=1`, {
    headers: { apikey: supabaseKey },
  });
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

/** Probes the server once the page has settled, and again whenever the browser says that the network went or came; repeats until there is an answer. */
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

/** Whether the server can be reached, in a component. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    subscribe,
    () => connection,
    () => 'unknown',
  );
}
