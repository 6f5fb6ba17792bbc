import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { RunAs } from './run-as.ts';

/** How long a shop's PostgreSQL waits for the server that is started in place of a killed one, in seconds. */
const GRACE_S = 20;

// $0 cluster, $1 note, $2 what it says while nobody has followed us, $3 seconds, $4 signal.
const SCRIPT = `read _
sleep "$3"
[ "$(cat "$1" 2>/dev/null)" = "$2" ] && kill -"$4" "$(head -n 1 "$0/postmaster.pid")"`;

/**
 * Stops the PostgreSQL of a server that was killed, unless another server has taken it over meanwhile. A shell waits at
 * a pipe whose other end is ours: when this process is gone, however that happened, it reads the end. A test's
 * PostgreSQL ends at once.
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
  // Without it PostgreSQL outlives a killed server, and nothing worse.
  shell.on('error', () => {});
  shell.unref();
  // The pipe must not keep this process alive either.
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  return shell;
}
