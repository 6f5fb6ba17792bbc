import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The workspace's root folder; in another repository that of these tools' package, whose folders are the same. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A path inside the workspace. */
export const inRoot = (...parts: string[]): string => join(ROOT, ...parts);

/** The same for a folder that may be absolute, outside the workspace. */
export const resolveInRoot = (...parts: string[]): string => resolve(ROOT, ...parts);

/** A source of shared as it is here: in the package of these tools it is compiled. */
export function sharedFile(path: string): string {
  const source = inRoot('shared/src', path);
  return existsSync(source) ? source : source.replace(/\.tsx?$/, '.js');
}
