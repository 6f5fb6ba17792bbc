import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createClient } from '@supabase/supabase-js';
import type { FunctionDeps, FunctionHandler } from '../../../supabase/functions/_shared/function-deps.ts';
import type { Log } from '../log/log.ts';
import type { HostStatus } from '../../../supabase/functions/_shared/system-status/host-status.ts';
import type { SupabaseApi } from '../api/supabase-api.ts';

const FUNCTIONS_FOLDER = fileURLToPath(new URL('../../../supabase/functions', import.meta.url));
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

/** Loads every function: `supabase/functions/<name>/index.ts` is Deno's entry, its handler is made in `_shared/<name>.ts`. */
export async function loadFunctions(options: FunctionHostOptions): Promise<FunctionHost> {
  const handlers = new Map<string, FunctionHandler>();
  for (const name of existsSync(FUNCTIONS_FOLDER) ? readdirSync(FUNCTIONS_FOLDER) : []) {
    if (name.startsWith('_') || !existsSync(join(FUNCTIONS_FOLDER, name, 'index.ts'))) continue;
    const module = (await import(pathToFileURL(join(FUNCTIONS_FOLDER, '_shared', `${name}.ts`)).href)) as {
      makeHandler(deps: FunctionDeps): FunctionHandler;
    };
    handlers.set(name, module.makeHandler(createDeps(options, name)));
  }
  return { find: (name) => handlers.get(name) };
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
