import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { RunAs } from './run-as.ts';

/** How long a shop's PostgreSQL waits for the restart of a killed server, in seconds. */
const GRACE_S = 20;

// $0 cluster, $1 marker file, $2 its content until another server takes over, $3 seconds, $4 signal.
const SCRIPT = `read _
sleep "$3"
[ "$(cat "$1" 2>/dev/null)" = "$2" ] && kill -"$4" "$(head -n 1 "$0/postmaster.pid")"`;

/**
 * Stops the PostgreSQL of a killed server, unless another server has taken it over meanwhile. A watchdog shell waits on
 * a pipe whose other end is held by this process, and reads EOF when this process exits for any reason. A test's
 * PostgreSQL is stopped at once.
 */
export function guardOrphan(
  data: string,
  as: RunAs,
  options: { disposable: boolean },
): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined;
  const note = join(data, '..', 'postgres-owner');
  const token = randomBytes(8).toString('hex');
  try {
    writeFileSync(note, token);
  } catch {
    // A full disk: the PostgreSQL of a killed server then waits for the next start.
    return undefined;
  }
  const [grace, signal] = options.disposable ? ['0', 'QUIT'] : [String(GRACE_S), 'INT'];
  const shell = spawn('/bin/sh', ['-c', SCRIPT, data, note, token, grace, signal], {
    ...as,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without the watchdog PostgreSQL outlives a killed server, with no further harm.
  shell.on('error', () => {});
  shell.unref();
  // The pipe must not keep this process alive.
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  return shell;
}
