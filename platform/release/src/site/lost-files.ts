import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DESCRIPTOR_FILE } from '#src/build/descriptors.ts';
import { remoteFolder, type PublishedBuild, type PublishedRemote, type Release } from '#src/site/release.ts';

/**
 * Removes dispensable builds whose files are missing from a release: previews and targets of rollbacks. Older tools do
 * not copy previews, and people delete files. One team's lost build must not stop the publications of others.
 * @param folder folder of the release.
 * @param log receives a line for each removed build.
 */
export function withoutLost(
  release: Release,
  folder: string,
  log: (line: string) => void = () => undefined,
): Release {
  const isThere = (name: string, build: string) =>
    existsSync(join(folder, remoteFolder(name, build), DESCRIPTOR_FILE));
  const stays = (name: string, build: string, what: string): boolean => {
    if (isThere(name, build)) return true;
    log(`  ${what}: sus archivos no están en el sitio`);
    return false;
  };
  const whole = (name: string, remote: PublishedRemote): PublishedRemote => ({
    ...remote,
    builds: remote.builds.filter(
      ({ build }) => build === remote.current || stays(name, build, `${name} ya no podrá volver a ${build}`),
    ),
  });
  const { previews, retiredRemotes } = release;
  const remotes = Object.entries(release.remotes).map(([name, remote]) => [name, whole(name, remote)]);
  const retired = Object.entries(retiredRemotes ?? {}).map(([name, builds]): [string, PublishedBuild[]] => [
    name,
    builds.filter(({ build }) => isThere(name, build)),
  ]);
  return {
    ...release,
    remotes: Object.fromEntries(remotes) as Release['remotes'],
    ...(previews && {
      previews: previews.filter(({ remote, build }) =>
        stays(remote, build, `la vista previa ${build} de ${remote} se cierra`),
      ),
    }),
    ...(retiredRemotes && { retiredRemotes: Object.fromEntries(retired) }),
  };
}
