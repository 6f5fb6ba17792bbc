import { existsSync } from 'node:fs';
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shop } from '@taller/shared/config/shop.ts';
import type { Registry } from '@taller/shared/contract/registry.ts';
import { REMOTE_NAMES } from '#src/federation/ports.ts';
import { inRoot } from '#src/root.ts';
import { buildPackage, type PackageBuild, type SitePackage } from '#src/site/build-package.ts';
import { makePages, readShell } from '#src/site/html.ts';
import { searchFiles } from '#src/site/head.ts';
import { withLock } from '#src/site/lock.ts';
import { PAGES } from '#src/site/pages.ts';
import { prerenderPages } from '#src/site/prerender.ts';
import { describeRemote, remoteBase } from '#src/site/remote-entry.ts';
import { hashSources } from '#src/site/sources-hash.ts';

export interface BuildSiteOptions {
  /** Where the site goes; the workspace's `site/` if absent. */
  outDir?: string;
  /** Told what is being built, in Spanish. */
  log?: (line: string) => void;
}

const AT_ONCE = 2;
/** Names the sources of the site that a folder holds, so that an unchanged site is left alone. */
const STAMP = 'site-build.json';

async function buildAll(log: (line: string) => void): Promise<PackageBuild[]> {
  const waiting: SitePackage[] = ['shell', ...REMOTE_NAMES];
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
}

const isServed = (path: string) =>
  !/(?:mf-manifest|mf-stats|vite-manifest|manifest)\.json$|\.vite$/.test(path);

async function assemble(folder: string, builds: readonly PackageBuild[]): Promise<void> {
  const shellBuild = builds.find(({ name }) => name === 'shell');
  if (!shellBuild) throw new Error('The shell was not built');
  const remotes = builds.filter(({ name }) => name !== 'shell').sort((a, b) => a.name.localeCompare(b.name));
  await cp(shellBuild.folder, folder, { recursive: true });
  const shell = await readShell(folder);
  for (const { name, build, folder: from } of remotes) {
    await cp(from, join(folder, remoteBase(name, build)), { recursive: true, filter: isServed });
  }
  const prerendered = await prerenderPages();
  const registry: Registry = { remotes: await Promise.all(remotes.map(describeRemote)) };
  const siteUrl = (process.env.SITE_URL ?? shop.website).replace(/\/$/, '');
  const pages = await makePages(shell, registry, builds, prerendered, siteUrl);
  for (const [file, text] of [...pages, ...searchFiles(PAGES, siteUrl)])
    await writeFile(join(folder, file), text);
  await writeFile(join(folder, 'remotes.json'), JSON.stringify(registry));
  await rm(join(folder, 'vite-manifest.json'), { force: true });
}

/** Puts a new folder in the place of an old one. */
async function replaceFolder(fresh: string, target: string): Promise<void> {
  const old = `${target}.old-${process.pid}`;
  if (existsSync(target)) await rename(target, old);
  await rename(fresh, target);
  await rm(old, { recursive: true, force: true });
}

/**
 * Builds the shell and the remotes, those whose sources changed, and assembles the static site. Safe to run from two processes at once; the site's
 * folder holds either the old site or the new one.
 * @returns the folder of the site.
 */
export async function buildSite({
  outDir = inRoot('site'),
  log = () => undefined,
}: BuildSiteOptions = {}): Promise<string> {
  return withLock(inRoot('.cache/build-site.lock'), async () => {
    const builds = await buildAll(log);
    const stamp = JSON.stringify({
      assembly: await hashSources([inRoot('tooling/src/site')]),
      builds: builds.map(({ name, build }) => `${name} ${build}`).sort(),
    });
    if ((await readFile(join(outDir, STAMP), 'utf8').catch(() => '')) === stamp) return outDir;
    const fresh = `${outDir}.new-${process.pid}`;
    await rm(fresh, { recursive: true, force: true });
    try {
      await assemble(fresh, builds);
      await writeFile(join(fresh, STAMP), stamp);
      await replaceFolder(fresh, outDir);
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
    return outDir;
  });
}
