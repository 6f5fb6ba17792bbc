import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';

/**
 * Tells the server that the session is in use.
 * @returns after how many minutes without use it ends; null if never.
 * @throws DataError
 */
export async function touchSession(): Promise<number | null> {
  const client = await supabase();
  return unwrap(await client.rpc('touch_session'));
}
