import type {
  SiteBuilds,
  SiteChange,
  SiteChanged,
  SiteControl,
} from '@taller/shared/system-status/site-control.ts';
import { readShell } from '#src/build/descriptors.ts';
import { backStep } from '#src/site/back-step.ts';
import { livePreviews, previewPath } from '#src/site/preview.ts';
import { readRelease, shellFolder } from '#src/site/release.ts';
import { runApart } from '#src/site/run-apart.ts';
import { SiteFolder } from '#src/site/site-folder.ts';

/**
 * What a site's folder says of its publications.
 * @returns null if build:site did not make it, or if its tools were older than this command's.
 */
export async function readSiteBuilds(path: string, now = new Date()): Promise<SiteBuilds | null> {
  const running = await new SiteFolder(path).running();
  const release = running === null ? null : await readRelease(running);
  if (running === null || release?.format !== 2) return null;
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
    stopped: Object.entries(release.remotes).flatMap(([remote, { stopped }]) =>
      stopped ? [{ remote, ...stopped }] : [],
    ),
  };
}

/**
 * What lets a running server read and change the publications of its site.
 * @param path the site's folder.
 */
export const siteControl = (path: string): SiteControl => ({
  read: () => readSiteBuilds(path),
  change: async (change: SiteChange) =>
    JSON.parse(await runApart('change-site.ts', path, change)) as SiteChanged,
});
