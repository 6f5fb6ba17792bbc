import { copyFile, cp, link, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Creates a hard link to a file, or a copy if the disk does not support links. The file must never be written to again.
 */
export async function linkFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  try {
    await link(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EEXIST') throw error;
    await copyFile(from, to);
  }
}

/** Paths of all files below a folder, hidden ones included. */
export async function allFiles(folder: string, below = ''): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const nested = await Promise.all(
    entries.map(async (entry) => {
      const path = below ? `${below}/${entry.name}` : entry.name;
      return entry.isDirectory() ? allFiles(folder, path) : [path];
    }),
  );
  return nested.flat();
}

/** Links every file of a folder into another. */
export async function linkTree(from: string, to: string): Promise<void> {
  await Promise.all((await allFiles(from)).map((file) => linkFile(join(from, file), join(to, file))));
}

export const copyTree = (from: string, to: string): Promise<void> => cp(from, to, { recursive: true });
