import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';

/** How a program is started. */
interface Running {
  /** Name of the program in messages about its end. */
  name: string;
  /** Environment, by default that of this process. Unlike arguments, other users cannot read it. */
  env?: NodeJS.ProcessEnv;
  /** Input of a program that uses `answerInput`. */
  input?: unknown;
  /** Stops it. */
  signal?: AbortSignal | undefined;
  /** Signal that stops it; by default the one after which it cleans up. */
  stopBy?: 'SIGTERM' | 'SIGKILL';
  /** Requests go first. */
  isLowPriority?: boolean;
  /** Receives its standard output. */
  show?: (text: string) => void;
}

/** A third of the time that requests get: with a tenth, a backup on a busy machine took ten minutes. */
const LOW_PRIORITY = 5;
/** Length of the errors that are kept. */
const KEPT_CHARS = 20_000;

/**
 * Runs a program that uses `runProgram` or `answerInput` in a process of its own, since what it loads and allocates
 * would stay with a server that runs for months. Waits for its end, also after it was asked to stop.
 * @returns the answer of a program that uses `answerInput`.
 * @throws Error with its last output.
 */
export async function startProgram(
  path: string,
  args: readonly string[],
  { name, env = process.env, input, signal, stopBy = 'SIGTERM', isLowPriority = false, show }: Running,
): Promise<unknown> {
  signal?.throwIfAborted();
  const child = spawn(process.execPath, [path, ...args], {
    env,
    // The channel tells it when this process exits.
    stdio: ['ignore', show ? 'pipe' : 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  const stop = () => child.kill(stopBy);
  signal?.addEventListener('abort', stop);
  let answer: unknown;
  let said = '';
  child.on('message', (message) => (answer = message));
  child.stdout?.setEncoding('utf8').on('data', (text: string) => show?.(text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-KEPT_CHARS)));
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, by) => {
      if (code === 0) return resolve();
      const end = by === null ? `el código ${code}` : `la señal ${by}`;
      reject(new Error(reasonIn(said) || `${name} terminó con ${end}.`));
    });
  });
  // If it has already ended, its end tells why.
  if (input !== undefined) child.send({ input }, () => undefined);
  try {
    if (isLowPriority && child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY);
  } catch {
    // It has already ended, or changing its priority is not permitted.
  }
  try {
    await ended;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  return answer;
}

/** The reason that the program printed, or that Node printed when memory ran out; else the whole output. */
function reasonIn(said: string): string {
  const { why, fatal } = /✗ (?<why>[^]+)|^(?<fatal>FATAL ERROR: .+)/m.exec(said)?.groups ?? {};
  return (why ?? fatal ?? said).trim();
}
