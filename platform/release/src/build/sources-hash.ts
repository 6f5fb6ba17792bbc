import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from '#src/workspace/root.ts';

const SKIPPED = new Set(['node_modules', 'dist', 'gallery', 'testing']);
const isTest = (name: string) => /\.test\.tsx?$/.test(name);

/** Cached digests of files and folders by path, while they are unchanged: packages share dependencies. */
export type Digests = Map<string, string>;

/** The result; undefined if the file or folder does not exist. */
function ifThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Every file below a file or folder that can influence a build, sorted. A missing one counts as empty. */
function sourceFiles(path: string): string[] {
  const entries = ifThere(() => readdirSync(path, { withFileTypes: true }));
  if (!entries) return [path];
  return entries
    .filter((entry) => !SKIPPED.has(entry.name) && !isTest(entry.name))
    .flatMap((entry) => (entry.isFile() ? join(path, entry.name) : sourceFiles(join(path, entry.name))))
    .sort();
}

function digestOf(path: string): string {
  const hash = createHash('sha256');
  for (const file of sourceFiles(path)) {
    hash.update(`\0${relative(ROOT, file)}\0`).update(ifThere(() => readFileSync(file)) ?? '');
  }
  return hash.digest('hex');
}

/**
 * Build id: 12 hexadecimal digits that change with any of the sources, their names or `salt`.
 * @param known digests computed earlier; new ones are added.
 */
export function hashSources(paths: readonly string[], salt = '', known: Digests = new Map()): string {
  const hash = createHash('sha256').update(salt);
  for (const path of paths) {
    const digest = known.get(path) ?? digestOf(path);
    known.set(path, digest);
    hash.update(digest);
  }
  return hash.digest('hex').slice(0, 12);
}
