import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBackup } from '../src/backup/make-backup.ts';
import { restoreBackup } from '../src/backup/restore-backup.ts';
import { clusterOf } from '../src/postgres/places.ts';
import { postgresProcesses, waitUntil } from '../src/postgres/postmaster.ts';
import { startServer, type RunningServer } from '../src/start-server.ts';
import { prepareDataDir } from '../src/testing/prepared-folder.ts';
import { tableHashes } from '../src/testing/table-hashes.ts';
import { withDatabase } from './support/restored.ts';

// Backups and restores that are killed, and a full disk.

const PATIENCE_MS = 60_000;
const BALLAST_MB = 12;

let root: string;
let dataDir: string;
let server: RunningServer;
let sql: postgres.Sql;
let count = 0;
const newFolder = () => join(root, `folder-${(count += 1)}`);

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-backup-breaks-'));
  chmodSync(root, 0o711);
  dataDir = join(root, 'data');
  await prepareDataDir(dataDir);
  server = await startServer({ port: 0, mode: 'empty', quiet: true, dataDir });
  sql = postgres(server.adminUrl, { max: 2, onnotice: () => {} });
  // Data that takes a while to process and does not compress.
  await sql`create table private.ballast as
    select extensions.gen_random_bytes(1000) as bytes from generate_series(1, ${BALLAST_MB * 1000})`;
});
afterAll(async () => {
  await sql?.end();
  await server?.close();
  rmSync(root, { recursive: true, force: true });
});

const backup = (folder: string) => makeBackup({ dataDir, folder, log: () => {} });
const programOf = (name: string) => fileURLToPath(new URL(`../src/backup/${name}`, import.meta.url));
function startProgram(name: string, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [programOf(name), ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'ignore',
  });
}
/** Waits until a running program has created a file or folder, and kills the program. */
async function killWhen(child: ChildProcess, isUnderWay: () => boolean): Promise<void> {
  expect(await waitUntil(isUnderWay, PATIENCE_MS, 2)).toBe(true);
  child.kill('SIGKILL');
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
}
const names = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

test('OPS-35 a backup that is killed leaves no file under a final name and the shop as it was; the next one tidies up', async () => {
  const folder = newFolder();
  const child = startProgram('backup-program.ts', folder);
  const isCopying = async () => (await sql`select from pg_replication_slots`).length > 0;
  expect(await waitUntil(isCopying, PATIENCE_MS, 5)).toBe(true);
  await killWhen(child, () => names(folder).length > 0);
  expect(names(folder)).toHaveLength(1);
  expect(names(folder)[0]).toMatch(/^\.taller-respaldo\..*\.parcial$/);
  const isFree = async () => (await sql`select from pg_replication_slots`).length === 0;
  expect(await waitUntil(isFree, PATIENCE_MS)).toBe(true);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);

  const before = await tableHashes(server.adminUrl);
  const { file } = await backup(folder);
  expect(names(folder).map((name) => join(folder, name))).toEqual([file]);
  const into = newFolder();
  await restoreBackup({ file, into });
  expect(await withDatabase(into, tableHashes)).toEqual(before);
});

test(
  'OPS-35 a cancelled backup deletes its files, and does not count as a failure',
  { tags: ['exhaustive'] },
  async () => {
    const folder = newFolder();
    const child = startProgram('backup-program.ts', folder);
    expect(await waitUntil(() => names(folder).length > 0, PATIENCE_MS, 2)).toBe(true);
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(1);
    expect(names(folder)).toEqual([]);
    expect(await sql`select from private.backup_run where not ok`).toHaveLength(0);
  },
);

test(
  'OPS-35 a restore that is killed leaves no folder under the final name and no PostgreSQL; the next one tidies up',
  { tags: ['exhaustive'] },
  async () => {
    const { file } = await backup(newFolder());
    const into = newFolder();
    const attempts = () => readdirSync(root).filter((name) => name.includes('.restaurando-'));
    const recovering = () =>
      attempts().some((name) => {
        const data = join(clusterOf(join(root, name)), 'pgdata');
        return existsSync(join(data, 'postmaster.pid'));
      });
    for (const isUnderWay of [() => attempts().length > 0, recovering]) {
      await killWhen(startProgram('restore-program.ts', file, '--into', into), isUnderWay);
      expect(existsSync(into)).toBe(false);
      const [left = ''] = attempts();
      const data = join(clusterOf(join(root, left)), 'pgdata');
      expect(await waitUntil(() => (postgresProcesses(data) ?? []).length === 0, PATIENCE_MS)).toBe(true);
    }
    await restoreBackup({ file, into });
    expect(attempts()).toEqual([]);
    expect(await withDatabase(into, tableHashes)).toMatchObject({ 'public.suppliers': '0 ' });
  },
);

test.skipIf(process.getuid?.() !== 0)(
  'OPS-35 a backup that finds the disk full says so, leaves nothing, and the shop goes on',
  async () => {
    const folder = newFolder();
    mkdirSync(folder);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]);
    expect(mounted.status).toBe(0);
    try {
      await expect(backup(folder)).rejects.toThrow(/disco de .* está lleno/);
      expect(names(folder)).toEqual([]);
      const [run] = await sql`select ok, detail from private.backup_run order by id desc limit 1`;
      expect(run).toMatchObject({ ok: false, detail: { error: expect.stringContaining('está lleno') } });
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    } finally {
      spawnSync('umount', ['-l', folder]);
    }
  },
);
