import { join } from 'node:path';
import { readRemote, type RemoteDescriptor } from '#src/build/descriptors.ts';
import type { Running } from '#src/site/assert-fits.ts';
import { remoteFolder } from '#src/site/release.ts';

/** The builds of a site's remotes that visitors have, or have again when a rollout that is paused goes on. */
export const runningRemotes = ({ folder, release }: Running): Promise<RemoteDescriptor[]> =>
  Promise.all(
    Object.entries(release.remotes)
      .flatMap(([name, { current, rollout }]) => [
        remoteFolder(name, current),
        ...(rollout ? [remoteFolder(name, rollout.build)] : []),
      ])
      .map((build) => readRemote(join(folder, build))),
  );
