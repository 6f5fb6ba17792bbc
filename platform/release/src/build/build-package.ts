import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import { inRoot } from '#src/workspace/root.ts';
import { hashSources, type Digests } from '#src/build/sources-hash.ts';

export type SitePackage = 'shell' | RemoteName;

export interface PackageBuild {
  name: SitePackage;
  /** Hash of all inputs of the build. */
  build: string;
  /** Cached folder with the files of the site and, hidden, its descriptor (descriptors.ts). Read only. */
  folder: string;
}

const CACHE = inRoot('.cache/build');
const KEPT_BUILDS = 4;

const dependencies = (name: SitePackage) => [
  inRoot(name, 'src'),
  inRoot(name, 'public'),
  inRoot(name, 'index.html'),
  inRoot(name, 'vite.config.ts'),
  inRoot(name, 'package.json'),
  inRoot('shared/src'),
  inRoot('shared/package.json'),
  inRoot('platform/release/src/federation'),
  inRoot('platform/release/src/build'),
  inRoot('platform/server/src/pages/pages.ts'),
  inRoot('pnpm-lock.yaml'),
];

/** Evicts the oldest builds of a package, to bound the cache. */
async function prune(name: SitePackage, current: string): Promise<void> {
  const folder = join(CACHE, name);
  const builds = (await readdir(folder)).filter((build) => build !== current && !build.includes('.'));
  const dated = await Promise.all(
    builds.map(async (build) => ({ build, time: (await stat(join(folder, build))).mtimeMs })),
  );
  const old = dated.sort((a, b) => b.time - a.time).slice(KEPT_BUILDS - 1);
  await Promise.all(old.map(({ build }) => rm(join(folder, build), { recursive: true, force: true })));
}

/**
 * Builds the shell or a remote, unless the same sources were built before.
 * @param digests source digests already computed for another package.
 */
export async function buildPackage(name: SitePackage, digests?: Digests): Promise<PackageBuild> {
  const build = hashSources(dependencies(name), name, digests);
  const folder = join(CACHE, name, build);
  if (existsSync(folder)) {
    await utimes(folder, new Date(), new Date());
    return { name, build, folder };
  }
  const temporary = `${folder}.${process.pid}`;
  await mkdir(join(CACHE, name), { recursive: true });
  try {
    // Imported late: Vite is not needed for a start with an up-to-date site.
    const { makeBuild } = await import('#src/build/make-build.ts');
    await makeBuild(name, build, temporary);
    await rename(temporary, folder);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  await prune(name, build);
  return { name, build, folder };
}
