/** The folder of the package that a path lies in, relative to the root: `shared`, `platform/server`. */
export const workspaceOf = (path: string): string => /^(?:platform\/)?[^/]*/.exec(path)?.[0] ?? '';

/** The folder of a package by its name without the scope: `server` is in `platform/server`. */
export const workspaceNamed = (name: string): string =>
  /^(?:server|release)$/.test(name) ? `platform/${name}` : name;
