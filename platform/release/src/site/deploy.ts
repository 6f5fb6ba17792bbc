import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { setAside } from '@taller/server/site/served-folder.ts';
import { assemble, type Assembly } from '#src/site/assemble.ts';
import { releaseFile } from '#src/site/release.ts';
import type { SiteFolder } from '#src/site/site-folder.ts';
import { writeFailure } from '#src/site/write-failure.ts';

/**
 * Creates a new release next to the current one and then switches to it. If anything fails before that, the current one
 * is unchanged. The caller must hold the site's lock.
 */
export async function deploy(
  site: SiteFolder,
  assembly: Omit<Assembly, 'folder'>,
  putInPlace: (folder: string) => Promise<void>,
): Promise<void> {
  // First deletes what an interrupted process left unfinished. A release that was just replaced stays meanwhile.
  await site.tidy((folder) => existsSync(releaseFile(folder)) && folder !== setAside(site.path));
  const folder = await site.newRelease(assembly.release.id);
  try {
    await assemble({ ...assembly, folder });
    await putInPlace(folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw writeFailure(error, site.path) ?? error;
  }
  // Running requests may still read the replaced release; it is deleted by the next publication.
  const { running } = assembly;
  await site.tidy((folder) => running !== null && basename(folder) === basename(running.folder));
}
