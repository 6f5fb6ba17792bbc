/** Last requested build by part, e.g. `mfe-orders/routes`. */
const builds = new Map<string, string>();

/** Stores which build of a remote's module the page requests, for error messages. */
export function noteBuild(part: string, build: string): void {
  builds.set(part, build);
}

/** The build that was last requested of a part; undefined if none was. */
export const buildOf = (part: string): string | undefined => builds.get(part);

/**
 * Name of a failed part for support and the console, e.g. `mfe-orders · 3f9c2ab`; without the build if none was
 * requested.
 */
export function partLabel(part: string): string {
  const [name = part] = part.split('/');
  const build = buildOf(part);
  return build ? `${name} · ${build.slice(0, 7)}` : name;
}
