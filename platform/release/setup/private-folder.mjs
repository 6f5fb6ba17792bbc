// Runs on the machine's Node.
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs';

/** Whether it is a folder of this user in which the others may not do what `others` says. */
function isOwnFolder(stats, others) {
  const isOurs = process.getuid === undefined || stats.uid === process.getuid();
  return isOurs && stats.isDirectory() && (process.platform === 'win32' || (stats.mode & others) === 0);
}

/** Makes a folder private, recreating it if others could write to it. @returns whether it is private. */
export function makePrivate(folder) {
  try {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found && !isOwnFolder(found, 0o022)) rmSync(folder, { recursive: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    return isOwnFolder(lstatSync(folder), 0o077);
  } catch {
    return false;
  }
}
