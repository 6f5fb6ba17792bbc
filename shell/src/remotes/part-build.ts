/** Build that was last asked for, by part, e.g. `mfe-orders/routes`. */
const builds = new Map<string, string>();

/** Remembers which build of a remote's module the page asks for, so that a failure can be told by it. */
export function noteBuild(part: string, build: string): void {
  builds.set(part, build);
}

/** What a failed part is called towards support and in the console, e.g. `mfe-orders · 3f9c2ab`; without the build if none was asked for. */
export function partLabel(part: string): string {
  const [name = part] = part.split('/');
  const build = builds.get(part);
  return build ? `${name} · ${build.slice(0, 7)}` : name;
}
