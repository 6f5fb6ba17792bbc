import { codeOf, messageOf, StartError } from '../errors/start-error.ts';
import {
  isRunning,
  OtherFolder,
  postgresProcesses,
  readPidFile,
  removePidFile,
  waitUntil,
} from './postmaster.ts';

/** Asks a PostgreSQL at a port. @returns why it does not answer, undefined if it does. */
type Ask = (port: number) => Promise<unknown>;

/** Time that recovery after a crash may take. */
const RECOVERY_MS = 120_000;
const LEAVE_MS = 5_000;
/** SQLSTATE of a PostgreSQL that is starting, recovering or stopping. */
const NOT_YET = '57P03';

/**
 * The port of a PostgreSQL that already works in this cluster folder and answers. Without one, the folder is left so
 * that one can be started: what a crash, a full disk or a copy of the folder has left in postmaster.pid is taken away.
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
  // A system that does not tell in which folder a process works leaves the process id alone to go by.
  return postgresProcesses(data)?.includes(pid) ?? isRunning(pid);
}

/** Ends what has lost its postmaster and would keep a new one from starting; usually it is already going. */
async function endProcesses(data: string): Promise<void> {
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
