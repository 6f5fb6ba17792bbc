import { codeOf, messageOf, StartError } from '../errors/start-error.ts';
import {
  isRunning,
  OtherFolder,
  postgresProcesses,
  readPidFile,
  removePidFile,
  waitUntil,
} from './postmaster.ts';

/** Connects to a PostgreSQL on a port. @returns why it does not respond; undefined if it does. */
type Ask = (port: number) => Promise<unknown>;

/** Timeout for crash recovery. */
const RECOVERY_MS = 120_000;
const LEAVE_MS = 5_000;
/** SQLSTATE of a PostgreSQL that is starting, recovering or stopping. */
const NOT_YET = '57P03';

/**
 * The port of a PostgreSQL that already runs in this cluster folder and responds. Without one, a stale postmaster.pid
 * left by a crash, a full disk or a copy of the folder is deleted, so that PostgreSQL can be started.
 * @throws StartError postgres-connect
 */
export async function takeOver(data: string, ask: Ask): Promise<number | undefined> {
  const noted = readPidFile(data);
  if (noted && worksHere(noted.pid, data)) {
    let problem: unknown;
    const answered = await waitUntil(
      async () => {
        problem = await ask(noted.port);
        if (problem === undefined) return true;
        return !isRunning(noted.pid) || ![NOT_YET, 'ECONNREFUSED'].includes(codeOf(problem) ?? '');
      },
      RECOVERY_MS,
      100,
    );
    if (answered && problem === undefined) return noted.port;
    if (isRunning(noted.pid) && !(problem instanceof OtherFolder)) throw doesNotAnswer(noted.port, problem);
  }
  await endProcesses(data);
  removePidFile(data);
  return undefined;
}

function worksHere(pid: number, data: string): boolean {
  // A system that does not report a process's folder leaves only the process id.
  return postgresProcesses(data)?.includes(pid) ?? isRunning(pid);
}

/** Stops backends without a postmaster, which would prevent a new start; usually they are already exiting. */
export async function endProcesses(data: string): Promise<void> {
  const gone = () => (postgresProcesses(data) ?? []).length === 0;
  if (await waitUntil(gone, LEAVE_MS)) return;
  for (const pid of postgresProcesses(data) ?? []) {
    try {
      process.kill(pid, 'SIGQUIT');
    } catch (error) {
      if (codeOf(error) !== 'ESRCH') throw error;
    }
  }
  await waitUntil(gone, LEAVE_MS);
}

function doesNotAnswer(port: number, problem: unknown): StartError {
  return new StartError(
    'postgres-connect',
    `PostgreSQL está en marcha en el puerto ${port}, pero no responde: ${messageOf(problem)}`,
    problem,
  );
}
