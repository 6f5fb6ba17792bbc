import { rm } from 'node:fs/promises';
import { assemble, type Assembly } from '#src/site/assemble.ts';
import type { SiteFolder } from '#src/site/site-folder.ts';

/**
 * Makes a new release beside the running one and then puts it in its place. Whatever fails before that leaves the running one alone. To be called by the
 * holder of the site's lock.
 */
export async function deploy(
  site: SiteFolder,
  assembly: Omit<Assembly, 'folder'>,
  putInPlace: (folder: string) => Promise<void>,
): Promise<void> {
  // What a killed process left half-done goes first.
  await site.tidy();
  const folder = await site.newRelease(assembly.release.id);
  try {
    await assemble({ ...assembly, folder });
    await putInPlace(folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  // Requests that are under way may still read the release that was replaced; it goes with the next one.
  await site.tidy(assembly.running?.folder);
}
