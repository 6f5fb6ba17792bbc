import { join } from 'node:path';
import type { Deprecation } from '@taller/shared/contract/deprecations.ts';
import { readRemote, readShell, type RemoteDescriptor } from '#src/build/descriptors.ts';
import { misfitOf, type Running, type ShellContract } from '#src/site/assert-fits.ts';
import { named, useOf, type ShellNames } from '#src/site/gone-names.ts';
import type { Preview } from '#src/site/preview.ts';
import { runningRemotes } from '#src/site/running-remotes.ts';
import { remoteFolder, shellFolder, type PublishedRemote } from '#src/site/release.ts';

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
  /** Whether visitors have it, a rollback leads to it, or those have it who have the link of its preview. */
  as: 'running' | 'return' | 'preview';
}

/** Every build of a site that can be opened, or that a rollback leads to. */
async function deployedBuilds(running: Running): Promise<DeployedBuild[]> {
  const { folder, release } = running;
  const returns = Object.entries(release.remotes).flatMap(([name, remote]) =>
    returnsOf(remote).map((build) => ({ name, build, as: 'return' as const })),
  );
  const previews = (release.previews ?? []).map(({ remote, build }) => ({
    name: remote,
    build,
    as: 'preview' as const,
  }));
  const others = [...returns, ...previews].map(async ({ name, build, as }) =>
    readRemote(join(folder, remoteFolder(name, build))).then(
      (descriptor) => [{ descriptor, as }],
      // Nobody can be led to a build whose description cannot be read.
      () => [],
    ),
  );
  return [
    ...(await runningRemotes(running)).map((descriptor) => ({ descriptor, as: 'running' as const })),
    ...(await Promise.all(others)).flat(),
  ];
}

const WHERE = { running: '', return: ', al que se puede volver,', preview: ', en vista previa,' };

/** The deprecated names of a shell with the deployed builds that use each, in Spanish. */
export async function retiringNames(running: Running, shell: ShellNames): Promise<string[]> {
  const names = retiring(shell);
  if (names.length === 0) return [];
  const builds = await deployedBuilds(running);
  return names.flatMap((deprecation) => {
    const { module, name, since, instead } = deprecation;
    const users = builds.flatMap(({ descriptor, as }) => {
      const used = useOf(descriptor, deprecation);
      return used === null
        ? []
        : [{ as, line: `${descriptor.name} ${descriptor.build}${WHERE[as]} lo ${used}` }];
    });
    return [
      `· ${named(module, name)}, desde la ${since} (en su lugar: ${instead})`,
      ...users.map(({ line }) => `    ${line}`),
      ...(users.some(({ as }) => as === 'running') ? [] : ['    ningún remoto lo usa: se puede quitar']),
    ];
  });
}

/** Builds that run for nobody and that another shell takes out of reach. */
export interface LostBuilds {
  /** In Spanish, a line each. */
  lines: string[];
  /** Previews that cannot be shown any more. */
  isLost: (preview: Pick<Preview, 'remote' | 'build'>) => boolean;
}

/** The targets of rollbacks and the previews that fit a site's shell and not another one. */
export async function lostBuilds(running: Running, next: ShellContract): Promise<LostBuilds> {
  const deployed = await readShell(shellFolder(running.folder));
  const others = (await deployedBuilds(running)).filter(({ as }) => as !== 'running');
  const lost = others.flatMap(({ descriptor, as }) => {
    const reason = misfitOf(descriptor, deployed) === null ? misfitOf(descriptor, next) : null;
    const { name, build } = descriptor;
    const what =
      as === 'preview'
        ? `la vista previa ${build} de ${name} se cierra`
        : `${name} ya no podrá volver a ${build}`;
    return reason === null ? [] : [{ name, build, line: `${what}: ${reason}` }];
  });
  return {
    lines: lost.map(({ line }) => line),
    isLost: ({ remote, build }) => lost.some((other) => other.name === remote && other.build === build),
  };
}

/** The previews of a site that another shell can show as well. */
export async function fittingPreviews(running: Running, next: ShellContract): Promise<Preview[]> {
  const { previews = [] } = running.release;
  if (previews.length === 0) return [];
  const { isLost } = await lostBuilds(running, next);
  return previews.filter((preview) => !isLost(preview));
}
