import { createClient } from '@supabase/supabase-js';
import type { FunctionDeps } from './function-deps.ts';

/** The part of Deno that the entries use; the functions themselves run anywhere. */
declare const Deno: { env: { toObject(): Record<string, string> } };

const STATELESS = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } };

/** A project's key under its new or its old name; the new ones come as a JSON object of named keys. */
function readKey(named: string | undefined, old: string | undefined): string {
  if (!named) return old ?? '';
  const keys = JSON.parse(named) as Record<string, string>;
  return keys.default ?? Object.values(keys)[0] ?? '';
}

/** What a function gets on Supabase. */
export function denoDeps(): FunctionDeps {
  const env = Deno.env.toObject();
  const url = env.SUPABASE_URL ?? '';
  const publicKey = readKey(env.SUPABASE_PUBLISHABLE_KEYS, env.SUPABASE_ANON_KEY);
  const secretKey = readKey(env.SUPABASE_SECRET_KEYS, env.SUPABASE_SERVICE_ROLE_KEY);
  return {
    env,
    client(authorization) {
      // Only a person's token is passed on: an opaque key is no bearer token, and without one the caller is anon.
      const token = authorization?.startsWith('Bearer ey') ? authorization : undefined;
      return createClient(url, publicKey, {
        ...STATELESS,
        global: token ? { headers: { Authorization: token } } : {},
      });
    },
    admin: () => createClient(url, secretKey, STATELESS),
    // Written by the gateway in front of hosted projects; elsewhere the last hop is what the nearest proxy saw. What
    // stands before it, the sender may have written.
    clientAddress: ({ headers }) =>
      headers.get('cf-connecting-ip') ?? headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? null,
    fetch: (input, init) => fetch(input, init),
    now: () => new Date(),
    log: (level, msg) => console.error(JSON.stringify({ time: new Date().toISOString(), level, msg })),
  };
}
