import { rm } from 'node:fs/promises';
import { assemble, type Assembly } from '#src/site/assemble.ts';
import { PublishError } from '#src/site/publish-error.ts';
import type { SiteFolder } from '#src/site/site-folder.ts';

/**
 * Creates a new release next to the current one and then switches to it. If anything fails before that, the current one
 * is unchanged. The caller must hold the site's lock.
 */
export async function deploy(
  site: SiteFolder,
  assembly: Omit<Assembly, 'folder'>,
  putInPlace: (folder: string) => Promise<void>,
): Promise<void> {
  // First deletes what an interrupted process left.
  await site.tidy();
  const folder = await site.newRelease(assembly.release.id);
  try {
    await assemble({ ...assembly, folder });
    await putInPlace(folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    throw new PublishError(
      `No queda espacio en el disco de ${site.path}: libera y vuelve a intentarlo. El sitio sigue como estaba.`,
    );
  }
  // Running requests may still read the replaced release; it is deleted by the next publication.
  await site.tidy(assembly.running?.folder);
}
