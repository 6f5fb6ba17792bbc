import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { keepLogShort, shortenLog } from './log-file.ts';
import { messageOf, StartError } from '../errors/start-error.ts';
import { ADMIN_ROLE, createCluster, removeAttempts } from './create-cluster.ts';
import { freePort } from './free-port.ts';
import { guardOrphan } from './orphan-guard.ts';
import {
  isForeign,
  ownCluster,
  postgresPrograms,
  refuseOtherMajor,
  type PostgresPrograms,
} from './places.ts';
import { isRunning, isSameFolder, OtherFolder, readPidFile } from './postmaster.ts';
import { postgresUser, run, type RunAs, type RunResult } from './run-as.ts';
import { endProcesses, takeOver } from './take-over.ts';

/**
 * A running PostgreSQL that listens on 127.0.0.1 only and requires a password (scram). It is restarted whenever it
 * exits.
 */
export interface Cluster {
  port: number;
  folder: string;
  stop(): Promise<void>;
}

interface ClusterOptions {
  folder: string;
  adminPassword: string;
  /** For tests: disables durability for speed. */
  disposable: boolean;
  /** Additional PostgreSQL settings. */
  settings?: Readonly<Record<string, string>> | undefined;
  log: (line: string) => void;
  /** Called when PostgreSQL has been launched: other work can be done until it is ready. */
  meanwhile?: (() => Promise<unknown>) | undefined;
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
  // Lines carry the request id, which is the session's application_name.
  'log_line_prefix=%m/%p/%a/',
];
const DISPOSABLE_SETTINGS = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'autovacuum=off'];

/** Interval of the health check, and the maximum backoff before a restart. */
const LOOK_MS = 250;
const LONGEST_WAIT_MS = 2_000;
/** With less free space PostgreSQL cannot create another WAL segment. */
const LEAST_ROOM = 20_000_000;

/**
 * Starts PostgreSQL on a cluster folder, creating the cluster first if the folder is empty, and keeps it running on the
 * same port, so that connection pools can reconnect. A PostgreSQL that already runs on that folder, because an earlier
 * server was killed, is taken over.
 * @throws StartError postgres-missing, postgres-init, postgres-other-major, postgres-start or postgres-connect.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const as = postgresUser();
  const programs = postgresPrograms(as);
  const data = join(options.folder, 'pgdata');
  refuseOtherMajor(data);
  if (existsSync(join(data, 'PG_VERSION'))) removeAttempts(data);
  else await createCluster(programs, data, options, as);
  // Files of another user, as of `nobody` for older versions, do not change owners under a PostgreSQL that runs.
  if (as && isForeign(data, as)) await endProcesses(data);
  ownCluster(data, as);
  const place = { programs, data, options, as };
  const ask = (port: number) => answerProblem(port, place);
  const port = (await takeOver(data, ask)) ?? (await startSomewhere(place));
  const guard = guardOrphan(data, as, options);
  const keeper = keepRunning(place, port);
  const stopShortening = keepLogShort(join(data, 'postgres.log'));
  return {
    port,
    folder: options.folder,
    stop: async () => {
      stopShortening();
      await keeper.stop();
      await run(programs.pgCtl, ['stop', '-D', data, '-m', 'fast', '-w', '-t', '60'], as);
      guard?.kill();
    },
  };
}

/**
 * Starts PostgreSQL on a cluster unpacked from a backup, without restarting it: if recovery fails it stays down. It
 * stops with this process.
 * @throws StartError postgres-missing, postgres-start or postgres-connect.
 */
export async function startOnce(options: ClusterOptions): Promise<Cluster> {
  const as = postgresUser();
  const programs = postgresPrograms(as);
  const data = join(options.folder, 'pgdata');
  ownCluster(data, as);
  const guard = guardOrphan(data, as, { disposable: true });
  const stop = async () => {
    await run(programs.pgCtl, ['stop', '-D', data, '-m', 'fast', '-w', '-t', '60'], as);
    guard?.kill();
  };
  try {
    return { port: await startSomewhere({ programs, data, options, as }), folder: options.folder, stop };
  } catch (error) {
    guard?.kill();
    throw error;
  }
}

/** Connection URL of a role in a database of an embedded cluster. */
export function clusterUrl(port: number, role: string, password: string, database = 'postgres'): string {
  return `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

interface Place {
  programs: PostgresPrograms;
  data: string;
  options: ClusterOptions;
  as: RunAs;
}

/**
 * Restarts PostgreSQL whenever it has exited, e.g. because of the OOM killer or a full disk. Retries with backoff,
 * indefinitely.
 */
function keepRunning(place: Place, port: number): { stop(): Promise<void> } {
  const { data, options } = place;
  const stopping = new AbortController();
  const wait = (ms: number) => delay(ms, undefined, { signal: stopping.signal, ref: false });
  const keep = async () => {
    let pid = readPidFile(data)?.pid;
    for (;;) {
      await wait(LOOK_MS);
      if (pid !== undefined && isRunning(pid)) continue;
      options.log('PostgreSQL dejó de funcionar. Parte de nuevo…');
      let said = '';
      for (let waitMs = LOOK_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
        const ask = (at: number) => answerProblem(at, place);
        const problem = await takeOver(data, ask)
          .then((running) => (running === port ? undefined : start(place, port)))
          .catch((error: unknown) => error);
        if (problem === undefined) break;
        const line = messageOf(problem);
        if (line !== said) options.log(line);
        said = line;
        await wait(waitMs);
      }
      pid = readPidFile(data)?.pid;
      options.log('PostgreSQL funciona de nuevo.');
    }
  };
  const kept = keep().catch((error: unknown) => {
    if (!stopping.signal.aborted) options.log(`PostgreSQL ya no se vigila: ${messageOf(error)}`);
  });
  return {
    stop: () => {
      stopping.abort();
      return kept;
    },
  };
}

/** Starts PostgreSQL on a free port. Another process may take that port first, hence three attempts. */
async function startSomewhere(place: Place): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    try {
      await start(place, port);
      return port;
    } catch (error) {
      if (attempt === 3 || !/Address already in use|could not bind/i.test(messageOf(error))) throw error;
    }
  }
}

/** @throws StartError postgres-start or postgres-connect, with nothing left running. */
async function start(place: Place, port: number): Promise<void> {
  const { programs, data, options, as } = place;
  const log = join(data, 'postgres.log');
  shortenLog(log);
  const settings = [`port=${port}`, ...SETTINGS, ...(options.disposable ? DISPOSABLE_SETTINGS : [])];
  for (const [name, value] of Object.entries(options.settings ?? {})) settings.push(`${name}=${value}`);
  const flags = settings.map((setting) => `-c ${quoted(setting)}`).join(' ');
  const command = ['start', '-D', data, '-l', log, '-w', '-t', '120', '-o', flags];
  const running = run(programs.pgCtl, command, as, { quietOutput: true });
  const ready = whenReady(running, data, port);
  // Importing modules blocks the event loop, which would make a pending connection time out.
  await options.meanwhile?.();
  const result = await ready;
  const problem = result.code === 0 ? await answerProblem(port, place) : undefined;
  if (result.code === 0 && problem === undefined) return;
  await run(programs.pgCtl, ['stop', '-D', data, '-m', 'immediate', '-w', '-t', '10'], as);
  if (problem !== undefined) {
    const text = `PostgreSQL partió, pero no acepta conexiones: ${messageOf(problem)}`;
    throw new StartError('postgres-connect', text, problem);
  }
  const { bavail, bsize } = statfsSync(data);
  if (bavail * bsize < LEAST_ROOM) {
    const text = `PostgreSQL no pudo partir: el disco de ${data} está lleno. Libera espacio y parte de nuevo.`;
    throw new StartError('postgres-start', text);
  }
  const said = existsSync(log)
    ? readFileSync(log, 'utf8').trim().split('\n').slice(-8).join('\n')
    : result.output;
  throw new StartError(
    'postgres-start',
    `PostgreSQL no pudo partir. Lo último de su registro (${log}):\n${said}`,
  );
}

/** Polling interval of postmaster.pid for readiness: pg_ctl polls only ten times a second. */
const READ_MS = 10;

/** The result of pg_ctl, or success as soon as the PostgreSQL it starts accepts connections. */
async function whenReady(running: Promise<RunResult>, data: string, port: number): Promise<RunResult> {
  const isReady = () => {
    const noted = readPidFile(data);
    return noted?.port === port && noted.isReady;
  };
  for (;;) {
    const result = await Promise.race([running, delay(READ_MS)]);
    if (result) return result;
    if (isReady()) return { code: 0, output: '' };
  }
}

/** Quotes a word for the shell through which pg_ctl starts PostgreSQL. */
function quoted(text: string): string {
  if (/^[\w./=-]*$/.test(text)) return text;
  return process.platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Why the superuser cannot use the PostgreSQL on a port, or why it is not ours; undefined if it is usable. */
async function answerProblem(port: number, { data, options }: Place): Promise<unknown> {
  const sql = postgres(clusterUrl(port, ADMIN_ROLE, options.adminPassword), {
    max: 1,
    connect_timeout: 10,
    onnotice: () => {},
  });
  try {
    const [row] = await sql<{ folder: string }[]>`select current_setting('data_directory') as folder`;
    return isSameFolder(row?.folder ?? '', data) ? undefined : new OtherFolder();
  } catch (error) {
    return error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
