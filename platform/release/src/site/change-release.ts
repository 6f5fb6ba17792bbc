import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ShopImages } from '@taller/shared/config/shop-facts.ts';
import type { Running } from '#src/site/assert-fits.ts';
import { deploy } from '#src/site/deploy.ts';
import { KEEP_DAYS, pruneShells, retiredBranding } from '#src/site/history.ts';
import { withLock } from '#src/site/lock.ts';
import type { Open } from '#src/site/opened.ts';
import { livePreviews } from '#src/site/preview.ts';
import { withoutLost } from '#src/site/lost-files.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { readRelease, releaseId, type Release, type RetiredShell } from '#src/site/release.ts';
import { retiredRemotes } from '#src/site/retired-remotes.ts';
import { SiteFolder } from '#src/site/site-folder.ts';
import { writeFailure } from '#src/site/write-failure.ts';

export interface PublishOptions {
  /** The site's folder, from build:site or an earlier publication. */
  site: string;
  /** Days that replaced builds are kept, for open tabs. */
  keepDays?: number;
  /** Current time, for tests. */
  now?: Date;
  /** Opens a remote in the new release before it is put in place; without it nothing is opened. */
  open?: Open;
  /** Receives progress messages in Spanish. */
  log?: (line: string) => void;
  /** False: refused while another publication is in progress, instead of waiting for its end. */
  wait?: boolean;
  /** The site's release when the command began (`foundRelease`); read now if absent. */
  found?: Release | null;
}

/** Reads the release when a command begins, so that it replaces nothing published since; null without a release. */
export async function foundRelease(path: string): Promise<Release | null> {
  const folder = await new SiteFolder(path).running();
  const release = folder === null ? null : await readRelease(folder);
  return release && folder !== null ? withoutLost(release, folder) : null;
}

async function openRunning(site: SiteFolder, log?: (line: string) => void): Promise<Running> {
  const folder = await site.running();
  const release = folder ? await readRelease(folder) : null;
  if (!folder || !release) {
    throw new PublishError(
      `${site.path} no es un sitio publicado. Ármalo primero: npm run build:site -- ${site.path}`,
    );
  }
  if (release.format === 1) {
    throw new PublishError(
      `${site.path} lo armó una versión anterior de estas herramientas: publica primero el sitio completo con build:site.`,
    );
  }
  return { folder, release: withoutLost(release, folder, log) };
}

/** Decides how a running release changes; null for no change. @param found the release when the command began. */
export type Change = (
  running: Running,
  now: Date,
  found: Release | null,
) => Promise<{
  changed: Partial<Release>;
  fresh?: ReadonlyMap<string, string>;
  images?: ShopImages;
  /** Folder of a new build of the shell, and the files that the replaced one keeps for open tabs. */
  shell?: { folder: string; replaced: RetiredShell };
  /** Checks the complete release before it is put in place. */
  check?: (folder: string) => Promise<void>;
} | null>;

/**
 * Locks the site, decides on a change, and switches to the result in one step.
 * @returns the release that runs afterwards.
 */
export async function changeRelease(
  { site: path, keepDays = KEEP_DAYS, now = new Date(), log = () => undefined, ...options }: PublishOptions,
  decide: Change,
): Promise<Release> {
  const { wait = true, found = await foundRelease(path) } = options;
  const site = new SiteFolder(path);
  if (!existsSync(dirname(site.lockFile)) && !existsSync(site.path)) await openRunning(site);
  const waiting = () => {
    if (!wait)
      throw new PublishError('Otra publicación está en curso: espera a que termine y vuelve a intentarlo.');
    log('Otra publicación está en curso; esperando que termine…');
  };
  const changing = withLock(
    site.lockFile,
    async () => {
      await site.repair();
      const running = await openRunning(site, log);
      const decided = await decide(running, now, found);
      if (!decided) return running.release;
      const changed = {
        ...running.release,
        publishedAt: now.toISOString(),
        ...decided.changed,
        retiredShells: pruneShells(
          [
            ...running.release.retiredShells,
            ...(decided.changed.facts || decided.shell ? retiredBranding(running.release, now) : []),
            ...(decided.shell ? [decided.shell.replaced] : []),
          ],
          now,
          keepDays,
        ),
      };
      const retired = retiredRemotes(running.release, changed.remotes, now, keepDays);
      const release = {
        ...changed,
        previews: livePreviews(changed, now),
        retiredRemotes: retired,
        id: releaseId(changed),
      };
      const { fresh = new Map<string, string>(), images, shell, check } = decided;
      await deploy(site, { release, running, fresh, images, shell: shell?.folder }, async (folder) => {
        await check?.(folder);
        await site.switchTo(folder);
      });
      return release;
    },
    { waiting },
  );
  return changing.catch((error: unknown) => {
    throw writeFailure(error, site.path) ?? error;
  });
}
