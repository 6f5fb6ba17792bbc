import type postgres from 'postgres';

/** A backup or restore test that ended, successfully or not. */
export interface BackupRun {
  kind: 'backup' | 'restore_test';
  startedAt: Date;
  ok: boolean;
  bytes: number | null;
  detail: {
    file?: string;
    error?: string;
    sealed?: boolean;
    /** First WAL segment that the backup needs. */
    firstSegment?: string;
    /** Number of rows counted by a restore test. */
    rows?: number;
  };
}

/** How many runs of each kind are stored. */
const KEPT = 200;

/** Stores a finished run in `private.backup_run`, which admins read through `backup_status()`. */
export async function recordRun(sql: postgres.Sql, run: BackupRun): Promise<void> {
  await sql`
    insert into private.backup_run (kind, started_at, finished_at, ok, bytes, detail)
    values (${run.kind}, ${run.startedAt}, clock_timestamp(), ${run.ok}, ${run.bytes}, ${sql.json(run.detail)})`;
  await sql`
    delete from private.backup_run where kind = ${run.kind} and id not in (
      select id from private.backup_run where kind = ${run.kind} order by id desc limit ${KEPT})`;
}
