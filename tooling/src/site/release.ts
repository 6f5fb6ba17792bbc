import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import type { PageTemplate } from '#src/site/html.ts';

/** Hidden folder of a site with what the next publish has to know: this description, and the shell's server bundle. */
export const RELEASE_FOLDER = '.release';
const RELEASE_FILE = `${RELEASE_FOLDER}/release.json`;

/** A build of a remote in a site: running now, or kept. */
export interface PublishedBuild {
  build: string;
  /** When it was last made the running one, ISO 8601. */
  publishedAt: string;
  /** Since when another one runs; absent while it runs itself. */
  retiredAt?: string;
  /** The build that ran before it: what a rollback goes back to. */
  previous?: string;
  /** URL of the folder with its files, with a slash at its end, if they are on another host. */
  base?: string;
}

export interface PublishedRemote {
  /** Build that runs. */
  current: string;
  /** Every build whose files are there, the running one included, in the order of their first publication. */
  builds: PublishedBuild[];
}

/** A shell that was replaced. Its files stay for the tabs that run it. */
export interface RetiredShell {
  build: string;
  retiredAt: string;
  files: string[];
}

/** Which builds a site is made of. */
export interface Release {
  format: 1;
  /** Names the set of builds. */
  id: string;
  /** When this set went into the site, ISO 8601. */
  publishedAt: string;
  /** Hash of the tools and settings that assembled it as a whole. */
  assembly: string;
  shell: { build: string; publishedAt: string };
  retiredShells: RetiredShell[];
  remotes: Partial<Record<RemoteName, PublishedRemote>>;
  /** Files of the running shell and of the assembly itself, below the site's root. What else is there belongs to somebody else and stays. */
  files: string[];
  /** Every page, without the remotes' part. */
  pages: PageTemplate[];
}

/** Where a remote's build is in a site, without a slash before it. */
export const remoteFolder = (name: RemoteName, build: string) => `remotes/${name}/${build}`;

export const releaseFile = (site: string) => join(site, RELEASE_FILE);
/** Folder of the running shell's description and server bundle. */
export const shellFolder = (site: string) => join(site, RELEASE_FOLDER, 'shell');

/** Reads what a site consists of; null if the folder is no site of ours. */
export async function readRelease(site: string): Promise<Release | null> {
  const text = await readFile(releaseFile(site), 'utf8').catch(() => null);
  if (text === null) return null;
  const release = JSON.parse(text) as Release;
  if ((release.format as number) !== 1)
    throw new Error(`${site} lo armó una versión más nueva de estas herramientas: actualiza el código.`);
  return release;
}

/** The running build of a remote. */
export function runningBuild(remote: PublishedRemote): PublishedBuild {
  const found = remote.builds.find(({ build }) => build === remote.current);
  if (!found) throw new Error(`The release does not know its own build ${remote.current}`);
  return found;
}

/** Name of a set of builds. */
export function releaseId({
  assembly,
  shell,
  remotes,
}: Pick<Release, 'assembly' | 'shell' | 'remotes'>): string {
  const running = Object.entries(remotes).map(([name, remote]) => {
    const { base } = runningBuild(remote);
    return `${name} ${remote.current} ${base ?? ''}`;
  });
  const set = JSON.stringify([assembly, shell.build, running.sort()]);
  return createHash('sha256').update(set).digest('hex').slice(0, 12);
}
