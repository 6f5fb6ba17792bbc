import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** The workspace's root folder. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A path inside the workspace. */
export const inRoot = (...parts: string[]): string => join(ROOT, ...parts);
