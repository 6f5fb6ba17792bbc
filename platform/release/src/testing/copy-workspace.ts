import { cp, mkdir, readdir, realpath, symlink } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { ROOT } from '#src/workspace/root.ts';
import { OF_PLATFORM, workspaceNamed } from '#src/workspace/workspace-of.ts';

const LEFT_OUT = new Set(['node_modules', '.git', '.cache', '.data', 'dist', 'site', 'test-results']);

/** Links a package's dependencies into its copy: workspace packages to their copies, all others to the originals. */
export async function linkModules(from: string, to: string, root: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (name.startsWith('.') && name !== '.bin') continue;
    if (name.startsWith('@')) {
      await linkModules(join(from, name), join(to, name), root);
      continue;
    }
    const target = await realpath(join(from, name));
    const inside = relative(ROOT, target);
    const own =
      !inside.startsWith('..') && !isAbsolute(inside) && !inside.split(sep).includes('node_modules');
    await symlink(own ? join(root, inside) : target, join(to, name));
  }
}

/**
 * Copies the workspace's sources to an empty folder, where a test may change them. Installed packages are linked, which
 * is fast.
 * @param root outside of the workspace.
 */
export async function copyWorkspace(root: string): Promise<void> {
  const entries = (await readdir(ROOT, { withFileTypes: true })).filter(({ name }) => !LEFT_OUT.has(name));
  await mkdir(root, { recursive: true });
  await Promise.all(
    entries.map(({ name }) =>
      cp(join(ROOT, name), join(root, name), {
        recursive: true,
        filter: (source) => basename(source) !== 'node_modules',
      }),
    ),
  );
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const packages = ['.', ...folders, ...OF_PLATFORM.map(workspaceNamed)];
  for (const name of packages) {
    const from = join(ROOT, name, 'node_modules');
    const installed = await readdir(from).catch(() => null);
    if (installed) await linkModules(from, join(root, name, 'node_modules'), root);
  }
}
