import type { SupabaseClient } from '@supabase/supabase-js';
import { jsonResponse } from './http.ts';

/** Claims of an admin's token, which the API has verified: the account and the session. */
export type AdminClaims = Readonly<Record<string, unknown>>;

/** The answer to a caller that the database refused, by the error of its refusal. */
export function refusalOf(code: string | undefined): Response {
  if (code === '42501') return jsonResponse(403, { error: 'forbidden' });
  if (code?.startsWith('PGRST30')) return jsonResponse(401, { error: 'session' });
  return jsonResponse(503, { error: 'unavailable' });
}

/**
 * Asks the database whether a caller is an admin whose session counts (role, idle time, second factor).
 * @returns the caller's claims, or the answer to one who is not.
 */
export async function adminClaims(caller: SupabaseClient): Promise<AdminClaims | Response> {
  const { data, error } = await caller.rpc('system_status', { p_part: 'access' });
  return error ? refusalOf(error.code) : (data as AdminClaims);
}

/** Checks that the caller is an admin. @returns the answer to a caller who is not, else null. */
export async function refusedAccess(caller: SupabaseClient): Promise<Response | null> {
  const claims = await adminClaims(caller);
  return claims instanceof Response ? claims : null;
}
