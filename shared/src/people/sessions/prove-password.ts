import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';

/**
 * Gives the own password again, which the server takes as proof for some minutes (SEC-71). @returns whether it is
 * right.
 */
export async function provePassword(password: string): Promise<boolean> {
  const client = await supabase();
  unwrap(await client.rpc('try_password', { p_password: password }));
  return unwrap(await client.rpc('is_password_proved'));
}

/** The error for a wrong password, also after too many attempts. */
export const WRONG_OWN_PASSWORD =
  'La contraseña no es correcta. Después de cinco intentos hay que esperar 15 minutos.';
