import { join } from 'node:path';
import { messageOf } from '@taller/server/errors/start-error.ts';
import { startProgram } from '@taller/server/programs/start-program.ts';
import type {
  BuildSource,
  SiteBuilds,
  SiteChange,
  SiteChanged,
  SiteControl,
} from '@taller/shared/system-status/site-control.ts';
import { readRemote, readShell, type ShellDescriptor } from '#src/build/descriptors.ts';
import { commitLabel } from '#src/build/source-commit.ts';
import { backStep } from '#src/site/back-step.ts';
import { withoutLost } from '#src/site/lost-files.ts';
import { livePreviews, previewPath, withoutTokens } from '#src/site/preview.ts';
import { readRelease, remoteFolder, shellFolder, type Release } from '#src/site/release.ts';
import { SiteFolder } from '#src/site/site-folder.ts';
import { inRoot } from '#src/workspace/root.ts';

/** Source commits of the shell and of the kept builds of remotes, where their descriptors have one. */
async function sourcesOf(site: string, { remotes }: Release, shell: ShellDescriptor): Promise<BuildSource[]> {
  const builds = Object.entries(remotes).flatMap(([name, remote]) =>
    remote.builds.map(({ build }) => readRemote(join(site, remoteFolder(name, build))).catch(() => null)),
  );
  return [shell, ...(await Promise.all(builds))].flatMap((described) =>
    described?.source
      ? [{ part: described.name, build: described.build, source: commitLabel(described.source) }]
      : [],
  );
}

/**
 * Reads the builds, rollbacks and previews of a site from its folder.
 * @returns null if build:site did not make it, or if its tools were older than this command's.
 */
export async function readSiteBuilds(path: string, now = new Date()): Promise<SiteBuilds | null> {
  const running = await new SiteFolder(path).running();
  const described = running === null ? null : await readRelease(running);
  if (running === null || described?.format !== 2) return null;
  const release = withoutLost(described, running);
  const shell = await readShell(shellFolder(running));
  const parts = [['shell', release.shells], ...Object.entries(release.remotes)] as const;
  return {
    shell: release.shell,
    backs: parts.flatMap(([name, published]) => backStep(name, published) ?? []),
    previews: (livePreviews(release, now) ?? []).map((preview) => ({
      remote: preview.remote,
      build: preview.build,
      path: previewPath(shell, preview),
      expiresAt: preview.expiresAt,
    })),
    sources: await sourcesOf(running, release, shell),
  };
}

/** Time limit that suffices on any machine; a process that hangs must not block the next change. */
const PATIENCE_MS = 120_000;

/**
 * Changes a site in a separate process, since rendering loads the code of each release. Killing the process leaves the
 * site unchanged.
 * @throws an error with the reason of the failed process.
 */
async function changeApart(site: string, change: SiteChange): Promise<SiteChanged> {
  const program = inRoot('platform/release/src/tasks/change-site.ts');
  try {
    const changed = await startProgram(program, [site], {
      name: 'El proceso que arma el sitio',
      input: change,
      signal: AbortSignal.timeout(PATIENCE_MS),
      stopBy: 'SIGKILL',
    });
    return changed as SiteChanged;
  } catch (error) {
    throw new Error(withoutTokens(messageOf(error)), { cause: error });
  }
}

/**
 * Creates the interface with which a running server reads and changes the publications of its site.
 * @param path the site's folder.
 */
export const siteControl = (path: string): SiteControl => ({
  read: () => readSiteBuilds(path),
  change: (change) => changeApart(path, change),
});
