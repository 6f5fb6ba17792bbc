import type postgres from 'postgres';

/** A backup that was made, or tried, or restored to see that it can be. */
export interface BackupRun {
  kind: 'backup' | 'restore_test';
  startedAt: Date;
  ok: boolean;
  bytes: number | null;
  detail: {
    file?: string;
    error?: string;
    sealed?: boolean;
    /** First segment of the write-ahead log that the backup needs. */
    firstSegment?: string;
    /** Rows that a restore test counted. */
    rows?: number;
  };
}

/** How many runs of each kind are kept. */
const KEPT = 200;

/** Writes a run that has ended to `private.backup_run`, which admins see through `backup_status()`. */
export async function recordRun(sql: postgres.Sql, run: BackupRun): Promise<void> {
  await sql`
    insert into private.backup_run (kind, started_at, finished_at, ok, bytes, detail)
    values (${run.kind}, ${run.startedAt}, clock_timestamp(), ${run.ok}, ${run.bytes}, ${sql.json(run.detail)})`;
  await sql`
    delete from private.backup_run where kind = ${run.kind} and id not in (
      select id from private.backup_run where kind = ${run.kind} order by id desc limit ${KEPT})`;
}
