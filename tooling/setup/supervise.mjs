// Keeps a task running: starts it again whenever it ends without having been asked to, at once if it was healthy,
// waiting longer each time if it was not. Runs on the Node that the machine has.
import { spawn } from 'node:child_process';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 3_000;
/** A task that was ready for this long is healthy: when it dies it is started again at once. */
const HEALTHY_AFTER_MS = 2_000;
/** With this code a task that was loaded and has never been ready refuses to start, and has said why. */
const REFUSED = 1;

/**
 * Runs a program until it ends in order. A refusal of its first start is final, so that whoever started it sees it;
 * after it has once said `ready` it is started again whatever it dies of. Signals are handed on. The channel between
 * the two ends with this process, which tells the program to stop.
 * @param node runs the program's script with the arguments.
 * @param program what start-bundle.mjs makes: which script, and what to do when that is ready or fails.
 */
export function supervise(node, args, options, program) {
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
    child = spawn(node, [program.script(), ...args], { ...options, stdio });
    child.on('message', (message) => {
      if (message === 'loaded') isLoaded = true;
      if (message !== 'ready') return;
      wasReady = true;
      readyAt = Date.now();
      program.prepare();
    });
    child.on('error', (error) => {
      console.error(`✗ ${error.message}`);
      process.exit(1);
    });
    child.on('exit', (code, signal) => {
      const isRefused = code === REFUSED && isLoaded;
      if (code === 0 || stopping || (isRefused && !wasReady)) process.exit(code ?? 1);
      const isBundle = readyAt === Infinity && !isRefused && program.distrust();
      // Sources that cannot be loaded have said why, too.
      if (code === REFUSED && !wasReady && !isBundle) process.exit(code);
      const wasHealthy = Date.now() - readyAt > HEALTHY_AFTER_MS;
      if (wasHealthy) waitMs = FIRST_WAIT_MS;
      console.error(`\n✗ El servidor terminó (${signal ?? `código ${code}`}). Parte de nuevo…\n`);
      if (wasHealthy) return start();
      timer = setTimeout(start, waitMs);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
      return undefined;
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      stopping = true;
      clearTimeout(timer);
      if (child.exitCode !== null || child.signalCode !== null) process.exit(0);
      child.kill(signal);
    });
  }
  start();
}
