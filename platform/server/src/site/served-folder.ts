import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * The place of a site's plain folder while a publication puts its release there: for a moment, or until the next
 * publication if the process dies in between.
 */
export function setAside(folder: string): string {
  const path = resolve(folder);
  return join(dirname(path), `.${basename(path)}.releases`, 'plain');
}

/** The folder with the files of a site: its own, or where it was set aside. */
export const servedFolder = (folder: string): Promise<string> =>
  stat(folder).then(
    () => folder,
    () => setAside(folder),
  );
