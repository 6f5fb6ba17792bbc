import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import type { ScheduledBackups } from '../config/server-options.ts';
import type { Job } from '../jobs/job-runner.ts';
import { messageOf } from '../errors/start-error.ts';
import { startProgram } from '../programs/start-program.ts';
import { backupsIn, isSealed, rotate } from './rotation.ts';
import { pruneArchive } from '../postgres/wal-archive.ts';

/** How often to check whether a backup is due, so that a server that was off catches up. */
const EVERY_MS = 60_000;
/** Delay before a failed backup is retried, in hours. */
const PAUSE_HOURS = 1;

/** Dependencies of the job. */
export interface BackupsContext {
  backups: ScheduledBackups;
  dataDir: string;
  installation: string;
  adminUrl: string;
  databaseUrl?: string | undefined;
  walArchive?: string | undefined;
  log: (line: string) => void;
}

/** Runs scheduled backups with rotation and restore tests, each in its own process. */
export function backupsJob(context: BackupsContext): { job: Job; stop: () => void } {
  const stopping = new AbortController();
  const run = async () => {
    const { backups, installation, log } = context;
    const due = await dueNow(context);
    if (due.backup) {
      await runApart(context, 'backup-program.ts', [backups.folder], stopping.signal);
      const kept = rotate(backups.folder, installation, backups.keep);
      log(`Respaldo hecho en ${backups.folder}: ${kept.length} en total.`);
      await prune(context, kept);
    }
    const [newest] = ownBackups(context);
    if (!due.test || newest === undefined) return;
    const args = [join(backups.folder, newest), '--check'];
    await runApart(context, 'restore-program.ts', args, stopping.signal);
    log(`Respaldo probado: ${newest} se puede recuperar.`);
  };
  return { job: { name: 'backups', everyMs: EVERY_MS, run }, stop: () => stopping.abort() };
}

/**
 * The backups of this installation, newest first. With a passphrase only encrypted ones: others may be forged by anyone
 * who can write to that disk.
 */
const ownBackups = ({ backups, installation }: BackupsContext) =>
  backupsIn(backups.folder, installation).filter((name) => !backups.sealed || isSealed(name));

async function dueNow(context: BackupsContext): Promise<{ backup: boolean; test: boolean }> {
  const { adminUrl, backups } = context;
  const sql = postgres(adminUrl, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    const runs = await sql<{ kind: string; good: number | null; last: number }[]>`
      select kind, (extract(epoch from now() - max(started_at) filter (where ok)) / 3600)::float8 as good,
        (extract(epoch from now() - max(started_at)) / 3600)::float8 as last
      from private.backup_run group by kind`;
    const isDue = (kind: string, hours: number) => {
      const { good = null, last = Infinity } = runs.find((run) => run.kind === kind) ?? {};
      return (good === null || good >= hours) && last >= Math.min(hours, PAUSE_HOURS);
    };
    // A restored shop contains the previous shop's backup records: its own first backup is due at once.
    const none = ownBackups(context).length === 0;
    return {
      backup: none || isDue('backup', backups.everyHours),
      test: backups.testDays > 0 && isDue('restore_test', 24 * backups.testDays),
    };
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Runs a program of this folder for the shop. @throws Error with its last output. */
const runApart = (
  { dataDir, databaseUrl = '' }: BackupsContext,
  program: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<unknown> =>
  startProgram(fileURLToPath(new URL(program, import.meta.url)), args, {
    name: 'El proceso de los respaldos',
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    signal,
    isLowPriority: true,
  });

/** WAL segments from before the oldest retained backup are not needed. */
async function prune(
  { adminUrl, walArchive, installation, log }: BackupsContext,
  kept: readonly string[],
): Promise<void> {
  if (walArchive === undefined) return;
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    const rows = await sql<{ file: string; segment: string }[]>`
      select detail ->> 'file' as file, detail ->> 'firstSegment' as segment
      from private.backup_run where kind = 'backup' and ok`;
    const segments = new Map(rows.map(({ file, segment }) => [basename(file), segment]));
    const needed = kept.map((name) => segments.get(name));
    if (needed.every((segment) => segment !== undefined && segment !== ''))
      pruneArchive(join(walArchive, installation), needed as string[]);
  } catch (error) {
    log(`Archivo del registro: ${messageOf(error)}`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
