import { makeCodeKey } from '@taller/shared/orders/device-codes/make-key.ts';
import { writePrivateFile } from '@taller/server/config/data-dir.ts';
import { privateKeyVariable } from '../../../../supabase/functions/_shared/device-codes/private-key.ts';

/**
 * Creates a device-code key for a Supabase project and writes its private key to a file for `supabase secrets set
 * --env-file`.
 * @returns instructions for the next steps.
 */
export async function writeSupabaseKey(file: string): Promise<string> {
  const { id, publicKey, privateKey } = await makeCodeKey();
  writePrivateFile(file, `${privateKeyVariable(id)}=${privateKey}\n`);
  return `Llave nueva: ${id}. Su mitad secreta está en ${file} (solo tú puedes leerlo). En este orden:

1. supabase secrets set --env-file ${file}
2. Guarda ${file} donde guardas tus otras llaves, aparte de los respaldos de la base de datos, y bórralo de aquí.
3. En el editor SQL del proyecto:
   select public.publish_device_code_key('${id}', '${publicKey}');
4. La próxima llamada programada a open-device-code vuelve a cifrar las claves guardadas. Cuando su respuesta nombre
   la llave anterior en droppedKeys: supabase secrets unset DEVICE_CODE_KEY_<esa llave>
`;
}
