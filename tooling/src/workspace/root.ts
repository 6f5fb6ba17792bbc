import { fileURLToPath } from 'node:url';
import { join, resolve } from 'node:path';

/** The workspace's root folder. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A path inside the workspace. */
export const inRoot = (...parts: string[]): string => join(ROOT, ...parts);

/** The same for a folder that may be absolute, outside the workspace. */
export const resolveInRoot = (...parts: string[]): string => resolve(ROOT, ...parts);
