import { randomBytes } from 'node:crypto';
import { chownSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { messageOf, StartError } from '../errors/start-error.ts';
import { writeConfiguration } from './configuration.ts';
import type { PostgresPrograms } from './places.ts';
import { run, type RunAs, type RunResult } from './run-as.ts';

/** The cluster's superuser, named as on hosted Supabase, where `postgres` has fewer rights. */
export const ADMIN_ROLE = 'supabase_admin';

// Collation is PostgreSQL's built-in one, the same on every machine; which characters are letters for trigrams still
// depends on a locale of the operating system, the first of these that exists.
const LOCALES = ['C.UTF-8', 'en_US.UTF-8', 'C'];

/**
 * Creates a cluster in the folder `data`. It is created in a temporary folder and renamed when complete, so that an
 * interrupted start leaves no partial cluster.
 * @throws StartError postgres-init
 */
export async function createCluster(
  programs: PostgresPrograms,
  data: string,
  options: { adminPassword: string; disposable: boolean },
  as: RunAs,
): Promise<void> {
  const partial = `${data}.${randomBytes(4).toString('hex')}`;
  const passwordFile = `${partial}.password`;
  try {
    removeAttempts(data);
    writeFileSync(passwordFile, options.adminPassword, { mode: 0o600 });
    if (as) chownSync(passwordFile, as.uid, as.gid);
    const result = await initialize(programs, partial, passwordFile, options.disposable, as);
    if (result.code !== 0) throw new Error(result.output.trim());
    writeConfiguration(partial, as);
    renameSync(partial, data);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw new StartError('postgres-init', notMade(dirname(data), messageOf(error)), error);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function initialize(
  programs: PostgresPrograms,
  partial: string,
  passwordFile: string,
  disposable: boolean,
  as: RunAs,
): Promise<RunResult> {
  // Data checksums detect corrupt pages when they are read.
  const identity = `-U ${ADMIN_ROLE} --data-checksums -A scram-sha-256 -E UTF8 --locale-provider=builtin --locale=C.UTF-8 --lc-messages=C`;
  let result: RunResult = { code: -1, output: '' };
  for (const locale of LOCALES) {
    const flags = [
      '-D',
      partial,
      `--pwfile=${passwordFile}`,
      ...identity.split(' '),
      `--lc-ctype=${locale}`,
      `--lc-collate=${locale}`,
      ...(disposable ? ['--no-sync'] : []),
    ];
    result = await run(programs.initdb, flags, as);
    if (result.code === 0 || !/invalid locale/.test(result.output)) break;
    rmSync(partial, { recursive: true, force: true });
  }
  return result;
}

/** Deletes what interrupted starts left: partial clusters and password files. */
export function removeAttempts(data: string): void {
  const attempt = new RegExp(`^${basename(data)}\\.[0-9a-f]{8}(?:\\.password)?$`);
  for (const name of readdirSync(dirname(data))) {
    if (attempt.test(name)) rmSync(join(dirname(data), name), { recursive: true, force: true });
  }
}

function notMade(folder: string, reason: string): string {
  return /No space left|ENOSPC/.test(reason)
    ? `No se pudo crear la base de datos en ${folder}: el disco está lleno. Libera espacio y parte de nuevo.`
    : `No se pudo crear la base de datos en ${folder}:\n${reason}`;
}
