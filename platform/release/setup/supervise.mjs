// Supervises a task: restarts it whenever it exits unexpectedly, at once if it was healthy, otherwise with backoff.
// Runs on the machine's Node.
import { spawn } from 'node:child_process';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 3_000;
/** A task that was ready for this long is healthy: it is restarted without delay. */
const HEALTHY_AFTER_MS = 2_000;
/** How often it is checked whether npm is gone. */
const PARENT_MS = 250;
/** Exit code of a task that was loaded but refuses to start, and has printed the reason. */
const REFUSED = 1;

/**
 * Runs a program until it exits normally. If its first start is refused, that is final, so that the operator sees it;
 * once it has reported `ready` it is always restarted. Signals are forwarded, and the program ends
 * with the npm that started it. The IPC channel closes with this process,
 * which stops the program.
 * @param args the program's script and its arguments.
 */
export function supervise(node, args, options) {
  let child;
  let stopping = false;
  let isLoaded = false;
  let wasReady = false;
  let readyAt = Infinity;
  let waitMs = FIRST_WAIT_MS;
  let timer;

  const start = () => {
    readyAt = Infinity;
    isLoaded = false;
    const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
    child = spawn(node, args, { ...options, stdio });
    child.on('message', (message) => {
      if (message === 'loaded') isLoaded = true;
      if (message !== 'ready') return;
      wasReady = true;
      readyAt = Date.now();
    });
    child.on('error', (error) => {
      console.error(`✗ ${error.message}`);
      process.exit(1);
    });
    child.on('exit', (code, signal) => {
      const isRefused = code === REFUSED && isLoaded;
      if (code === 0 || stopping || (isRefused && !wasReady)) process.exit(code ?? 1);
      // Sources that fail to load have printed the reason, too.
      if (code === REFUSED && !wasReady) process.exit(code);
      const wasHealthy = Date.now() - readyAt > HEALTHY_AFTER_MS;
      if (wasHealthy) waitMs = FIRST_WAIT_MS;
      console.error(`\n✗ El servidor terminó (${signal ?? `código ${code}`}). Parte de nuevo…\n`);
      if (wasHealthy) return start();
      timer = setTimeout(start, waitMs);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
      return undefined;
    });
  };
  const stop = (signal) => {
    stopping = true;
    clearTimeout(timer);
    if (child.exitCode !== null || child.signalCode !== null) process.exit(0);
    child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  // npm runs this through a shell, which ends with npm and passes no signal on.
  const parent = process.ppid;
  const isOfNpm = process.env.npm_lifecycle_event !== undefined;
  const watching = setInterval(() => {
    if (!isOfNpm || process.ppid === parent) return;
    clearInterval(watching);
    stop('SIGTERM');
  }, PARENT_MS).unref();
  start();
}
