import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';

/**
 * Reports that the session is in use.
 * @returns the inactivity limit in minutes; null if there is none.
 * @throws DataError
 */
export async function touchSession(): Promise<number | null> {
  const client = await supabase();
  return unwrap(await client.rpc('touch_session'));
}
