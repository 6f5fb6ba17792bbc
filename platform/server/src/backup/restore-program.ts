import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { optionsFromEnv } from '../config/server-options.ts';
import { StartError } from '../errors/start-error.ts';
import { backupPassphrase } from '../config/passphrase.ts';
import { progressLine } from './progress.ts';
import { restoreBackup, type RestoreOptions } from './restore-backup.ts';
import { runProgram } from '../programs/run-program.ts';
import { testBackup } from './test-backup.ts';

const USAGE =
  'Di qué respaldo y dónde: npm run restore -- ARCHIVO --into CARPETA, o solo para probarlo: npm run restore -- ARCHIVO --check';

/** A time with a UTC offset, or in the machine's time zone. */
function momentOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()))
    throw new StartError(
      'bad-options',
      `--until ${text} no es un momento: escribe, por ejemplo, 2026-11-22T15:30:00-03:00.`,
    );
  return moment;
}

/**
 * `npm run restore -- FILE --into FOLDER [--until TIME]`, or `-- FILE --check` to test a backup. `--unsealed` accepts
 * unencrypted backups and segments although there is a passphrase.
 */
await runProgram(USAGE, async (signal) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      into: { type: 'string' },
      check: { type: 'boolean', default: false },
      until: { type: 'string' },
      unsealed: { type: 'boolean', default: false },
    },
  });
  const [file] = positionals;
  if (!file || positionals.length > 1 || (values.into === undefined) !== values.check)
    throw new StartError('bad-options', USAGE);
  if (!existsSync(file)) throw new StartError('bad-options', `No existe el archivo ${resolve(file)}.`);
  const progress = progressLine('Recuperando');
  const { dataDir, databaseUrl, walArchive } = optionsFromEnv(process.env);
  const options: RestoreOptions = {
    file: resolve(file),
    into: values.into === undefined ? join(tmpdir(), 'taller-prueba') : resolve(values.into),
    passphrase: backupPassphrase(process.env),
    acceptsPlain: values.unsealed,
    until: momentOf(values.until),
    walArchive: walArchive && resolve(walArchive),
    onProgress: progress.show,
    signal,
  };
  const restoring = values.check
    ? testBackup(options, { dataDir: resolve(dataDir), databaseUrl })
    : restoreBackup({ ...options, databaseUrl });
  const { head, rows } = await restoring.finally(progress.end);
  const total = [...rows.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `Respaldo del ${head.startedAt}: ${total} filas en ${rows.size} tablas, ${rows.get('public.service_orders') ?? 0} órdenes.`,
  );
  console.log(
    values.check
      ? 'El respaldo sirve: se recuperó en una carpeta aparte, que ya no está.'
      : databaseUrl === undefined
        ? `Recuperado en ${options.into}. Para partir: DATA_DIR=${options.into} npm start`
        : `Recuperado en la base de datos de DATABASE_URL; sus llaves quedaron en ${options.into}.`,
  );
});
