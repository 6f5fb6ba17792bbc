import type { SupabaseClient } from '@supabase/supabase-js';
import type { SiteControl } from '../../../shared/src/system-status/site-control.ts';
import type { HostStatus } from './system-status/host-status.ts';

/**
 * Dependencies of a function, provided by its host: Deno on Supabase, the local server, or a test. Functions are pure
 * (`makeHandler(deps)`), so that the same code runs in all three.
 */
export interface FunctionDeps {
  /** Secrets and settings: function secrets on Supabase, the server's environment locally. */
  env: Readonly<Record<string, string | undefined>>;
  /**
   * A client that acts as the caller: pass the request's Authorization header. Without it the caller is anon. Row level
   * security applies.
   */
  client(authorization?: string | null): SupabaseClient;
  /** A client with the secret key, which bypasses row level security. Never return its results unchecked. */
  admin(): SupabaseClient;
  /** The client's address as determined by the host, not by the client; null if unknown. */
  clientAddress(request: Request): string | null;
  /** fetch for other services (the WhatsApp API), which tests and the simulator replace. */
  fetch: typeof fetch;
  now(): Date;
  /** Keeps the host from ending before the work has; absent where a response may take as long. */
  inBackground?: (work: Promise<void>) => void;
  /** Host status for the 'Estado' page; absent on Supabase. */
  host?: HostStatus;
  /** The publications of the host's own site; absent where it keeps none. */
  site?: SiteControl;
  /** Writes to the log: messages, codes and row ids, never text entered by a person or their name. */
  log(level: 'warn' | 'error', text: string): void;
}

/** Result of `makeHandler(deps)`. Errors are returned as responses, not thrown. */
export type FunctionHandler = (request: Request) => Promise<Response>;
