import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { makeCodeKey } from '@taller/shared/orders/device-codes/make-key.ts';
import { newInstallation } from '../config/installation.ts';
import { startCluster } from '../postgres/cluster.ts';
import { isRunning } from '../postgres/postmaster.ts';
import { postgresUser } from '../postgres/run-as.ts';

const clusterSchema = z.object({
  /** Folder of its files and of the servers that use it; also identifies its processes. */
  folder: z.string(),
  port: z.number(),
  adminPassword: z.string(),
  apiPassword: z.string(),
  postgresPassword: z.string(),
  /** Encrypts the device codes of the demo template; every test server of the run uses this key. */
  codeKey: z.object({ id: z.string(), publicKey: z.string(), privateKey: z.string() }),
});

/** A temporary PostgreSQL shared by many test servers, each with its own database. */
export type TestCluster = z.infer<typeof clusterSchema>;

const VARIABLE = 'TALLER_TEST_CLUSTER';
const PREFIX = 'taller-test-';
const temporaryOf = (folder: string) => join(folder, 'tmp');

/**
 * Starts a cluster for a whole test run and publishes it to child processes. Does nothing if the run already has one.
 * @returns a function that stops it and deletes its files.
 */
export async function startSharedCluster(): Promise<() => Promise<void>> {
  if (process.env[VARIABLE]) return async () => {};
  const { cluster, stop } = await startTestCluster();
  const before = process.env.TMPDIR;
  // Temporary files of tests are deleted with the run, and their processes are identified by this folder.
  process.env.TMPDIR = temporaryOf(cluster.folder);
  mkdirSync(process.env.TMPDIR);
  process.env[VARIABLE] = JSON.stringify(cluster);
  return async () => {
    delete process.env[VARIABLE];
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await stop();
  };
}

let own: { started: ReturnType<typeof startTestCluster>; users: number } | undefined;

/** The run's cluster, or one of this process that lasts until its last user releases it. */
export async function acquireTestCluster(): Promise<{ cluster: TestCluster; release: () => Promise<void> }> {
  const shared = process.env[VARIABLE];
  if (shared) return { cluster: clusterSchema.parse(JSON.parse(shared)), release: async () => {} };
  const mine = (own ??= { started: startTestCluster(), users: 0 });
  mine.users += 1;
  const { cluster, stop } = await mine.started;
  const release = async () => {
    mine.users -= 1;
    if (mine.users > 0) return;
    own = undefined;
    await stop();
  };
  return { cluster, release };
}

async function startTestCluster(): Promise<{ cluster: TestCluster; stop: () => Promise<void> }> {
  removeOrphans();
  const folder = join(tmpdir(), `${PREFIX}${process.pid}-${randomBytes(6).toString('hex')}`);
  // Before there is anything to sweep.
  const sweeper = sweepAfterDeath(folder);
  mkdirSync(folder, { mode: 0o700 });
  const as = postgresUser();
  if (as) chownSync(folder, as.uid, as.gid);
  const { adminPassword, apiPassword, postgresPassword } = newInstallation('test');
  const running = await startCluster({
    folder,
    adminPassword,
    disposable: true,
    // The servers of four workers used up the hundred that one shop has.
    settings: { max_connections: '400' },
    log: () => {},
  });
  return {
    cluster: {
      folder,
      port: running.port,
      adminPassword,
      apiPassword,
      postgresPassword,
      codeKey: await makeCodeKey(),
    },
    stop: async () => {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
      sweeper.kill();
    },
  };
}

// $0 the run's folder. Repeats until nothing is left, since a killed process may just have started another: the program
// that makes a PostgreSQL works elsewhere and starts several there, one after the other; its arguments name the folder.
const SWEEP = `read _
round=0
while [ $round -lt 100 ]; do
  round=$((round + 1))
  found=
  for process in /proc/[0-9]*; do
    case "$(readlink "$process/cwd")" in
      "$0"/*) inside=1 ;;
      *) inside= ;;
    esac
    if [ -n "$inside" ] && [ $round -le 20 ]; then
      kill -QUIT "\${process#/proc/}" && found=1
    elif [ -n "$inside" ] || grep -qzxF "TMPDIR=$0/tmp" "$process/environ" || grep -qF "$0/" "$process/cmdline"; then
      kill -KILL "\${process#/proc/}" && found=1
    fi
  done
  [ -z "$found" ] && rm -rf "$0" && [ ! -e "$0" ] && break
  sleep 0.2
done 2>/dev/null`;

/**
 * Cleans up when this process was killed: a watchdog shell waits on a pipe held by this process. It kills the tests and
 * all their child processes, identified by their temporary folder, then every PostgreSQL in the run's folder, and
 * deletes the folder.
 */
function sweepAfterDeath(folder: string): ChildProcess {
  const shell = spawn('/bin/sh', ['-c', SWEEP, folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without it the next run deletes the folder.
  shell.on('error', () => {});
  shell.unref();
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  return shell;
}

/** The next run deletes what a killed run's watchdog could not. */
function removeOrphans(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(/^taller-test-(?<pid>\d+)-/.exec(name)?.groups?.pid);
    if (!pid || isRunning(pid)) continue;
    const folder = join(tmpdir(), name);
    try {
      const [postmaster] = readFileSync(join(folder, 'pgdata/postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(postmaster), 'SIGQUIT');
    } catch {
      // It has already exited.
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
