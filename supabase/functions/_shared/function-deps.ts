import type { SupabaseClient } from '@supabase/supabase-js';
import type { HostStatus } from './system-status/host-status.ts';

/**
 * What a function gets from whoever runs it: Deno on Supabase, the local server, or a test. Functions themselves are pure
 * (`makeHandler(deps)`), so that the same code runs in all three.
 */
export interface FunctionDeps {
  /** Secrets and settings; on Supabase the function secrets, locally the environment of the server. */
  env: Readonly<Record<string, string | undefined>>;
  /**
   * A client that acts as the caller: pass the request's Authorization header. Without one it acts as anon.
   * Row level security applies.
   */
  client(authorization?: string | null): SupabaseClient;
  /** A client with the secret key: row level security does not apply. Never let its answers out unchecked. */
  admin(): SupabaseClient;
  /**
   * Address of whoever sends the request, as the host knows it and not as the sender says; null when it is unknown.
   */
  clientAddress(request: Request): string | null;
  /** For calls to other services (the WhatsApp API), so that tests and the simulator can answer instead. */
  fetch: typeof fetch;
  now(): Date;
  /** What the host tells of itself on the page 'Estado'; absent on Supabase. */
  host?: HostStatus;
  /** Says something in the log: words, codes and ids of rows, never what a person has typed or is called. */
  log(level: 'warn' | 'error', text: string): void;
}

/** What `makeHandler(deps)` returns. Errors are answered, not thrown. */
export type FunctionHandler = (request: Request) => Promise<Response>;
