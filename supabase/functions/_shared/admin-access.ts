import type { SupabaseClient } from '@supabase/supabase-js';
import { jsonResponse } from './http.ts';

/** The answer to a caller that the database refused, by the error of its refusal. */
export function refusalOf(code: string | undefined): Response {
  if (code === '42501') return jsonResponse(403, { error: 'forbidden' });
  if (code?.startsWith('PGRST30')) return jsonResponse(401, { error: 'session' });
  return jsonResponse(503, { error: 'unavailable' });
}

/**
 * Asks the database whether a caller is an admin whose session counts (role, idle time, second factor).
 * @returns the answer to one who is not, or null.
 */
export async function refusedAccess(caller: SupabaseClient): Promise<Response | null> {
  const { error } = await caller.rpc('system_status', { p_part: 'access' });
  return error ? refusalOf(error.code) : null;
}
