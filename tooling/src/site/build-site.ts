import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { shop } from '@taller/shared/config/shop.ts';
import { buildPackage, type PackageBuild, type SitePackage } from '#src/build/build-package.ts';
import { readShell } from '#src/build/descriptors.ts';
import { hashSources } from '#src/build/sources-hash.ts';
import { REMOTE_NAMES } from '@taller/shared/contract/remote-module.ts';
import { inRoot } from '#src/root.ts';
import { deploy } from '#src/site/deploy.ts';
import { searchFiles } from '#src/site/head.ts';
import { KEEP_DAYS, pruneBuilds, pruneShells, publishBuild } from '#src/site/history.ts';
import { pageTemplates } from '#src/site/html.ts';
import { withLock } from '#src/site/lock.ts';
import { PAGES } from '#src/site/pages.ts';
import { readRelease, releaseId, type Release } from '#src/site/release.ts';
import { SiteFolder } from '#src/site/site-folder.ts';

export interface BuildSiteOptions {
  /** Where the site goes; the workspace's `site/` if absent. */
  outDir?: string;
  /** Days for which replaced builds stay, for the tabs that run them. */
  keepDays?: number;
  /** Told what is being built, in Spanish. */
  log?: (line: string) => void;
}

const AT_ONCE = 2;

/** Builds packages, those whose sources changed, two at a time. Safe to run from two processes at once. */
export async function buildPackages(
  names: readonly SitePackage[],
  log: (line: string) => void,
): Promise<PackageBuild[]> {
  return withLock(inRoot('.cache/build.lock'), async () => {
    const waiting = [...names];
    const builds: PackageBuild[] = [];
    const work = async () => {
      for (let name = waiting.shift(); name; name = waiting.shift()) {
        const started = performance.now();
        const build = await buildPackage(name);
        const seconds = (performance.now() - started) / 1000;
        if (seconds > 0.2) log(`  ${name} (${seconds.toFixed(1)} s)`);
        builds.push(build);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return builds;
  });
}

/** The release in which everything comes from the given builds. */
async function wholeRelease(
  builds: readonly PackageBuild[],
  before: Release | null,
  { now, keepDays, siteUrl }: { now: Date; keepDays: number; siteUrl: string },
): Promise<Release> {
  const shellBuild = builds.find(({ name }) => name === 'shell');
  if (!shellBuild) throw new Error('The shell was not built');
  const shell = await readShell(shellBuild.folder);
  const replaced =
    before && before.shell.build !== shell.build
      ? [
          {
            build: before.shell.build,
            retiredAt: now.toISOString(),
            files: before.files.filter((file) => file.startsWith('assets/')),
          },
        ]
      : [];
  const remotes: Release['remotes'] = {};
  for (const name of REMOTE_NAMES) {
    const build = builds.find((other) => other.name === name);
    if (!build) throw new Error(`${name} was not built`);
    remotes[name] = pruneBuilds(
      publishBuild(before?.remotes[name], { build: build.build, now }),
      now,
      keepDays,
    );
  }
  const made = {
    format: 1 as const,
    publishedAt: now.toISOString(),
    assembly: await hashSources([inRoot('tooling/src/site')], siteUrl),
    shell: {
      build: shell.build,
      publishedAt: before?.shell.build === shell.build ? before.shell.publishedAt : now.toISOString(),
    },
    retiredShells: pruneShells([...(before?.retiredShells ?? []), ...replaced], now, keepDays),
    remotes,
    files: [...shell.files, ...searchFiles(PAGES, siteUrl).keys()],
    pages: pageTemplates(shell, siteUrl),
  };
  return { ...made, id: releaseId(made) };
}

/** Refuses to replace a folder that is no site. */
async function assertReplaceable(folder: string): Promise<void> {
  const entries: string[] = await readdir(folder).catch(() => []);
  if (entries.length === 0 || entries.includes('remotes.json')) return;
  throw new Error(
    `${folder} no es un sitio armado con build:site y tiene otros archivos. Elige otra carpeta.`,
  );
}

/**
 * Builds the shell and the remotes, those whose sources changed, and assembles the static site. Safe to run from two processes at once; the site's
 * folder holds either the old site or the new one.
 * @returns the folder of the site.
 */
export async function buildSite({
  outDir = inRoot('site'),
  keepDays = KEEP_DAYS,
  log = () => undefined,
}: BuildSiteOptions = {}): Promise<string> {
  const builds = await buildPackages(['shell', ...REMOTE_NAMES], log);
  const site = new SiteFolder(outDir);
  const siteUrl = (process.env.SITE_URL ?? shop.website).replace(/\/$/, '');
  await withLock(site.lockFile, async () => {
    const runningFolder = await site.running();
    const before = runningFolder ? await readRelease(runningFolder) : null;
    if (!before && existsSync(outDir)) await assertReplaceable(outDir);
    const release = await wholeRelease(builds, before, { now: new Date(), keepDays, siteUrl });
    if (before?.id === release.id) return;
    const fresh = new Map(
      builds
        .filter(({ name }) => name !== 'shell')
        .map(({ name, build, folder }) => [`${name}/${build}`, folder]),
    );
    await deploy(
      site,
      {
        release,
        running: runningFolder && before ? { folder: runningFolder, release: before } : null,
        fresh,
        shell: builds.find(({ name }) => name === 'shell')?.folder,
        generated: searchFiles(PAGES, siteUrl),
      },
      (folder) => site.replace(folder),
    );
  });
  return site.path;
}
