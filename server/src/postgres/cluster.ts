import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync, chownSync } from 'node:fs';
import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { join } from 'node:path';
import postgres from 'postgres';
import { codeOf, messageOf, StartError } from '../start-error.ts';
import { freePort } from './free-port.ts';
import { postgresPrograms, type PostgresPrograms } from './places.ts';
import { postgresUser, run, type RunAs, type RunResult } from './run-as.ts';

/** The cluster's superuser: hosted Supabase calls it so, and keeps `postgres` for a role with fewer rights. */
export const ADMIN_ROLE = 'supabase_admin';

/** A running PostgreSQL that listens on 127.0.0.1 only and asks everyone for a password (scram). */
export interface Cluster {
  port: number;
  folder: string;
  /** Whether its process still runs: the system may have ended it, e.g. for want of memory. */
  isAlive(): boolean;
  stop(): Promise<void>;
}

interface ClusterOptions {
  folder: string;
  adminPassword: string;
  /** Tests: speed instead of surviving a power cut. */
  disposable: boolean;
}

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=100',
  'max_wal_senders=0',
  'jit=off',
  'timezone=UTC',
  'log_timezone=UTC',
  'password_encryption=scram-sha-256',
  'log_min_messages=warning',
];
// Order and case rules are PostgreSQL's own, the same on every machine; what counts as a letter for trigrams still comes
// from a locale of the operating system, the first of these that it has.
const LOCALES = ['C.UTF-8', 'en_US.UTF-8', 'C'];
const DISPOSABLE_SETTINGS = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'autovacuum=off'];

/**
 * Starts PostgreSQL on a cluster folder, creating the cluster first if the folder is empty. If a PostgreSQL already runs
 * there, because an earlier server was killed, it is taken over.
 * @throws StartError postgres-missing, postgres-init, postgres-start or postgres-connect.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const as = postgresUser();
  const programs = postgresPrograms(as);
  const data = join(options.folder, 'pgdata');
  if (!existsSync(join(data, 'PG_VERSION'))) await createCluster(programs, data, options, as);
  const port = (await takeOver(data, options.adminPassword)) ?? (await start(programs, data, options, as));
  const guard = options.disposable ? stopWithThisProcess(data, as) : undefined;
  return {
    port,
    folder: options.folder,
    isAlive: () => isAlive(data),
    stop: async () => {
      await run(programs.pgCtl, ['stop', '-D', data, '-m', 'fast', '-w', '-t', '60'], as);
      guard?.kill();
    },
  };
}

/**
 * PostgreSQL outlives a killed process, which is right for a shop and litter for a test. A shell waits at a pipe whose other end
 * is ours: when we are gone, however that happened, it reads the end and stops that PostgreSQL.
 */
function stopWithThisProcess(data: string, as: RunAs): ChildProcess | undefined {
  const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  if (process.platform === 'win32' || !/^\d+$/.test(pid)) return undefined;
  const options = {
    ...as,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'] as ['pipe', 'ignore', 'ignore'],
  };
  const shell = spawn('/bin/sh', ['-c', 'read _; kill -QUIT "$0"', pid], options);
  shell.unref();
  // The pipe must not keep this process alive either.
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  return shell;
}

/** Connection URL of a role in a database of an embedded cluster. */
export function clusterUrl(port: number, role: string, password: string, database = 'postgres'): string {
  return `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

async function createCluster(
  programs: PostgresPrograms,
  data: string,
  options: ClusterOptions,
  as: RunAs,
): Promise<void> {
  // Made beside its place and renamed when complete: a start that was interrupted leaves no half-made cluster.
  const partial = `${data}.${randomBytes(4).toString('hex')}`;
  const passwordFile = `${partial}.password`;
  writeFileSync(passwordFile, options.adminPassword, { mode: 0o600 });
  if (as) chownSync(passwordFile, as.uid, as.gid);
  const identity = [
    '-D',
    partial,
    '-U',
    ADMIN_ROLE,
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
  ];
  let result: RunResult = { code: -1, output: '' };
  for (const locale of LOCALES) {
    const flags = [
      ...identity,
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      `--lc-ctype=${locale}`,
      `--lc-collate=${locale}`,
    ];
    result = await run(
      programs.initdb,
      [...flags, '--lc-messages=C', ...(options.disposable ? ['--no-sync'] : [])],
      as,
    );
    if (result.code === 0 || !/invalid locale/.test(result.output)) break;
    rmSync(partial, { recursive: true, force: true });
  }
  rmSync(passwordFile, { force: true });
  if (result.code !== 0) {
    rmSync(partial, { recursive: true, force: true });
    throw new StartError(
      'postgres-init',
      `No se pudo crear la base de datos en ${options.folder}:\n${result.output.trim()}`,
    );
  }
  renameSync(partial, data);
}

/** Whether the PostgreSQL of a cluster folder runs: its file of the process id is there and so is the process. */
function isAlive(data: string): boolean {
  try {
    process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** The port of a PostgreSQL that already runs on this cluster and answers, or undefined. */
async function takeOver(data: string, adminPassword: string): Promise<number | undefined> {
  const pidFile = join(data, 'postmaster.pid');
  if (!existsSync(pidFile)) return undefined;
  const [pid, , , port] = readFileSync(pidFile, 'utf8').split('\n');
  const problem = await answerProblem(Number(port), adminPassword);
  if (problem === undefined) return Number(port);
  if (codeOf(problem) !== 'ECONNREFUSED') {
    throw new StartError(
      'postgres-connect',
      `PostgreSQL está en marcha en el puerto ${port}, pero no responde: ${messageOf(problem)}`,
      problem,
    );
  }
  // Left by a machine that stopped: its process id may by now belong to some other program, which PostgreSQL cannot tell.
  const command = `/proc/${pid}/comm`;
  if (existsSync(command) && readFileSync(command, 'utf8').trim() !== 'postgres') rmSync(pidFile);
  return undefined;
}

async function start(
  programs: PostgresPrograms,
  data: string,
  options: ClusterOptions,
  as: RunAs,
): Promise<number> {
  const log = join(data, 'postgres.log');
  if (existsSync(log) && statSync(log).size > 10_000_000) renameSync(log, `${log}.1`);
  let output = '';
  // The free port may be taken by someone else before PostgreSQL gets it, hence three attempts.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const port = await freePort();
    const settings = [`port=${port}`, ...SETTINGS, ...(options.disposable ? DISPOSABLE_SETTINGS : [])];
    const flags = settings.map((setting) => `-c ${setting}`).join(' ');
    const result = await run(
      programs.pgCtl,
      ['start', '-D', data, '-l', log, '-w', '-t', '120', '-o', flags],
      as,
      {
        quietOutput: true,
      },
    );
    if (result.code === 0) {
      const problem = await answerProblem(port, options.adminPassword);
      if (problem === undefined) return port;
      throw new StartError(
        'postgres-connect',
        `PostgreSQL partió, pero no acepta conexiones: ${messageOf(problem)}`,
        problem,
      );
    }
    output = existsSync(log)
      ? readFileSync(log, 'utf8').trim().split('\n').slice(-8).join('\n')
      : result.output;
    if (!/Address already in use|could not bind/i.test(output)) break;
  }
  throw new StartError(
    'postgres-start',
    `PostgreSQL no pudo partir. Lo último de su registro (${log}):\n${output}`,
  );
}

async function answerProblem(port: number, adminPassword: string): Promise<unknown> {
  const sql = postgres(clusterUrl(port, ADMIN_ROLE, adminPassword), {
    max: 1,
    connect_timeout: 10,
    onnotice: () => {},
  });
  try {
    await sql`select 1`;
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
