import { join } from 'node:path';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import { readRemote, readShell, type ShellDescriptor } from '#src/build/descriptors.ts';
import { isRolledBack, type SeenBuilds } from '#src/site/back-step.ts';
import { misfitOf, type Running } from '#src/site/assert-fits.ts';
import { fittingPreviews } from '#src/site/fitting-previews.ts';
import { changeRelease, foundRelease, type PublishOptions } from '#src/site/change-release.ts';
import { shownParts } from '#src/site/external-remote-checks.ts';
import { KEEP_DAYS, pruneBuilds, publishShellBuild, retiredShell, rollBack } from '#src/site/history.ts';
import { sitePages, type SitePage } from '#src/site/site-pages.ts';
import { pagesOfRetained } from '#src/site/retained-shells.ts';
import { assertNotOvertaken } from '#src/site/overtaken.ts';
import { SmokeTestError, PublishError } from '#src/site/publish-error.ts';
import { runningRemotes } from '#src/site/running-remotes.ts';
import { assertShellBudget } from '#src/site/shell-budget.ts';
import {
  retainedShell,
  remoteFolder,
  runningBuild,
  shellFolder,
  type PublishedRemote,
  type Release,
} from '#src/site/release.ts';

/** Result of a publication of the shell. */
export interface PublishedShell {
  build: string;
  /** The build before, unless nothing changed. */
  replaced?: string;
}

type Remotes = [RemoteName, PublishedRemote][];
const remotesOf = ({ remotes }: Release) => Object.entries(remotes) as Remotes;

/** Rejects a shell that a running remote does not fit, and names the remotes that must be updated first. */
async function assertAllFit(shell: ShellDescriptor, running: Running): Promise<void> {
  const problems = (await runningRemotes(running)).flatMap((remote) => {
    const reason = misfitOf(remote, shell);
    return reason === null ? [] : [`  ${remote.name}: ${reason}`];
  });
  const missing = Object.keys(shell.opens ?? {}).filter(
    (name) => !Object.hasOwn(running.release.remotes, name),
  );
  for (const name of missing) problems.push(`  ${name}: no está en el sitio`);
  if (problems.length === 0) return;
  throw new PublishError(
    `El shell no se publicó: estos remotos no calzan con él.\n${problems.join('\n')}\n` +
      'Publícalos antes si su código ya calza, o publica el sitio completo con build:site.',
  );
}

/** Rejects a shell with other pages than the site's, for which the host's rules were generated. */
function assertSamePages(pages: readonly SitePage[], { release }: Running): void {
  const files = (list: readonly SitePage[]) => new Set(list.map(({ page }) => page.file));
  const [now, next] = [files(release.pages), files(pages)];
  const changed = [...now, ...next].filter((file) => !now.has(file) || !next.has(file)).sort();
  if (changed.length > 0)
    throw new PublishError(
      `El shell no se publicó: tiene otras páginas que el sitio (${changed.join(', ')}). ` +
        'Publica el sitio completo con build:site.',
    );
}

interface NewShell {
  /** Folder of the build. */
  folder: string;
  pages: SitePage[];
  shells: PublishedRemote;
  /** Checks the complete release before the shell is opened in it. */
  check?: (release: string) => Promise<void>;
}

/** Replaces the running shell; remotes, facts and everything else stay. */
async function changeShell(
  options: PublishOptions,
  decide: (running: Running, now: Date, found: Release | null) => Promise<NewShell | null>,
): Promise<PublishedShell> {
  const { keepDays = KEEP_DAYS, open, log } = options;
  let replaced: string | undefined;
  const { shell: current } = await changeRelease(options, async (running, now, found) => {
    const decided = await decide(running, now, found);
    if (!decided) return null;
    const { folder, pages, shells, check } = decided;
    const shell = await readShell(folder);
    await assertAllFit(shell, running);
    assertSamePages(pages, running);
    const previews = await fittingPreviews(running, shell, log);
    const before = running.release;
    const old = new Set((await readShell(shellFolder(running.folder))).files);
    replaced = before.shell.build;
    return {
      changed: {
        shell: { build: shell.build, publishedAt: now.toISOString() },
        shells: pruneBuilds(shells, now, keepDays),
        previews: previews.length > 0 ? previews : undefined,
        files: [...shell.files, ...before.files.filter((file) => !old.has(file))],
        pages,
      },
      shell: { folder, replaced: retiredShell(before, now) },
      check: async (release) => {
        await check?.(release);
        if (!open) return;
        if (!shell.shows)
          log?.(`  el shell ${shell.build} es anterior a la comprobación que abre cada pantalla`);
        for (const [name, remote] of remotesOf(before)) {
          const { build, base } = runningBuild(remote);
          const files = join(release, remoteFolder(name, build));
          const parts = shownParts(await readRemote(files), shell, before);
          log?.(`  abriendo ${name} ${build} en el shell ${shell.build}…`);
          await open({ folder: release, name, build: files, base, parts }).catch((error: unknown) => {
            throw error instanceof SmokeTestError ? new SmokeTestError(name, error.problems, true) : error;
          });
        }
      },
    };
  });
  return { build: current.build, ...(replaced !== undefined && { replaced }) };
}

/**
 * Publishes a build of the shell alone; the running remotes stay.
 * @param folder of the build, with its descriptor.
 * @throws PublishError if a running remote does not fit it or is not shown by it, if it is over its budget, or if
 * another one came meanwhile; the site is unchanged.
 */
export async function publishShell(folder: string, options: PublishOptions): Promise<PublishedShell> {
  const shell = await readShell(folder);
  return changeShell(options, async ({ release }, now, found) => {
    if (release.shell.build === shell.build) return null;
    assertNotOvertaken('shell', found, release);
    return {
      folder,
      pages: sitePages(shell),
      shells: publishShellBuild(release, shell.build, now),
      check: assertShellBudget,
    };
  });
}

/**
 * Rolls the shell back to its previous build, or further, to the last one that shows every remote; these stay.
 * @param options.seen builds that were shown before the decision. Nothing changes if the rollback has already happened.
 * @throws PublishError if no earlier build is kept, if a running remote does not fit it, or if the running build is not
 * the one shown, or not the one that ran when the command began.
 */
export async function rollBackShell({
  seen,
  ...options
}: PublishOptions & { seen?: SeenBuilds }): Promise<PublishedShell> {
  const skipped = new Set<string>();
  const { found = await foundRelease(options.site) } = options;
  for (;;) {
    let tried = '';
    try {
      return await changeShell({ ...options, found }, async ({ folder, release }, now) => {
        let shells = release.shells ?? null;
        if (seen && shells && isRolledBack('El shell', shells, seen)) return null;
        if (!seen) assertNotOvertaken('shell', found, release);
        do shells = shells && rollBack(shells, now);
        while (shells && skipped.has(shells.current));
        if (!shells) throw new PublishError('El shell no tiene una versión anterior guardada en este sitio.');
        tried = shells.current;
        const kept = join(folder, retainedShell(tried));
        return { folder: kept, pages: await pagesOfRetained(kept), shells };
      });
    } catch (error) {
      if (!(error instanceof SmokeTestError)) throw error;
      options.log?.(`  el shell ${tried} tampoco muestra todo; se prueba el anterior`);
      skipped.add(tried);
    }
  }
}
