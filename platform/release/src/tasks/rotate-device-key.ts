import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { optionsFromEnv } from '@taller/server/config/server-options.ts';
import { CodeKeyFiles } from '@taller/server/device-codes/key-files.ts';
import { StartError } from '@taller/server/errors/start-error.ts';
import { readInstallation } from '@taller/server/config/installation.ts';
import { isUsageError } from '#src/workspace/is-usage-error.ts';
import { inRoot } from '#src/workspace/root.ts';
import { writeSupabaseKey } from '#src/device-codes/supabase-key.ts';

// `npm run rotate-device-key`: adds a new device-code key to DATA_DIR, which a running server uses within a minute.
// `npm run rotate-device-key -- --supabase FILE`: creates one for a Supabase project and prints the next steps.
try {
  const { values } = parseArgs({ options: { supabase: { type: 'string' } } });
  if (values.supabase === undefined) {
    const dataDir = resolve(inRoot(), optionsFromEnv(process.env).dataDir);
    if (!readInstallation(dataDir))
      throw new StartError('bad-options', `${dataDir} no es una carpeta de datos: di cuál es con DATA_DIR.`);
    const { id } = await new CodeKeyFiles(dataDir).add();
    console.log(
      `Llave nueva: ${id}. El servidor la toma antes de un minuto (o al partir), vuelve a cifrar las claves guardadas y destruye la llave anterior.\n` +
        `Haz un respaldo después de ese minuto (npm run backup): los de antes no tienen la llave nueva.`,
    );
  } else {
    console.log(await writeSupabaseKey(resolve(values.supabase)));
  }
} catch (error) {
  console.error(error instanceof StartError || isUsageError(error) ? `\n✗ ${error.message}\n` : error);
  process.exitCode = 1;
}
