import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * The contents of postmaster.pid, as far as it can be parsed: a crash or a full disk may leave it empty or truncated.
 */
export interface PidFile {
  pid: number;
  port: number;
  /** Whether it reports that PostgreSQL accepts connections. */
  isReady: boolean;
}

const pidFileOf = (data: string) => join(data, 'postmaster.pid');

/** Parses postmaster.pid of a cluster folder; undefined if it is missing or useless. */
export function readPidFile(data: string): PidFile | undefined {
  let text: string;
  try {
    text = readFileSync(pidFileOf(data), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const lines = text.split('\n');
  const [pid, , , port] = lines.map((line) => (/^\d+$/.test(line.trim()) ? Number(line) : undefined));
  return pid && port ? { pid, port, isReady: lines[7]?.trim() === 'ready' } : undefined;
}

/** Deletes a stale postmaster.pid: its process id may have been reused, and PostgreSQL would refuse to start. */
export function removePidFile(data: string): void {
  rmSync(pidFileOf(data), { force: true });
}

/** Whether a process runs. A zombie does not count. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // This system has no /proc; on Linux, the process has just exited.
    return !existsSync('/proc/self/stat');
  }
}

/** A PostgreSQL that accepts our password, but serves another folder: our data folder is a copy of that one. */
export class OtherFolder extends Error {}

/** Whether two paths refer to the same folder. */
export function isSameFolder(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
}

/**
 * PostgreSQL processes that run in a cluster folder. postmaster.pid alone is not reliable: a copied one names the
 * PostgreSQL of the original, and a stale one a process id that may have been reused.
 * @returns undefined if the system does not provide this.
 */
export function postgresProcesses(data: string): number[] | undefined {
  if (!existsSync('/proc/self/cwd')) return undefined;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isRunning(pid) && isPostgresIn(pid, data));
}

function isPostgresIn(pid: number, data: string): boolean {
  try {
    return (
      readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' &&
      isSameFolder(`/proc/${pid}/cwd`, data)
    );
  } catch {
    return false;
  }
}

/** Polls `check` every `everyMs` until it returns true or the time is over. @returns whether it returned true. */
export async function waitUntil(
  check: () => boolean | Promise<boolean>,
  limitMs: number,
  everyMs = 50,
): Promise<boolean> {
  const end = performance.now() + limitMs;
  for (;;) {
    if (await check()) return true;
    if (performance.now() >= end) return false;
    await delay(everyMs);
  }
}
