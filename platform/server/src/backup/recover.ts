import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import postgres from 'postgres';
import type { Installation } from '../config/installation.ts';
import { embeddedUrls } from '../database/database.ts';
import { startOnce } from '../postgres/cluster.ts';
import { writeConfiguration } from '../postgres/configuration.ts';
import { isRunning, readPidFile, waitUntil } from '../postgres/postmaster.ts';
import { postgresUser } from '../postgres/run-as.ts';
import { messageOf, StartError } from '../errors/start-error.ts';
import { countRows } from './count-rows.ts';

/** Options for recovering an unpacked cluster. */
export interface Recovery {
  data: string;
  installation: Installation;
  /** restore_command that fetches archived WAL segments; without it only the WAL in the backup is replayed. */
  restoreCommand?: string | undefined;
  /** Recovery target time. */
  until?: Date | undefined;
  /** The cluster is deleted afterwards: fsync is unnecessary. */
  disposable: boolean;
  signal?: AbortSignal | undefined;
}

/** Timeout for replaying an archive, at some hundred segments a minute. */
const RECOVERY_MS = 6 * 3_600_000;
const NO_LIMIT = /recovery ended before configured recovery target was reached/;

/**
 * Lets PostgreSQL recover an unpacked cluster, counts every row and stops it. The cluster starts a new timeline, so
 * that its archived WAL never conflicts with the original's.
 * @returns row counts by table.
 * @throws StartError restore-failed
 */
export async function recover(recovery: Recovery): Promise<Map<string, number>> {
  const { data, installation, restoreCommand, until, disposable, signal } = recovery;
  writeConfiguration(data, postgresUser());
  writeFileSync(join(data, 'recovery.signal'), '', { mode: 0o600 });
  const settings = {
    archive_mode: 'off',
    restore_command: restoreCommand ?? 'exit 1',
    recovery_target_action: 'promote',
    recovery_target_timeline: 'latest',
    ...(until && { recovery_target_time: until.toISOString().replace('T', ' ').replace('Z', '+00') }),
  };
  const cluster = await startOnce({
    folder: dirname(data),
    adminPassword: installation.adminPassword,
    disposable,
    settings,
    log: () => {},
  }).catch((error: unknown) => {
    throw notRecovered(data, error);
  });
  const stop = () => void cluster.stop();
  signal?.addEventListener('abort', stop);
  const sql = postgres(embeddedUrls(cluster.port, installation).adminUrl, { max: 1, onnotice: () => {} });
  try {
    const { pid } = readPidFile(data) ?? {};
    const isDone = async () => {
      signal?.throwIfAborted();
      if (pid === undefined || !isRunning(pid)) throw new Error('PostgreSQL se detuvo');
      const [row] = await sql`select pg_is_in_recovery() as going`;
      return row?.going === false;
    };
    if (!(await waitUntil(isDone, RECOVERY_MS, 100))) throw new Error('no terminó a tiempo');
    const rows = await countRows(sql);
    // Without a checkpoint, the shop's first start would have to write these pages.
    await sql`checkpoint`;
    return rows;
  } catch (error) {
    throw notRecovered(data, error);
  } finally {
    signal?.removeEventListener('abort', stop);
    await sql.end({ timeout: 1 });
    await cluster.stop();
    for (const name of ['backup_label.old', 'postgres.log', 'recovery.signal'])
      rmSync(join(data, name), { force: true });
  }
}

function notRecovered(data: string, error: unknown): StartError {
  let said = '';
  try {
    said = readFileSync(join(data, 'postgres.log'), 'utf8');
  } catch {
    // It failed before it could log anything.
  }
  if (NO_LIMIT.test(said)) {
    const last = /last completed transaction was at log time (?<time>[^\n]+)/.exec(said)?.groups?.time;
    const reach = last ? `: lo último que contiene es de ${last}` : '';
    return new StartError(
      'restore-failed',
      `El archivo no llega hasta ese momento${reach}. Elige uno anterior con --until.`,
      error,
    );
  }
  const why = said.split('\n').findLast((line) => /FATAL|PANIC/.test(line)) ?? messageOf(error);
  return new StartError(
    'restore-failed',
    `PostgreSQL no pudo recuperar la base de datos del respaldo: ${why}`,
    error,
  );
}
