import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type postgres from 'postgres';
import { StartError } from '../errors/start-error.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { CONTROL_FILE, filesOfCluster } from './shop-files.ts';

// WAL segment names consist of timeline, log and segment number, 8 hexadecimal digits each.

const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');

/** WAL position (LSN) as PostgreSQL writes it, e.g. `0/3000028`. */
function positionOf(lsn: string): bigint {
  const [high = '', low = ''] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Names of the segments from one position to another, inclusive. */
export function segmentsBetween(timeline: number, from: string, to: string, segmentBytes: number): string[] {
  const size = BigInt(segmentBytes);
  const perLog = 0x1_0000_0000n / size;
  const names: string[] = [];
  // The end is exclusive.
  const last = (positionOf(to) - 1n) / size;
  for (let segment = positionOf(from) / size; segment <= last; segment += 1n)
    names.push(`${hex(BigInt(timeline))}${hex(segment / perLog)}${hex(segment % perLog)}`);
  return names;
}

/**
 * Copies a running cluster, as PostgreSQL's pg_basebackup does: inconsistencies of files that change while they are
 * read are repaired by the WAL written meanwhile, which is part of the copy. During the backup PostgreSQL writes full
 * pages to the WAL, which covers torn pages, and a replication slot retains it. Both end with the connection, however
 * this process ends.
 * @param sql a dedicated superuser connection.
 * @returns the first WAL segment that the copy needs.
 */
export async function copyCluster(
  sql: postgres.ReservedSql,
  data: string,
  archive: ArchiveWriter,
  onBytes: (bytes: number) => void,
): Promise<string> {
  await sql`select pg_create_physical_replication_slot(${`taller_respaldo_${process.pid}`}, true, true)`;
  const [begin] = await sql<{ lsn: string }[]>`
    select pg_backup_start('taller', fast => true)::text as lsn`;
  for (const { name, path, isFolder } of filesOfCluster(data)) {
    if (isFolder) await archive.addFolder(name);
    else onBytes((await archive.addFile(name, path)) ?? 0);
  }
  await archive.add(`pgdata/${CONTROL_FILE}`, await readSettled(join(data, CONTROL_FILE)));
  const [end] = await sql<{ lsn: string; label: string }[]>`
    select lsn::text, labelfile as label from pg_backup_stop(wait_for_archive => false)`;
  if (!begin || !end) throw new Error('pg_backup_stop no contestó');
  await archive.add('pgdata/backup_label', end.label);
  return copyLog(sql, data, archive, { from: begin.lsn, to: end.lsn }, onBytes);
}

async function copyLog(
  sql: postgres.ReservedSql,
  data: string,
  archive: ArchiveWriter,
  { from, to }: { from: string; to: string },
  onBytes: (bytes: number) => void,
): Promise<string> {
  const [facts] = await sql<{ timeline: number; size: number }[]>`
    select timeline_id as timeline, bytes_per_wal_segment as size
    from pg_control_checkpoint(), pg_control_init()`;
  const segments = segmentsBetween(facts?.timeline ?? 1, from, to, facts?.size ?? 0);
  const log = join(data, 'pg_wal');
  const histories = readdirSync(log).filter((name) => name.endsWith('.history'));
  for (const name of [...histories, ...segments]) {
    const bytes = await archive.addFile(`pgdata/pg_wal/${name}`, join(log, name));
    if (bytes === undefined)
      throw new StartError('backup-failed', `Al respaldo le falta ${name} de ${log}: hazlo de nuevo.`);
    onBytes(bytes);
  }
  return segments[0] ?? '';
}

/** A small file that is overwritten in place: two equal reads prove that neither is torn. */
async function readSettled(path: string): Promise<Buffer> {
  let before = readFileSync(path);
  for (;;) {
    await delay(5);
    const now = readFileSync(path);
    if (now.equals(before)) return now;
    before = now;
  }
}
