import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
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
 * @throws an error with the output of the failed process.
 */
async function changeApart(site: string, change: SiteChange): Promise<SiteChanged> {
  const child = spawn(process.execPath, [inRoot('platform/release/src/tasks/change-site.ts'), site], {
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  // A process that ends early stops reading; its output contains the reason.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(change));
  const [output, said, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  if (code !== 0)
    throw new Error(
      withoutTokens(said.trim()) || `El proceso que arma el sitio terminó con ${code ?? 'una señal'}.`,
    );
  return JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as SiteChanged;
}

/**
 * Creates the interface with which a running server reads and changes the publications of its site.
 * @param path the site's folder.
 */
export const siteControl = (path: string): SiteControl => ({
  read: () => readSiteBuilds(path),
  change: (change) => changeApart(path, change),
});
