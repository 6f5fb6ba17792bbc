import { createClient } from '@supabase/supabase-js';
import type { FunctionDeps, FunctionHandler } from '../../../supabase/functions/_shared/function-deps.ts';
import type { Log } from '../log/log.ts';
import type { HostStatus } from '../../../supabase/functions/_shared/system-status/host-status.ts';
import type { SupabaseApi } from '../api/supabase-api.ts';
import { FUNCTION_MODULES, type FunctionModule } from './function-modules.ts';

const STATELESS = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };

/** What functions get from this server. */
export interface FunctionHostOptions {
  api: SupabaseApi;
  publishableKey: string;
  secretKey: string;
  siteUrl: string;
  env: Record<string, string | undefined>;
  log: Log;
  /** What this server tells of itself. */
  host?: HostStatus;
  /** Secrets that one function gets and no other, read at each call. */
  secretsOf?: (name: string) => Record<string, string>;
  /** For simulators: answers calls to other services. The network's own if absent. */
  fetch?: typeof fetch;
}

/** Runs the functions of supabase/functions in this process. */
export interface FunctionHost {
  /** The handler of a function, or undefined if there is none of that name. */
  find(name: string): FunctionHandler | undefined;
}

/** `supabase/functions/<name>/index.ts` is Deno's entry of a function, its handler is made in `_shared/<name>.ts`. */
export function functionHost(options: FunctionHostOptions): FunctionHost {
  const handlers = new Map<string, FunctionHandler>();
  for (const [name, load] of Object.entries(FUNCTION_MODULES)) {
    handlers.set(
      name,
      onFirstCall(load, () => createDeps(options, name)),
    );
  }
  return { find: (name) => handlers.get(name) };
}

/** A handler whose module is loaded when it is first called: a start waits for none. */
function onFirstCall(load: () => Promise<FunctionModule>, deps: () => FunctionDeps): FunctionHandler {
  let handler: Promise<FunctionHandler> | undefined;
  return async (request) => {
    handler ??= load().then((module) => module.makeHandler(deps()));
    return (await handler)(request);
  };
}

function createDeps(options: FunctionHostOptions, name: string): FunctionDeps {
  const url = options.siteUrl;
  // Straight into the API of this process, without a connection to ourselves.
  const local: typeof fetch = (input, init) => options.api.fetch(new Request(input, init), url, 'function');
  return {
    get env() {
      return { ...options.env, ...options.secretsOf?.(name), SITE_URL: url, SUPABASE_URL: url };
    },
    client: (authorization) => {
      // Only a person's token is passed on: an opaque key is no bearer token, and without one the caller is anon.
      const headers: Record<string, string> = authorization?.startsWith('Bearer ey')
        ? { Authorization: authorization }
        : {};
      return createClient(url, options.publishableKey, {
        auth: STATELESS,
        global: { fetch: local, headers },
      });
    },
    admin: () => createClient(url, options.secretKey, { auth: STATELESS, global: { fetch: local } }),
    // Put there by functionRoute, in place of whatever the sender wrote.
    clientAddress: ({ headers }) => headers.get('x-forwarded-for'),
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    now: () => new Date(),
    host: options.host,
    log: (level, text) => options.log[level](text, { part: name }),
  };
}
