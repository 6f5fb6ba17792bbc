import { readFileSync } from 'node:fs';
import { messageOf, StartError } from '../errors/start-error.ts';

/** Shorter ones can be brute-forced within days by anyone with the file. */
const LEAST_LENGTH = 12;

/**
 * Base-2 logarithm of scrypt's work factor for new files, which is age's own: a passphrase takes a second to try.
 * Nearly nothing in tests; no option of a shop lowers it.
 */
export const passphraseCost = (): number => (process.env.VITEST ? 4 : 18);

/**
 * The passphrase that encrypts and decrypts backups, from BACKUP_PASSPHRASE or the file named by
 * BACKUP_PASSPHRASE_FILE. Never from the command line, which every user of the machine can read.
 * @throws StartError bad-options
 */
export function backupPassphrase(env: NodeJS.ProcessEnv): string | undefined {
  const { BACKUP_PASSPHRASE: given, BACKUP_PASSPHRASE_FILE: file } = env;
  if (given && file)
    throw new StartError('bad-options', 'Define BACKUP_PASSPHRASE o BACKUP_PASSPHRASE_FILE, no las dos.');
  const passphrase = file ? readPassphrase(file) : given || undefined;
  if (passphrase !== undefined && passphrase.length < LEAST_LENGTH)
    throw new StartError(
      'bad-options',
      `La clave de los respaldos debe tener al menos ${LEAST_LENGTH} caracteres.`,
    );
  return passphrase;
}

function readPassphrase(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new StartError('bad-options', `No se pudo leer BACKUP_PASSPHRASE_FILE: ${messageOf(error)}`, error);
  }
}
