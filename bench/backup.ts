/**
 * Backs up a shop under write load and restores it: every write acknowledged before the backup must be there once,
 * without gaps. Prints duration and size, encrypted and not.
 *
 * node bench/backup.ts [--rows 20000] [--backups 5]
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readInstallation } from '@taller/server/config/installation.ts';
import { embeddedUrls } from '@taller/server/database/database.ts';
import { clusterOf } from '@taller/server/postgres/places.ts';
import { readPidFile, waitUntil } from '@taller/server/postgres/postmaster.ts';
import { npmStart } from '@taller/server/testing/npm-start.ts';
import postgres from 'postgres';
import { startWriters } from './support/writers.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PATIENCE_MS = 120_000;
const { values } = parseArgs({
  options: { rows: { type: 'string', default: '20000' }, backups: { type: 'string', default: '5' } },
});

interface Ended {
  output: string;
  seconds: number;
}

/** Runs a task from the command line. `watch` is called while it runs. */
async function runTask(
  task: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  watch?: () => void,
): Promise<Ended> {
  const started = performance.now();
  const command = ['platform/release/setup/run.mjs', task, ...args];
  const child = spawn(process.execPath, command, { cwd: ROOT, env: { ...process.env, ...env } });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => {
    watch?.();
    output += data.toString();
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`${task}: ${output}`);
  return { output, seconds: (performance.now() - started) / 1000 };
}

const folder = mkdtempSync(join(tmpdir(), 'taller-bench-backup-'));
// Makes the folder accessible to PostgreSQL's user, if that differs.
chmodSync(folder, 0o711);
let failed = false;
try {
  await using shop = await npmStart();
  const installation = readInstallation(shop.dataDir);
  const { port } = readPidFile(join(clusterOf(shop.dataDir), 'pgdata')) ?? { port: 0 };
  if (!installation) throw new Error('no installation');
  const sql = postgres(embeddedUrls(port, installation).adminUrl, { max: 1, onnotice: () => {} });
  await sql`insert into notifications (type, message)
    select 'quote_approved', 'old-' || n || repeat(md5(n::text), 20) from generate_series(1, ${Number(values.rows)}) n`;
  const [size] = await sql<{ bytes: string }[]>`select pg_database_size(current_database()) as bytes`;
  await sql.end();
  for (let n = 0; n < Number(values.backups); n += 1) {
    const isSealed = n % 2 === 1;
    const env = { DATA_DIR: shop.dataDir, BACKUP_PASSPHRASE: isSealed ? 'clave larga de la medición' : '' };
    const writers = startWriters(shop, `backup${n}`);
    await waitUntil(() => writers.acknowledged.length >= 50, PATIENCE_MS, 5);
    const before = writers.acknowledged.length;
    // Progress is reported only while the cluster's files are copied.
    let cut: string[] = [];
    let lines = 0;
    const watch = () => {
      lines += 1;
      if (lines <= 5) cut = [...writers.acknowledged];
    };
    const made = await runTask('backup', [folder], env, watch);
    await writers.stop();
    const file = made.output.trim().split('\n').at(-1) ?? '';
    const into = join(folder, `restored-${n}`);
    const restored = await runTask('restore', [file, '--into', into], env);
    const { lost, doubled, gaps, rows } = await compare(into, `backup${n}-`, cut);
    console.log(
      `backup ${n + 1}${isSealed ? ' sealed' : ''}: ${made.seconds.toFixed(1)} s, ${statSync(file).size} bytes of ${size?.bytes}, ` +
        `restored in ${restored.seconds.toFixed(1)} s; acknowledged ${writers.acknowledged.length}, ` +
        `${before} of them before it, ${cut.length} before the cut; in the backup ${rows}, lost ${lost}, doubled ${doubled}, gaps ${gaps}`,
    );
    failed ||= lost + doubled + gaps > 0;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;

/** Starts the restored shop and compares its rows with the writes acknowledged before the backup. */
async function compare(
  dataDir: string,
  prefix: string,
  cut: readonly string[],
): Promise<{ lost: number; doubled: number; gaps: number; rows: number }> {
  await using shop = await npmStart({ dataDir });
  const names = (await shop.notifications()).filter((name) => name.startsWith(prefix));
  const there = new Set(names);
  const counts = new Map<string, number>();
  const last = new Map<string, number>();
  for (const name of names) {
    const [, writer = '', n = ''] = name.split('-');
    counts.set(writer, (counts.get(writer) ?? 0) + 1);
    last.set(writer, Math.max(last.get(writer) ?? 0, Number(n)));
  }
  const gaps = [...last].filter(([writer, n]) => counts.get(writer) !== n + 1).length;
  const lost = cut.filter((name) => !there.has(name)).length;
  return { lost, doubled: names.length - there.size, gaps, rows: names.length };
}
