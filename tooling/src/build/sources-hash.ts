import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ROOT } from '#src/root.ts';

const SKIPPED = new Set(['node_modules', 'dist', 'gallery', 'testing']);
const isTest = (name: string) => /\.test\.tsx?$/.test(name);

/** Every file below the given files and folders that can influence a build, sorted. Missing ones count as empty. */
async function sourceFiles(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
  if (!entries) return [path];
  const wanted = entries.filter((entry) => !SKIPPED.has(entry.name) && !isTest(entry.name));
  const nested = await Promise.all(wanted.map((entry) => sourceFiles(join(path, entry.name))));
  return nested.flat().sort();
}

/** Identifier of a build: 12 hexadecimal digits that change with any of the sources, their names or `salt`. */
export async function hashSources(paths: readonly string[], salt = ''): Promise<string> {
  const hash = createHash('sha256').update(salt);
  for (const path of paths) {
    for (const file of await sourceFiles(path)) {
      hash.update(`\0${relative(ROOT, file)}\0`).update(await readFile(file).catch(() => ''));
    }
  }
  return hash.digest('hex').slice(0, 12);
}
