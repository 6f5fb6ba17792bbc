import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';

/** How a program is started. */
interface Running {
  /** Further variables of its environment: unlike arguments, other users cannot read them. */
  env?: Readonly<Record<string, string>>;
  /** Asks it to stop. */
  signal?: AbortSignal | undefined;
  /** Requests go first. */
  isLowPriority?: boolean;
  /** Receives its standard output. */
  show?: (text: string) => void;
}

const LOW_PRIORITY = 10;
/** Length of the errors that are kept. */
const KEPT_CHARS = 20_000;

/**
 * Runs a program that uses `runProgram` in a process of its own, since what it loads and allocates would stay with a
 * server that runs for months. Waits for its end, also after it was asked to stop.
 * @throws Error with its last words.
 */
export async function startProgram(
  path: string,
  args: readonly string[],
  { env = {}, signal, isLowPriority = false, show }: Running = {},
): Promise<void> {
  signal?.throwIfAborted();
  const child = spawn(process.execPath, [path, ...args], {
    env: { ...process.env, ...env },
    // The channel tells it when this process exits.
    stdio: ['ignore', show ? 'pipe' : 'ignore', 'pipe', 'ipc'],
  });
  const stop = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', stop);
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => show?.(text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-KEPT_CHARS)));
  try {
    if (isLowPriority && child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY);
  } catch {
    // It has already ended, or changing its priority is not permitted.
  }
  try {
    await new Promise<void>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, by) => (code === 0 ? resolve() : reject(failure(said, by))));
    });
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** Names the reason that `runProgram` printed; without one, everything that it said. */
function failure(said: string, by: NodeJS.Signals | null): Error {
  const words = /✗ (?<why>[^]+)/.exec(said)?.groups?.why ?? said;
  return new Error(words.trim() || `Un proceso terminó sin decir por qué (${by ?? 'sin señal'}).`);
}
