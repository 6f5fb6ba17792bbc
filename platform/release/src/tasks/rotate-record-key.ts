import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writePrivateFile } from '@taller/server/config/data-dir.ts';
import { optionsFromEnv } from '@taller/server/config/server-options.ts';
import { StartError } from '@taller/server/errors/start-error.ts';
import { readInstallation } from '@taller/server/config/installation.ts';
import { RecordKeyFiles } from '@taller/server/records/record-key-files.ts';
import { isUsageError } from '#src/workspace/is-usage-error.ts';
import { inRoot } from '#src/workspace/root.ts';

// `npm run rotate-record-key`: adds a new key of sealed records to DATA_DIR, which a running server uses at once.
// With `--supabase FILE` the key is a Supabase project's: FILE is for `supabase secrets set --env-file`.
try {
  const { values } = parseArgs({ options: { supabase: { type: 'string' } } });
  const dataDir = resolve(inRoot(), optionsFromEnv(process.env).dataDir);
  if (values.supabase === undefined && !readInstallation(dataDir))
    throw new StartError('bad-options', `${dataDir} no es una carpeta de datos: di cuál es con DATA_DIR.`);
  const { id, privateKey } = await new RecordKeyFiles(dataDir).add();
  console.log(
    `Llave nueva: ${id}, en ${dataDir}/record-keys. Firma desde ahora; las anteriores siguen comprobando lo que firmaron.\n` +
      'Haz un respaldo (npm run backup): los de antes no la tienen.',
  );
  if (values.supabase !== undefined) {
    const file = resolve(values.supabase);
    writePrivateFile(file, `RECORD_KEY=${privateKey}\n`);
    console.log(`Luego: supabase secrets set --env-file ${file}, y borra ese archivo.`);
  }
} catch (error) {
  console.error(error instanceof StartError || isUsageError(error) ? `\n✗ ${error.message}\n` : error);
  process.exitCode = 1;
}
