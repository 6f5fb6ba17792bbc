/** Names of the packages in `platform/`. */
export const OF_PLATFORM: readonly string[] = ['server', 'release'];

/** The folder of the package that a path lies in, relative to the root: `shared`, `platform/server`. */
export const workspaceOf = (path: string): string => /^(?:platform\/)?[^/]*/.exec(path)?.[0] ?? '';

/** The folder of a package by its name without the scope: `server` is in `platform/server`. */
export const workspaceNamed = (name: string): string =>
  OF_PLATFORM.includes(name) ? `platform/${name}` : name;
