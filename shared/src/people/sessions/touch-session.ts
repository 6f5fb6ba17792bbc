import { supabase } from '@taller/shared/runtime';

/** Tells the server that the session is in use. @returns after how many minutes without use it ends; null if never. */
export async function touchSession() {
  const client = await supabase();
  return client.rpc('touch_session');
}
