import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';

/** Error if the shop has not published a key. */
const NO_KEY =
  'El taller todavía no tiene una llave para cifrar claves de equipos. Guarda la orden sin clave y avisa a administración.';

/** Encrypts device codes with the shop's current public key, so that they never leave the browser in plain text. */
export async function codeSealer(): Promise<(code: string, orderId: string) => Promise<string>> {
  const client = await supabase();
  // Read each time: after a rotation the server accepts only the new key.
  const [answer, { sealCode }] = await Promise.all([
    client.from('device_code_keys').select('id, public_key').is('retired_at', null).maybeSingle(),
    import('./seal-code.ts'),
  ]);
  const key = unwrap(answer);
  if (!key) throw new DataError('invalid', NO_KEY);
  return (code, orderId) => sealCode(code, orderId, { id: key.id, publicKey: key.public_key });
}
