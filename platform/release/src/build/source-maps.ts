import { mkdir, readdir, rename } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { PRIVATE_FOLDER } from '#src/build/descriptors.ts';

/**
 * Folder of a build's source maps, by the name of their script with `.map`. Hidden, so that they stay beside the build
 * in every site but are not served: `npm run trace` reads them.
 */
export const MAPS_FOLDER = `${PRIVATE_FOLDER}/maps`;

/** Moves the source maps that Vite wrote beside the scripts into the hidden folder. */
export async function hideSourceMaps(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    if (!entry.isFile() || !entry.name.endsWith('.map')) continue;
    const from = join(entry.parentPath, entry.name);
    const to = join(folder, MAPS_FOLDER, relative(folder, from));
    await mkdir(dirname(to), { recursive: true });
    await rename(from, to);
  }
}
