import { join } from 'node:path';
import { readRemote, type RemoteDescriptor } from '#src/build/descriptors.ts';
import type { Running } from '#src/site/assert-fits.ts';
import { remoteFolder } from '#src/site/release.ts';

/** The running builds of a site's remotes. */
export const runningRemotes = ({ folder, release }: Running): Promise<RemoteDescriptor[]> =>
  Promise.all(
    Object.entries(release.remotes).map(([name, { current }]) =>
      readRemote(join(folder, remoteFolder(name, current))),
    ),
  );
