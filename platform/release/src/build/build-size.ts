import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const compress = promisify(brotliCompress);

/** Size of a build. */
export interface BuildSize {
  files: number;
  /** Uncompressed bytes of all files. */
  bytes: number;
  /** Brotli-compressed bytes of all scripts, each compressed separately. */
  script: number;
}

/** Paths below a folder, with slashes, sorted, without hidden files and folders. */
export async function visibleFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((part) => part.startsWith('.')))
    .sort();
}

/** Brotli-compressed bytes of each script and style sheet, by file. */
export async function packedSizes(folder: string, files: readonly string[]): Promise<Record<string, number>> {
  const served = files.filter((file) => /\.(?:js|css)$/.test(file));
  const sizes = served.map(
    async (file) => [file, (await compress(await readFile(join(folder, file)))).length] as const,
  );
  return Object.fromEntries(await Promise.all(sizes));
}

/** @param packed from packedSizes. */
export async function measureBuild(
  folder: string,
  files: readonly string[],
  packed: Readonly<Record<string, number>>,
): Promise<BuildSize> {
  const sizes = await Promise.all(
    files.map(async (file) => {
      const { size } = await stat(join(folder, file));
      return [size, file.endsWith('.js') ? (packed[file] ?? 0) : 0] as const;
    }),
  );
  return {
    files: files.length,
    bytes: sizes.reduce((sum, [bytes]) => sum + bytes, 0),
    script: sizes.reduce((sum, [, script]) => sum + script, 0),
  };
}

/** Subresource integrity of each script and style sheet. */
export async function integrityOf(folder: string, files: readonly string[]): Promise<Record<string, string>> {
  const served = files.filter((file) => /\.(?:js|css)$/.test(file));
  const entries = served.map(async (file) => {
    const hash = createHash('sha384').update(await readFile(join(folder, file)));
    return [file, `sha384-${hash.digest('base64')}`] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
