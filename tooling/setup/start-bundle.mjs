// Bundles the server's about 800 modules into a few files: linking the modules takes most of a start from the sources.
// The bundle is created after a start without one and used by the next. Runs on the machine's Node.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { root } from './install.mjs';

const MAKER = join(root, 'tooling/src/tasks/bundle-start.ts');

/** Inputs of every bundle; one that does not list them was created differently. */
const FIRST_SOURCE = 'tooling/src/tasks/start.ts';

/** Whether only this user can have written it: a self-verifying bundle has to be ours. */
function isOwn(path, isRight) {
  const stats = lstatSync(path);
  const isOurs = process.getuid === undefined || stats.uid === process.getuid();
  return isOurs && isRight(stats);
}
const isMode = ({ mode }, others) => process.platform === 'win32' || (mode & others) === 0;
const isPrivateFolder = (path) => isOwn(path, (stats) => stats.isDirectory() && isMode(stats, 0o077));
const isOwnFile = (path) => isOwn(path, (stats) => stats.isFile() && isMode(stats, 0o022));

/** Makes a folder private, recreating it if others could write to it. @returns whether it is private. */
export function makePrivate(folder) {
  try {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found && !isOwn(folder, (stats) => stats.isDirectory() && isMode(stats, 0o022)))
      rmSync(folder, { recursive: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    return isPrivateFolder(folder);
  } catch {
    return false;
  }
}

const isName = (text) => /^[\w.-]+$/.test(text) && !/^\.+$/.test(text);
const isInside = (path) => !isAbsolute(path) && !/[\\:]/.test(path) && !path.split('/').includes('..');

const isOf = (digest, file) => createHash('sha256').update(readFileSync(file)).digest('hex') === digest;

/**
 * The entry of an unmodified bundle of exactly these sources and dependencies; undefined without one. Compared by
 * checksum, since file times are meaningless after a copy or a checkout.
 * @param installation fingerprint of the installation.
 */
function findBundle(workspace, installation) {
  try {
    const bundles = join(workspace, '.cache/start');
    const note = join(bundles, 'latest.json');
    if (!isPrivateFolder(bundles) || !isOwnFile(note)) return undefined;
    const made = JSON.parse(readFileSync(note, 'utf8'));
    const folder = join(bundles, made.folder);
    const isCurrent =
      made.installation === installation &&
      isName(made.folder) &&
      isPrivateFolder(folder) &&
      Object.hasOwn(made.files, made.entry) &&
      Object.hasOwn(made.sources, FIRST_SOURCE) &&
      Object.entries(made.files).every(([name, digest]) => {
        const file = join(folder, name);
        return isName(name) && isOwnFile(file) && isOf(digest, file);
      }) &&
      Object.entries(made.sources).every(
        ([path, digest]) => isInside(path) && isOf(digest, join(workspace, path)),
      );
    return isCurrent ? join(folder, made.entry) : undefined;
  } catch {
    // There is no bundle yet, or a source was deleted.
    return undefined;
  }
}

/**
 * Selects the program for `start`: the bundle while it works, else the sources.
 * @param options `node` and `env` for creating the bundle, `installation` the fingerprint of the workspace's
 * installation.
 */
export function startProgram({ node, env, installation, workspace = root }) {
  const source = join(workspace, FIRST_SOURCE);
  let isTrusted = true;
  let entry;
  let maker;
  return {
    /** The script to run now, considering edits and installations made meanwhile. */
    script() {
      entry = isTrusted ? findBundle(workspace, installation) : undefined;
      return entry ?? source;
    },
    /**
     * Called if the script exited before it was ready.
     * @returns whether it was the bundle, which is then not run again.
     */
    distrust() {
      const wasBundle = entry !== undefined;
      isTrusted &&= !wasBundle;
      return wasBundle;
    },
    /** Creates a bundle for the next start, at low priority. It is cancelled with this process, and may fail. */
    prepare() {
      if (entry !== undefined || !isTrusted || maker !== undefined) return;
      if (!makePrivate(join(workspace, '.cache/start'))) return;
      maker = spawn(node, [MAKER, installation], { cwd: root, env, stdio: 'ignore' });
      maker.on('error', () => {});
      try {
        setPriority(maker.pid, constants.priority.PRIORITY_BELOW_NORMAL);
      } catch {
        // It has exited, or the system does not support priorities.
      }
      process.on('exit', () => maker.kill());
    },
  };
}
