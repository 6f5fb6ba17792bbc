// The start's program in a few files instead of some 800: linking those is most of a start from the sources. Made after
// a start that had none, taken by the next. Runs on the Node that the machine has.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { root } from './install.mjs';

const MAKER = join(root, 'tooling/src/tasks/bundle-start.ts');

const isOf = (digest, file) => createHash('sha256').update(readFileSync(file)).digest('hex') === digest;

/**
 * The entry of the bundle that was made of these very sources and dependencies, and that is as it was written; undefined
 * without one. Compared by content: times of files say nothing after a copy or a checkout.
 * @param installation fingerprint of what is installed.
 */
function findBundle(workspace, installation) {
  try {
    const bundles = join(workspace, '.cache/start');
    const made = JSON.parse(readFileSync(join(bundles, 'latest.json'), 'utf8'));
    const folder = join(bundles, made.folder);
    const isCurrent =
      made.installation === installation &&
      Object.entries(made.files).every(([name, digest]) => isOf(digest, join(folder, name))) &&
      Object.entries(made.sources).every(([path, digest]) => isOf(digest, join(workspace, path)));
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
  const source = join(workspace, 'tooling/src/tasks/start.ts');
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
