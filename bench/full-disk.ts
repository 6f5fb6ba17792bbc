/**
 * A disk that fills up and gets space again, under load and at a start: acknowledged writes must be there once, the
 * service must recover by itself within 5 s of the space, and a start on a full disk must print one message and leave
 * nothing running.
 *
 * node bench/full-disk.ts [--folder FOLDER]
 *
 * FOLDER is on a small file system that is used for nothing else. Without it root gets one of 400 MB in memory.
 */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { clusterUrl } from '@taller/server/postgres/cluster.ts';
import { ADMIN_ROLE } from '@taller/server/postgres/create-cluster.ts';
import { readPidFile, waitUntil } from '@taller/server/postgres/postmaster.ts';
import { clusterOf } from '@taller/server/postgres/places.ts';
import { npmStart, type StartedShop } from '@taller/server/testing/npm-start.ts';
import postgres from 'postgres';
import { startWriters } from './support/writers.ts';

const SIZE_MB = 400;
const FULL_MS = 10_000;
const LIMIT_MS = 5_000;
const PATIENCE_MS = 120_000;

const { values } = parseArgs({ options: { folder: { type: 'string' } } });
const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'taller-full-disk-'));
if (values.folder === undefined)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=0711`, 'tmpfs', folder]);
const dataDir = join(folder, 'data');
const filler = join(folder, 'filler');

/** Fills the disk. */
function fill(): void {
  const file = openSync(filler, 'a');
  for (const size of [1_000_000, 4_096, 1]) {
    try {
      const chunk = Buffer.alloc(size);
      for (;;) writeSync(file, chunk);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(file);
}

/** Writes WAL, segment after segment, until the disk is full and PostgreSQL stops. */
async function fillLog(shop: StartedShop): Promise<void> {
  const { adminPassword } = JSON.parse(readFileSync(join(dataDir, 'installation.json'), 'utf8')) as {
    adminPassword: string;
  };
  const { port } = readPidFile(join(clusterOf(dataDir), 'pgdata')) ?? { port: 0 };
  const sql = postgres(clusterUrl(port, ADMIN_ROLE, adminPassword), { max: 1, onnotice: () => {} });
  const isDown = () => shop.output().includes('PostgreSQL dejó de funcionar');
  for (let n = 0; n < 200 && !isDown(); n += 1) {
    fill();
    await sql`select pg_logical_emit_message(false, 'full', repeat('x', 100000)), pg_switch_wal()`.catch(() =>
      delay(100),
    );
  }
  await sql.end({ timeout: 1 });
  check('PostgreSQL ended for want of room', isDown());
}

let failed = false;
const check = (text: string, good: boolean) => {
  console.log(`${good ? 'ok ' : 'BAD'} ${text}`);
  failed ||= !good;
};

try {
  {
    await using shop = await npmStart({ dataDir });
    const writers = startWriters(shop, 'full');
    await waitUntil(() => writers.acknowledged.length >= 100, PATIENCE_MS, 5);
    fill();
    await delay(FULL_MS / 2);
    // Tables can no longer grow; next the WAL cannot either, which stops PostgreSQL.
    await fillLog(shop);
    await delay(FULL_MS / 2);
    const { bavail, bsize } = statfsSync(folder);
    const full = writers.acknowledged.length;
    rmSync(filler);
    const room = performance.now();
    const back = await waitUntil(() => writers.lastStarted > room, PATIENCE_MS, 5);
    const after = writers.lastAnswered - room;
    await waitUntil(() => writers.acknowledged.length >= full + 100, PATIENCE_MS, 5);
    await writers.stop();
    const { lost, doubled } = writers.compare(await shop.notifications());
    check(
      `full for ${FULL_MS / 1000} s, ${bavail * bsize} bytes left, writes answered ${JSON.stringify(Object.fromEntries(writers.refusals))}`,
      true,
    );
    check(`back by itself ${(after / 1000).toFixed(2)} s after there was room`, back && after < LIMIT_MS);
    check(
      `acknowledged ${writers.acknowledged.length}, lost ${lost}, doubled ${doubled}`,
      lost + doubled === 0,
    );
    console.log(
      shop
        .output()
        .split('\n')
        .filter((line) => /PostgreSQL|terminó/.test(line))
        .join('\n'),
    );
  }
  fill();
  const refused = await npmStart({ dataDir }).then(
    async (shop) => {
      await shop[Symbol.asyncDispose]();
      return undefined;
    },
    (error: Error) => error.message,
  );
  check(
    `a start on the full disk says: ${refused?.match(/✗.*/)?.[0] ?? 'nothing'}`,
    /está lleno/.test(refused ?? '') && !/^ +at /m.test(refused ?? ''),
  );
  rmSync(filler);
  await using again = await npmStart({ dataDir });
  check('the same start works when there is room', (await again.addNotification('again')) === 201);
  check(`beside the cluster: ${readdirSync(clusterOf(dataDir)).join(', ')}`, true);
} finally {
  if (values.folder === undefined) {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  }
}
process.exitCode = failed ? 1 : 0;
