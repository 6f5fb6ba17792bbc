import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const COMMIT = /^[0-9a-f]{40}$/;

const read = (path: string) => readFile(path, 'utf8').then((text) => text.trim());

/** The short commit hash of the running source: from COMMIT, or the git working copy. Null without either. */
export async function commit(env: NodeJS.ProcessEnv): Promise<string | null> {
  if (/^[0-9a-f]{7,40}$/.test(env.COMMIT ?? '')) return (env.COMMIT ?? '').slice(0, 12);
  try {
    const git = join(ROOT, '.git');
    // In a git worktree `.git` is a file that names the folder.
    const folder = await read(git).then(
      (text) => text.replace(/^gitdir: /, ''),
      () => git,
    );
    const head = await read(join(folder, 'HEAD'));
    if (COMMIT.test(head)) return head.slice(0, 12);
    const ref = head.replace(/^ref: /, '');
    const common = await read(join(folder, 'commondir')).then(
      (text) => join(folder, text),
      () => folder,
    );
    const loose = await read(join(common, ref)).catch(() => '');
    const packed = loose || (await read(join(common, 'packed-refs')).catch(() => ''));
    const found = packed.split('\n').find((line) => COMMIT.test(line) || line.endsWith(` ${ref}`));
    return found?.slice(0, 12) ?? null;
  } catch {
    return null;
  }
}
