/** A module that the shell provides, as the federation's share scope has it: as it is, or as a promise. */
interface Provided {
  lib?: () => unknown;
  get: () => Promise<() => unknown>;
}

/** Modules that a shell provides, by name and version. */
export type ShareScope = Readonly<Record<string, Readonly<Record<string, Provided>>>>;

let scope: ShareScope | null = null;

/**
 * Takes the share scope of the shell, which the entry of a remote receives before any of its modules runs.
 * @public used by modules that platform/release/src/on-site/local-modules.ts makes
 */
export function receiveShareScope(received: ShareScope): void {
  scope = received;
}

/**
 * A module that the shell of the page provides.
 * @param name as it is imported, e.g. `react`.
 * @throws if the shell does not provide it.
 * @public used by modules that platform/release/src/on-site/local-modules.ts makes
 */
export async function providedModule(name: string): Promise<unknown> {
  const provided = Object.values(scope?.[name] ?? {})[0];
  if (!provided) throw new Error(`The shell of this site does not provide ${name}`);
  const factory = provided.lib ?? (await provided.get());
  return factory();
}
