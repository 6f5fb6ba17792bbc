import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const compress = promisify(brotliCompress);

/** What a build weighs. */
export interface BuildSize {
  files: number;
  /** Bytes of all files as they are. */
  bytes: number;
  /** Bytes of all scripts as a browser receives them, each compressed with brotli. */
  script: number;
}

/** Paths below a folder, with slashes, sorted; hidden files and folders are left out. */
export async function visibleFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((part) => part.startsWith('.')))
    .sort();
}

export async function measureBuild(folder: string, files: readonly string[]): Promise<BuildSize> {
  const sizes = await Promise.all(
    files.map(async (file) => {
      const content = await readFile(join(folder, file));
      return [content.length, file.endsWith('.js') ? (await compress(content)).length : 0] as const;
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
