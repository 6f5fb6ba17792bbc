import { readFileSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** Several times the space of a run: databases, sites, and checkouts with their packages. */
const ROOM_BYTES = 8 * 1024 ** 3;

/** Whether files in memory can be written and executed, and there is room for those of a run. */
function isUsable(): boolean {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const options = mounts.map((line) => line.split(' ')).findLast(([, place]) => place === IN_MEMORY)?.[3];
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return (
      options !== undefined &&
      !/\b(?:ro|noexec)\b/.test(options) &&
      Math.min(bavail * bsize, freemem()) >= ROOM_BYTES
    );
  } catch {
    return false;
  }
}

/**
 * Keeps folders of tests in memory on Linux if there is room, since creating and deleting many files on disk takes
 * processor time (docs/testing.md). A `TMPDIR` that is set takes precedence.
 */
export function keepFoldersInMemory(): void {
  if (!process.env.TMPDIR && isUsable()) process.env.TMPDIR = IN_MEMORY;
}
