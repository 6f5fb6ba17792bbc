import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@taller/server/postgres/free-port.ts';
import { clusterOf } from '@taller/server/postgres/places.ts';
import { postgresProcesses, readPidFile, waitUntil } from '@taller/server/postgres/postmaster.ts';
import { usedBy } from './cpu.ts';

const PATIENCE_MS = 300_000;
/** Polling interval: short enough to be accurate, long enough not to affect the measurement. */
const LOOK_MS = 15;

/** Measurements of one start. */
export interface Start {
  seconds: number;
  cpuSeconds: number;
}

/** A data folder in which a version was started before. */
export interface WarmFolder extends AsyncDisposable {
  /** Starts the version in it and stops it again. Stopping is not measured. */
  start(): Promise<Start>;
}

const statusOf = (port: number, path: string): Promise<number> =>
  new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    }).on('error', () => resolve(0));
  });

async function serves(port: number): Promise<boolean> {
  return (await statusOf(port, '/readyz')) === 200 && (await statusOf(port, '/')) === 200;
}

/** Prepares a folder for warm starts of the version in `root`, an empty shop with a one-page site. */
export async function openWarmFolder(root: string): Promise<WarmFolder> {
  const folder = mkdtempSync(join(tmpdir(), 'taller-warm-start-'));
  const dataDir = join(folder, 'data');
  const site = join(folder, 'site');
  mkdirSync(site);
  writeFileSync(join(site, 'index.html'), '<!doctype html><title>Taller</title>');
  const data = () => join(clusterOf(dataDir), 'pgdata');
  const serverPid = () =>
    (JSON.parse(readFileSync(join(dataDir, 'instance.json'), 'utf8')) as { pid: number }).pid;

  /** Processor time of the whole start: Node's processes with their children, and PostgreSQL. */
  const cpuOf = (supervisor: ChildProcess): number => {
    const postmaster = readPidFile(data())?.pid;
    const ours = [supervisor.pid ?? 0, serverPid()].map((pid) => usedBy(pid, true));
    const theirs = (postgresProcesses(data()) ?? []).map((pid) => usedBy(pid, pid === postmaster));
    return [...ours, ...theirs].reduce((sum, seconds) => sum + seconds, 0);
  };
  const run = async (before: (supervisor: ChildProcess) => Promise<void>): Promise<Start> => {
    const port = await freePort();
    const admin = { ADMIN_EMAIL: 'jefa@taller.test', ADMIN_PASSWORD: 'clave-segura-1' };
    const from = performance.now();
    const supervisor = spawn(process.execPath, ['platform/release/setup/run.mjs', 'start', '--empty'], {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: dataDir,
        SITE_DIR: site,
        ALLOW_ROOT: '1',
        ...admin,
      },
      stdio: 'ignore',
    });
    const ready = async () => supervisor.exitCode !== null || (await serves(port));
    const isReady = await waitUntil(ready, PATIENCE_MS, LOOK_MS);
    if (!isReady || supervisor.exitCode !== null) throw new Error(`${root} does not start`);
    const start = { seconds: (performance.now() - from) / 1000, cpuSeconds: cpuOf(supervisor) };
    await before(supervisor);
    supervisor.kill('SIGTERM');
    await once(supervisor, 'exit');
    await waitUntil(() => (postgresProcesses(data()) ?? []).length === 0, PATIENCE_MS);
    return start;
  };
  // The first start fills the folder and the caches of later ones, the second the compile cache.
  // The first admin is created after the first page is served.
  await run(() => delay(2_000));
  await run(() => delay(2_000));
  return {
    start: () => run(async () => {}),
    [Symbol.asyncDispose]: async () => {
      await waitUntil(() => (postgresProcesses(data()) ?? []).length === 0, PATIENCE_MS);
      rmSync(clusterOf(dataDir), { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
