import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FOLDER, readShell } from '#src/build/descriptors.ts';
import type { SitePage } from '#src/site/site-pages.ts';
import { linkFile, linkTree } from '#src/site/link-tree.ts';
import { retainedShell, shellFolder, type Release } from '#src/site/release.ts';

/** Pages of a kept shell, which depend on its list of screens; a rollback restores them. */
const PAGES_FILE = `${PRIVATE_FOLDER}/pages.json`;

/** Rebuilds the running shell's build as it was published, by links to the files of its site. */
async function keepRunning(folder: string, from: string, pages: readonly SitePage[]): Promise<void> {
  const { files } = await readShell(shellFolder(from));
  await linkTree(join(shellFolder(from), PRIVATE_FOLDER), join(folder, PRIVATE_FOLDER));
  await Promise.all(files.map((file) => linkFile(join(from, file), join(folder, file))));
  // After a rollback the list exists already, as a link that must not be written through.
  await rm(join(folder, PAGES_FILE), { force: true });
  await writeFile(join(folder, PAGES_FILE), JSON.stringify(pages));
}

/** Links the shells to which a release can be rolled back, whole builds, into its folder. */
export async function linkRetainedShells(
  folder: string,
  release: Release,
  running: { folder: string; release: Release } | null,
): Promise<void> {
  if (!running) return;
  for (const { build } of release.shells?.builds ?? []) {
    if (build === release.shell.build) continue;
    const kept = join(running.folder, retainedShell(build));
    const to = join(folder, retainedShell(build));
    if (existsSync(kept)) await linkTree(kept, to);
    else if (build === running.release.shell.build)
      await keepRunning(to, running.folder, running.release.pages);
  }
}

/** The pages of a kept shell. @param folder of its build. */
export const pagesOfRetained = async (folder: string): Promise<SitePage[]> =>
  JSON.parse(await readFile(join(folder, PAGES_FILE), 'utf8')) as SitePage[];
