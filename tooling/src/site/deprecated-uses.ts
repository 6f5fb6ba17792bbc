import { join } from 'node:path';
import type { Deprecation } from '@taller/shared/contract/deprecations.ts';
import { readRemote, type RemoteDescriptor } from '#src/build/descriptors.ts';
import type { Running } from '#src/site/assert-fits.ts';
import { goneNames, named, useOf, type ShellNames } from '#src/site/gone-names.ts';
import { remoteFolder, type PublishedRemote } from '#src/site/release.ts';

/** Deprecated names that a shell still provides; names of the contract's own modules are in each build. */
export const retiring = ({ deprecated = [], exports }: ShellNames): Deprecation[] =>
  deprecated.filter(({ module, name, removed }) => !removed && (exports?.[module]?.includes(name) ?? true));

/** A line for each deprecated name that a build uses, for whoever publishes it. */
export function deprecationWarnings(remote: RemoteDescriptor, shell: ShellNames): string[] {
  return retiring(shell).flatMap((deprecation) => {
    const { module, name, instead } = deprecation;
    const used = useOf(remote, deprecation);
    if (used === null) return [];
    return [
      `  ${remote.name} ${used} ${named(module, name)}, que el shell va a dejar de entregar: usa ${instead}`,
    ];
  });
}

/** The builds that rollbacks return to, one after the other. */
function returnsOf({ current, builds }: PublishedRemote): string[] {
  const reached = new Set([current]);
  for (const build of reached) {
    const previous = builds.find((other) => other.build === build)?.previous;
    if (builds.some((other) => other.build === previous) && previous !== undefined) reached.add(previous);
  }
  reached.delete(current);
  return [...reached];
}

interface DeployedBuild {
  descriptor: RemoteDescriptor;
  runs: boolean;
}

/** Every build that runs or that a rollback returns to, by remote. */
async function deployedBuilds({ folder, release }: Running): Promise<DeployedBuild[]> {
  const wanted = Object.entries(release.remotes).flatMap(([name, remote]) =>
    [remote.current, ...returnsOf(remote)].map((build) => ({ name, build, runs: build === remote.current })),
  );
  return Promise.all(
    wanted.map(async ({ name, build, runs }) => ({
      descriptor: await readRemote(join(folder, remoteFolder(name, build))),
      runs,
    })),
  );
}

/** The deprecated names of a shell with the deployed builds that use each, in Spanish. */
export async function retiringNames(running: Running, shell: ShellNames): Promise<string[]> {
  const names = retiring(shell);
  if (names.length === 0) return [];
  const builds = await deployedBuilds(running);
  return names.flatMap((deprecation) => {
    const { module, name, since, instead } = deprecation;
    const users = builds.flatMap(({ descriptor, runs }) => {
      const used = useOf(descriptor, deprecation);
      const label = `${descriptor.name} ${descriptor.build}`;
      return used === null
        ? []
        : [{ runs, line: runs ? `${label} lo ${used}` : `${label}, al que se puede volver, lo ${used}` }];
    });
    return [
      `· ${named(module, name)}, desde la ${since} (en su lugar: ${instead})`,
      ...users.map(({ line }) => `    ${line}`),
      ...(users.some(({ runs }) => runs) ? [] : ['    ningún remoto lo usa: se puede quitar']),
    ];
  });
}

/** The builds to which a remote can no longer be rolled back with a shell, because of names that it lacks. */
export async function lostReturns(running: Running, shell: ShellNames): Promise<string[]> {
  const builds = await deployedBuilds(running);
  return builds.flatMap(({ descriptor, runs }) => {
    const gone = runs ? [] : goneNames(descriptor, shell);
    if (gone.length === 0) return [];
    return [`${descriptor.name} ya no podrá volver a ${descriptor.build}: ${gone.join('; ')}`];
  });
}
