import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { optionsFromEnv } from '../config/server-options.ts';
import { StartError } from '../errors/start-error.ts';
import { makeBackup } from './make-backup.ts';
import { backupPassphrase } from '../config/passphrase.ts';
import { megabytes, progressLine } from './progress.ts';
import { runProgram } from '../programs/run-program.ts';

const USAGE = 'Di en qué carpeta queda el respaldo: npm run backup -- CARPETA [--logical]';

/** The shop and the target folder. An explicit data folder is the shop, and its backups are written next to it. */
function placesOf(given: string, shop: string): { dataDir: string; folder: string } {
  return existsSync(join(given, 'installation.json'))
    ? {
        dataDir: given,
        folder: process.env.BACKUP_DIR ? resolve(process.env.BACKUP_DIR) : `${given}-respaldos`,
      }
    : { dataDir: shop, folder: given };
}

/** `npm run backup -- FOLDER`: writes a backup of the shop in DATA_DIR, which may be running, to a folder. */
await runProgram(USAGE, async (signal) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { logical: { type: 'boolean', default: false } },
  });
  const { dataDir: shop, databaseUrl, ...more } = optionsFromEnv(process.env);
  const walArchive = more.walArchive && resolve(more.walArchive);
  const target = positionals[0] ?? process.env.BACKUP_DIR;
  if (!target || positionals.length > 1) throw new StartError('bad-options', USAGE);
  const { dataDir, folder } = placesOf(resolve(target), resolve(shop));
  const passphrase = backupPassphrase(process.env);
  if (passphrase === undefined)
    console.error(
      'Sin BACKUP_PASSPHRASE el respaldo queda sin cifrar: quien tenga el archivo tiene los datos y las llaves de la tienda.',
    );
  const progress = progressLine('Respaldando');
  const log = (line: string) => console.error(line);
  const options = {
    dataDir,
    folder,
    passphrase,
    databaseUrl,
    walArchive,
    logical: values.logical,
    log,
    onProgress: progress.show,
    signal,
  };
  const made = await makeBackup(options).finally(progress.end);
  console.error(`Respaldo completo: ${megabytes(made.bytes)}.`);
  console.log(made.file);
});
