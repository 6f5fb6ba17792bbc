import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { backupsJob } from '../src/backup/backups-job.ts';
import { makeBackup } from '../src/backup/make-backup.ts';
import { restoreBackup } from '../src/backup/restore-backup.ts';
import { backupsIn } from '../src/backup/rotation.ts';
import { readInstallation } from '../src/config/installation.ts';
import { waitUntil } from '../src/postgres/postmaster.ts';
import { startServer, type RunningServer } from '../src/start-server.ts';
import { prepareDataDir } from '../src/testing/prepared-folder.ts';
import { withDatabase } from './support/restored.ts';

// Scheduled tasks of a server: WAL archiving and backups.

const PATIENCE_MS = 60_000;
const log = () => {};

let root: string;
let dataDir: string;
let archive: string;
let installation: string;
let server: RunningServer;
let sql: postgres.Sql;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "taller-archive-it's 100%-"));
  chmodSync(root, 0o711);
  dataDir = join(root, 'data');
  archive = join(root, 'wal');
  await prepareDataDir(dataDir);
  server = await startServer({ port: 0, mode: 'empty', quiet: true, dataDir, walArchive: archive });
  sql = postgres(server.adminUrl, { max: 2, onnotice: () => {} });
  installation = readInstallation(dataDir)?.id ?? '';
});
afterAll(async () => {
  await sql?.end();
  await server?.close();
  rmSync(root, { recursive: true, force: true });
});

const add = (name: string) => sql`insert into suppliers (name) values (${name})`;
/** A time between two writes, which lie apart by more than a Date's millisecond. */
async function now(): Promise<Date> {
  const [row] = await sql<{ at: Date }[]>`select clock_timestamp() as at from pg_sleep(0.02)`;
  await sql`select pg_sleep(0.02)`;
  return row?.at ?? new Date(0);
}
/**
 * Switches to a new WAL segment and waits until the previous one is archived. Something must have been written since
 * the last switch: PostgreSQL does not switch away from an empty segment, which is archived only when archive_timeout
 * is over.
 */
async function archived(): Promise<string> {
  const [row] = await sql<{ name: string }[]>`select pg_walfile_name(pg_switch_wal()) as name`;
  const file = `${row?.name}.gz`;
  const isThere = () => readdirSync(join(archive, installation)).includes(file);
  expect(await waitUntil(isThere, PATIENCE_MS)).toBe(true);
  return file;
}
const suppliers = (folder: string) =>
  withDatabase(folder, async (url) => {
    const copy = postgres(url, { max: 1 });
    const rows = await copy<{ name: string }[]>`select name from suppliers order by name`;
    await copy.end();
    return rows.map(({ name }) => name);
  });

test('OPS-37 with the log in an archive the shop comes back as it was at any moment since a backup', async () => {
  await add('a');
  const { file } = await makeBackup({ dataDir, folder: join(root, 'backups'), log });
  await add('b');
  const moment = await now();
  await add('c');
  await archived();
  const restore = (name: string, until?: Date) =>
    restoreBackup({ file, into: join(root, name), until, walArchive: archive });
  await restore('plain');
  expect(await suppliers(join(root, 'plain'))).toEqual(['a']);
  await restore('until', moment);
  expect(await suppliers(join(root, 'until'))).toEqual(['a', 'b']);

  const later = new Date(Date.now() + 3_600_000);
  await expect(restore('later', later)).rejects.toThrow(/no llega hasta ese momento: lo último .* es de 20/);
  await expect(restore('before', new Date(0))).rejects.toThrow(/es posterior a ese momento/);
  await expect(restoreBackup({ file, into: join(root, 'x'), until: moment })).rejects.toThrow(
    /WAL_ARCHIVE_DIR/,
  );
  expect(readdirSync(root).toSorted()).toEqual(['backups', 'data', 'plain', 'until', 'wal']);

  // A restored shop archives separately: it never conflicts with what the original writes.
  const copy = await startServer({
    port: 0,
    mode: 'empty',
    quiet: true,
    dataDir: join(root, 'until'),
    walArchive: archive,
  });
  await copy.close();
  expect(readdirSync(archive)).toHaveLength(2);
});

test('OPS-37 a segment in the archive is never overwritten', async () => {
  const [row] = await sql<{ command: string }[]>`select current_setting('archive_command') as command`;
  await add('antes');
  const first = await archived();
  const path = join(archive, installation, first);
  const content = readFileSync(path);
  const [next] = await sql<{ name: string }[]>`select pg_walfile_name(pg_current_wal_insert_lsn()) as name`;
  const foreign = join(archive, installation, `${next?.name}.gz`);
  writeFileSync(foreign, 'de otro');
  // Nothing else may keep PostgreSQL's user from writing there.
  chmodSync(foreign, 0o666);
  await add('archivo');
  await sql`select pg_switch_wal()`;
  const hasFailed = async () =>
    (await sql`select from pg_stat_archiver where last_failed_wal = ${next?.name ?? ''}`).length > 0;
  expect(await waitUntil(hasFailed, PATIENCE_MS)).toBe(true);
  expect(readFileSync(foreign, 'utf8')).toBe('de otro');
  expect(readFileSync(path)).toEqual(content);
  expect(row?.command).toContain('ln ');
  rmSync(foreign);
  // The archiver pauses for a minute after three failures, unless there is a new segment.
  await add('despertador');
  await sql`select pg_switch_wal()`;
  const isArchived = () => readdirSync(join(archive, installation)).includes(`${next?.name}.gz`);
  expect(await waitUntil(isArchived, PATIENCE_MS)).toBe(true);
});

test(
  'OPS-60 with a passphrase the job counts and tries sealed backups only',
  { tags: ['exhaustive'] },
  async () => {
    vi.stubEnv('BACKUP_PASSPHRASE', 'una clave bastante larga');
    onTestFinished(() => void vi.unstubAllEnvs());
    const folder = join(root, 'sealed by itself');
    const lines: string[] = [];
    const backups = { folder, everyHours: 24, keep: { daily: 3, weekly: 0 }, testDays: 7, sealed: true };
    const context = { backups, dataDir, installation, adminUrl: server.adminUrl };
    const { job, stop } = backupsJob({ ...context, log: (line) => void lines.push(line) });
    const { file } = await makeBackup({ dataDir, folder: join(root, 'planted'), log });
    const planted = `taller-${installation.slice(0, 8)}-29990101T000000Z.tar.zst`;
    mkdirSync(folder);
    copyFileSync(file, join(folder, planted));
    await sql`truncate private.backup_run`;
    await job.run();
    const [made = ''] = backupsIn(folder, installation).filter((name) => name !== planted);
    expect(made).toMatch(/\.age$/);
    expect(lines.at(-1)).toContain(`${made} se puede recuperar`);
    // One that only claims to be encrypted is tried, rejected and reported.
    renameSync(join(folder, planted), join(folder, `${planted}.age`));
    await sql`delete from private.backup_run where kind = 'restore_test'`;
    await expect(job.run()).rejects.toThrow(/no está cifrado/);
    const [last] = await sql<{ ok: boolean; detail: { error: string } }[]>`
    select ok, detail from private.backup_run order by id desc limit 1`;
    expect(last).toMatchObject({ ok: false, detail: { error: expect.stringContaining('no está cifrado') } });
    await sql`truncate private.backup_run`;
    stop();
  },
);

test('OPS-36 the job makes a backup when one is due, tests it, rotates, and admins read of it', async () => {
  const folder = join(root, 'by itself');
  const lines: string[] = [];
  const backups = { folder, everyHours: 24, keep: { daily: 1, weekly: 0 }, testDays: 7, sealed: false };
  const { job, stop } = backupsJob({
    backups,
    dataDir,
    installation,
    adminUrl: server.adminUrl,
    walArchive: archive,
    log: (line) => void lines.push(line),
  });
  await job.run();
  expect(lines).toEqual([
    expect.stringContaining('Respaldo hecho'),
    expect.stringContaining('se puede recuperar'),
  ]);
  const [first] = backupsIn(folder, installation);
  const status = await sql<{ kind: string; ok: boolean; detail: { file: string } }[]>`
    select kind, ok, detail from private.backup_run order by id desc limit 2`;
  expect(status.map(({ kind, ok }) => [kind, ok])).toEqual([
    ['restore_test', true],
    ['backup', true],
  ]);
  expect(status.map(({ detail }) => detail.file)).toEqual([
    join(folder, first ?? ''),
    join(folder, first ?? ''),
  ]);
  // Nothing is due now.
  await job.run();
  expect(lines).toHaveLength(2);
  const segments = readdirSync(join(archive, installation)).toSorted();
  await add('mucho después');
  await archived();
  await sql`update private.backup_run set started_at = started_at - interval '2 days'`;
  await job.run();
  expect(backupsIn(folder, installation)).toHaveLength(1);
  expect(backupsIn(folder, installation)).not.toContain(first);
  // Segments needed only by the first backup were deleted with it.
  const left = readdirSync(join(archive, installation));
  expect(left).not.toContain(segments[0]);
  stop();
});
