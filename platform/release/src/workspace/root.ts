import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The workspace's root folder; in another repository the root of this package, which has the same folders. */
export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** A path inside the workspace. */
export const inRoot = (...parts: string[]): string => join(ROOT, ...parts);

/** The same for a folder that may be absolute, outside the workspace. */
export const resolveInRoot = (...parts: string[]): string => resolve(ROOT, ...parts);

/** Path of a module of shared: a source in the workspace, a compiled script in this package. */
export function sharedFile(path: string): string {
  const source = inRoot('shared/src', path);
  return existsSync(source) ? source : source.replace(/\.tsx?$/, '.js');
}
