import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';

/** Why a code cannot be saved in a shop that has published no key. */
const NO_KEY =
  'El taller todavía no tiene una llave para cifrar claves de equipos. Guarda la orden sin clave y avisa a administración.';

/** Seals codes of devices with the shop's public key of this moment, so that they leave the browser unreadable. */
export async function codeSealer(): Promise<(code: string, orderId: string) => Promise<string>> {
  const client = await supabase();
  // Read each time: after a rotation the server takes the new key only.
  const [answer, { sealCode }] = await Promise.all([
    client.from('device_code_keys').select('id, public_key').is('retired_at', null).maybeSingle(),
    import('./seal-code.ts'),
  ]);
  const key = unwrap(answer);
  if (!key) throw new DataError('invalid', NO_KEY);
  return (code, orderId) => sealCode(code, orderId, { id: key.id, publicKey: key.public_key });
}
