import { createClient } from '@supabase/supabase-js';
import type { FunctionDeps } from './function-deps.ts';

/** The part of Deno's API used by the entries; the functions themselves are platform independent. */
declare const Deno: { env: { toObject(): Record<string, string> } };
/** Part of Supabase's runtime, not of Deno. */
declare const EdgeRuntime: { waitUntil(work: Promise<void>): void } | undefined;

const STATELESS = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } };

/** A project key under its new or old name; the new ones are a JSON object of named keys. */
function readKey(named: string | undefined, old: string | undefined): string {
  if (!named) return old ?? '';
  const keys = JSON.parse(named) as Record<string, string>;
  return keys.default ?? Object.values(keys)[0] ?? '';
}

/** Dependencies of a function on Supabase. */
export function denoDeps(): FunctionDeps {
  const env = Deno.env.toObject();
  const url = env.SUPABASE_URL ?? '';
  const publicKey = readKey(env.SUPABASE_PUBLISHABLE_KEYS, env.SUPABASE_ANON_KEY);
  const secretKey = readKey(env.SUPABASE_SECRET_KEYS, env.SUPABASE_SERVICE_ROLE_KEY);
  return {
    env,
    client(authorization) {
      // Only user tokens are passed on: an opaque key is not a bearer token, and without one the caller is anon.
      const token = authorization?.startsWith('Bearer ey') ? authorization : undefined;
      return createClient(url, publicKey, {
        ...STATELESS,
        global: token ? { headers: { Authorization: token } } : {},
      });
    },
    admin: () => createClient(url, secretKey, STATELESS),
    // Set by the gateway of hosted projects; elsewhere the last hop is what the nearest proxy saw. Earlier entries may
    // be forged by the client.
    clientAddress: ({ headers }) =>
      headers.get('cf-connecting-ip') ?? headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? null,
    fetch: (input, init) => fetch(input, init),
    now: () => new Date(),
    ...(typeof EdgeRuntime !== 'undefined' && {
      inBackground: (work: Promise<void>) => EdgeRuntime.waitUntil(work),
    }),
    log: (level, msg) => console.error(JSON.stringify({ time: new Date().toISOString(), level, msg })),
  };
}
