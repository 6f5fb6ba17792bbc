import type { Deprecation } from '@taller/shared/contract/deprecations.ts';
import { providedNames } from '@taller/shared/contract/runtime-history.ts';
import type { RemoteDescriptor, ShellDescriptor } from '#src/build/descriptors.ts';

/** What says which names a shell provides. */
export type ShellNames = Pick<ShellDescriptor, 'exports' | 'deprecated'>;

/** What says which names a remote uses. */
export type RemoteNames = Pick<RemoteDescriptor, 'uses' | 'runtime'>;

/** A name of the contract with its module, in Spanish. */
export const named = (module: string, name: string) => `${name} de ${module}`;

/** How a build uses a name, in Spanish: `usa`, or `puede usar` if its descriptor does not say. Null if it does not. */
export function useOf(
  { uses, runtime }: RemoteNames,
  { module, name }: Pick<Deprecation, 'module' | 'name'>,
): 'usa' | 'puede usar' | null {
  if (uses?.[module]?.includes(name)) return 'usa';
  // Before builds said what they use, and with `import *`, it can be whatever there was.
  if (uses && !uses[module]?.includes('*')) return null;
  const had: Readonly<Record<string, readonly string[]>> = providedNames(runtime);
  return had[module]?.includes(name) === false ? null : 'puede usar';
}

/** What a build uses and a shell does not provide, in Spanish; a shell that does not list its names has them all. */
export function goneNames(remote: RemoteNames, { exports, deprecated = [] }: ShellNames): string[] {
  const known: Readonly<Record<string, readonly string[]>> = providedNames(remote.runtime);
  const goneFrom = (module: string, provided: readonly string[]) => {
    const asked = new Set([...(remote.uses?.[module] ?? []), ...(known[module] ?? [])]);
    asked.delete('*');
    return [...asked].flatMap((name) => {
      const used = useOf(remote, { module: module as Deprecation['module'], name });
      if (used === null || provided.includes(name)) return [];
      const announced = deprecated.find((other) => other.module === module && other.name === name);
      const instead = announced ? ` (en su lugar: ${announced.instead})` : '';
      return [`${used} ${named(module, name)}, que el shell no entrega${instead}`];
    });
  };
  return Object.entries(exports ?? {}).flatMap(([module, provided]) => goneFrom(module, provided));
}
