// The start's program in a few files instead of some 800: linking those is most of a start from the sources. Made after
// a start that had none, taken by the next. Runs on the Node that the machine has.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { root } from './install.mjs';

const MAKER = join(root, 'tooling/src/tasks/bundle-start.ts');

/** What every bundle is made of; one that names it no source was made of something else. */
const FIRST_SOURCE = 'tooling/src/tasks/start.ts';

/** Whether nobody else could have put it there: what vouches for itself has to be our own. */
function isOwn(path, isRight) {
  const stats = lstatSync(path);
  const isOurs = process.getuid === undefined || stats.uid === process.getuid();
  return isOurs && isRight(stats);
}
const isMode = ({ mode }, others) => process.platform === 'win32' || (mode & others) === 0;
const isPrivateFolder = (path) => isOwn(path, (stats) => stats.isDirectory() && isMode(stats, 0o077));
const isOwnFile = (path) => isOwn(path, (stats) => stats.isFile() && isMode(stats, 0o022));

/** Makes a folder private, anew if others could write to it. @returns whether it is private. */
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
 * The entry of the bundle that was made of these very sources and dependencies, and that is as it was written; undefined
 * without one. Compared by content: times of files say nothing after a copy or a checkout.
 * @param installation fingerprint of what is installed.
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
    // None was made yet, or a source has gone.
    return undefined;
  }
}

/**
 * What `start` runs: the bundle while it works, else the sources.
 * @param options `node` and `env` of the one that makes the bundle, `installation` the fingerprint of what is
 * installed in the workspace.
 */
export function startProgram({ node, env, installation, workspace = root }) {
  const source = join(workspace, FIRST_SOURCE);
  let isTrusted = true;
  let entry;
  let maker;
  return {
    /** The script to run now: what was edited or installed meanwhile counts. */
    script() {
      entry = isTrusted ? findBundle(workspace, installation) : undefined;
      return entry ?? source;
    },
    /** The script ended before it was ready. @returns whether that was the bundle's, which then is not run again. */
    distrust() {
      const wasBundle = entry !== undefined;
      isTrusted &&= !wasBundle;
      return wasBundle;
    },
    /** Makes a bundle for the next start, behind what is more urgent. It ends with this process, and may fail. */
    prepare() {
      if (entry !== undefined || !isTrusted || maker !== undefined) return;
      if (!makePrivate(join(workspace, '.cache/start'))) return;
      maker = spawn(node, [MAKER, installation], { cwd: root, env, stdio: 'ignore' });
      maker.on('error', () => {});
      try {
        setPriority(maker.pid, constants.priority.PRIORITY_BELOW_NORMAL);
      } catch {
        // It has ended, or the system has no priorities.
      }
      process.on('exit', () => maker.kill());
    },
  };
}
