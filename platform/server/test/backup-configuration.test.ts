import { appendFileSync, chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBackup } from '../src/backup/make-backup.ts';
import { restoreBackup } from '../src/backup/restore-backup.ts';
import { clusterOf } from '../src/postgres/places.ts';
import { startServer, type RunningServer } from '../src/start-server.ts';
import { prepareDataDir } from '../src/testing/prepared-folder.ts';
import { withDatabase } from './support/restored.ts';

let root: string;
let dataDir: string;
let server: RunningServer;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-backup-conf-'));
  chmodSync(root, 0o711);
  dataDir = join(root, 'data');
  await prepareDataDir(dataDir);
  server = await startServer({ port: 0, mode: 'empty', quiet: true, dataDir });
});
afterAll(async () => {
  await server?.close();
  rmSync(root, { recursive: true, force: true });
});

test('OPS-61 a restored shop has this program’s configuration: nothing that a backup brings runs a command', async () => {
  const data = join(clusterOf(dataDir), 'pgdata');
  const open = join(root, 'open');
  mkdirSync(open);
  chmodSync(open, 0o777);
  const mark = join(open, 'mark');
  const evil = [
    ['postgresql.conf', `include_dir = 'conf.d'\nshared_preload_libraries = 'nada'\n`],
    [
      'postgresql.auto.conf',
      `recovery_end_command = 'touch ${mark}'\narchive_mode = on\narchive_command = 'touch ${mark}'\n`,
    ],
    ['pg_hba.conf', 'host all all 0.0.0.0/0 trust\n'],
  ] as const;
  // The running PostgreSQL does not reload them.
  for (const [name, text] of evil) appendFileSync(join(data, name), text);
  const { file } = await makeBackup({ dataDir, folder: join(root, 'backups'), log: () => {} });
  const into = join(root, 'restored');
  await restoreBackup({ file, into });
  for (const [name, text] of evil)
    expect(readFileSync(join(clusterOf(into), 'pgdata', name), 'utf8')).not.toContain(text);
  await withDatabase(into, async (url) => {
    const copy = postgres(url, { max: 1 });
    const [row] = await copy<{ values: string[] }[]>`
        select array_agg(name || '=' || setting order by name) as values from pg_settings
        where name in ('archive_mode', 'archive_command', 'recovery_end_command', 'shared_preload_libraries')`;
    await copy.end();
    expect(row?.values).toEqual([
      'archive_command=(disabled)',
      'archive_mode=off',
      'recovery_end_command=',
      'shared_preload_libraries=',
    ]);
  });
  expect(existsSync(mark)).toBe(false);
});
