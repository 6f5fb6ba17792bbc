import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** What postmaster.pid says, as far as it can be read: a crash or a full disk may have left it empty or cut. */
export interface PidFile {
  pid: number;
  port: number;
  /** Whether it says that it takes connections. */
  isReady: boolean;
}

const pidFileOf = (data: string) => join(data, 'postmaster.pid');

/** The file with the process id of a cluster folder; undefined if there is none, or nothing useful in it. */
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

/**
 * Takes away the file of a PostgreSQL that does not run: its process id may by now be another program's, and PostgreSQL
 * would refuse to start.
 */
export function removePidFile(data: string): void {
  rmSync(pidFileOf(data), { force: true });
}

/** Whether a process runs. One that has died and that nobody has asked about yet (a zombie) does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // No /proc on this system; on one that has it, the process has gone since.
    return !existsSync('/proc/self/stat');
  }
}

/** A PostgreSQL that answers with our password, but for another folder: ours is a copy of that one. */
export class OtherFolder extends Error {}

/** Whether two paths lead to one and the same folder, whatever they are called. */
export function isSameFolder(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
}

/**
 * Processes of PostgreSQL that work in a cluster folder. The folder's own word is not enough: a copied postmaster.pid
 * names the PostgreSQL of the original, one that is left over a number that another program has by now.
 * @returns undefined where the system does not tell.
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

/** Calls `look` every `everyMs` until it is true or the time is over. @returns whether it came true. */
export async function waitUntil(
  look: () => boolean | Promise<boolean>,
  limitMs: number,
  everyMs = 50,
): Promise<boolean> {
  const end = performance.now() + limitMs;
  for (;;) {
    if (await look()) return true;
    if (performance.now() >= end) return false;
    await delay(everyMs);
  }
}
