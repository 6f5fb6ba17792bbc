import { createClient } from '@supabase/supabase-js';
import type { FunctionDeps, FunctionHandler } from '../../../../supabase/functions/_shared/function-deps.ts';
import type { Log } from '../log/log.ts';
import type { HostStatus } from '../../../../supabase/functions/_shared/system-status/host-status.ts';
import type { SupabaseApi } from '../api/supabase-api.ts';
import { FUNCTION_MODULES, reloadFunction, type FunctionModule } from './function-modules.ts';

/** Minimum time between two attempts to import a function. */
const RETRY_MS = 1_000;
const STATELESS = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };

/** Server context of functions. */
export interface FunctionHostOptions {
  api: SupabaseApi;
  publishableKey: string;
  secretKey: string;
  siteUrl: string;
  env: Record<string, string | undefined>;
  log: Log;
  /** Status of this server. */
  host?: HostStatus;
  /** The publications of this server's site. */
  site?: FunctionDeps['site'] | undefined;
  /** Secrets for a single function, read at each call. */
  secretsOf?: (name: string) => Record<string, string>;
  /** For simulators: intercepts fetch to other services; the global fetch by default. */
  fetch?: typeof fetch;
}

/** Runs the edge functions of supabase/functions in this process. */
export interface FunctionHost {
  /** The handler of a function; undefined if it does not exist. */
  find(name: string): FunctionHandler | undefined;
}

/** `supabase/functions/<name>/index.ts` is a function's Deno entry; its handler is in `_shared/<name>.ts`. */
export function functionHost(options: FunctionHostOptions): FunctionHost {
  const handlers = new Map<string, FunctionHandler>();
  for (const [name, load] of Object.entries(FUNCTION_MODULES)) {
    handlers.set(
      name,
      onFirstCall(
        (attempt) => (attempt === 0 ? load() : reloadFunction(name, attempt)),
        () => createDeps(options, name),
      ),
    );
  }
  return { find: (name) => handlers.get(name) };
}

/** A handler whose module is imported on its first call, so that start-up does not load it. Failures are retried. */
function onFirstCall(
  load: (attempt: number) => Promise<FunctionModule>,
  deps: () => FunctionDeps,
): FunctionHandler {
  let attempt = 0;
  let failure: { error: unknown; at: number } | undefined;
  let handler: Promise<FunctionHandler> | undefined;
  return async (request) => {
    // Each attempt leaks memory: anonymous visitors must not cause more of them.
    if (failure && Date.now() - failure.at < RETRY_MS) throw failure.error;
    handler ??= load(attempt)
      .then((module) => module.makeHandler(deps()))
      .catch((error: unknown) => {
        attempt += 1;
        handler = undefined;
        failure = { error, at: Date.now() };
        throw error;
      });
    return (await handler)(request);
  };
}

function createDeps(options: FunctionHostOptions, name: string): FunctionDeps {
  const url = options.siteUrl;
  // Calls the API of this process directly, without a network connection.
  const local: typeof fetch = (input, init) => options.api.fetch(new Request(input, init), url, 'function');
  return {
    get env() {
      return { ...options.env, ...options.secretsOf?.(name), SITE_URL: url, SUPABASE_URL: url };
    },
    client: (authorization) => {
      // Only user tokens are passed on: an opaque key is not a bearer token, and without one the caller is anon.
      const headers: Record<string, string> = authorization?.startsWith('Bearer ey')
        ? { Authorization: authorization }
        : {};
      return createClient(url, options.publishableKey, {
        auth: STATELESS,
        global: { fetch: local, headers },
      });
    },
    admin: () => createClient(url, options.secretKey, { auth: STATELESS, global: { fetch: local } }),
    // Set by functionRoute, overriding the client's header.
    clientAddress: ({ headers }) => headers.get('x-forwarded-for'),
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    now: () => new Date(),
    host: options.host,
    ...(options.site && { site: options.site }),
    log: (level, text) => options.log[level](text, { part: name }),
  };
}
