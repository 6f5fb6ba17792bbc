import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Role } from '@taller/shared/access/roles.ts';
import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import type { SitePage } from '#src/site/site-pages.ts';
import { PublishError } from '#src/site/publish-error.ts';

/** A build in a site that is only visible by its link. */
export interface Preview {
  /** The secret part of its link. */
  token: string;
  remote: RemoteName;
  build: string;
  /** URL of the folder with its files, with a trailing slash, if they are on another host. */
  base?: string;
  /** ISO 8601. */
  expiresAt: string;
  /** Path of the link for an external remote, whose screens the shell does not know because its build declares them. */
  page?: string;
}

/** Hidden folder of a site with what the next publication needs: this description, and the shell's server bundle. */
export const RELEASE_FOLDER = '.release';
const RELEASE_FILE = `${RELEASE_FOLDER}/release.json`;

/** A remote's build in a site, current or kept. */
export interface PublishedBuild {
  build: string;
  /** When it last became the current one, ISO 8601. */
  publishedAt: string;
  /** When it was replaced; absent for the current one. */
  retiredAt?: string;
  /** The build before it: the target of a rollback. */
  previous?: string;
  /** URL of the folder with its files, with a trailing slash, if they are on another host. */
  base?: string;
}

export interface PublishedRemote {
  /** The current build. */
  current: string;
  /** Every build whose files exist, including the current one, in the order of their first publication. */
  builds: PublishedBuild[];
}

/** A replaced shell. Its files are kept for open tabs. */
export interface RetiredShell {
  build: string;
  retiredAt: string;
  files: string[];
}

/** Permissions of a remote of another repository in a site. Its builds contain its screens. */
export interface ExternalRemote {
  /** Its screens are at this address or below: `/dashboard/garantias`. */
  prefix: string;
  /** Roles that its screens may be open to. */
  roles: Role[];
  /** ISO 8601. */
  admittedAt: string;
}

/** The builds and shop details of a site. */
export interface Release {
  /** 1 if the builds contain the facts: the release can only be replaced as a whole. */
  format: 1 | 2;
  /** Id of the set of builds and details. */
  id: string;
  /** When this set was published, ISO 8601. */
  publishedAt: string;
  /** Hash of the tools and settings that assembled the whole site. */
  assembly: string;
  shell: { build: string; publishedAt: string };
  /** The shell's current build and those available for a rollback. Missing in older releases. */
  shells?: PublishedRemote;
  retiredShells: RetiredShell[];
  remotes: Record<RemoteName, PublishedRemote>;
  /** Builds that are only visible by a link; absent if there are none. */
  previews?: Preview[];
  /** Public keys by remote, base64 DER: a publication needs a signature by one of them. Absent if there are none. */
  keys?: Record<RemoteName, string[]>;
  /** Remotes of other repositories that the site's admin has admitted; absent if there are none. */
  guests?: Record<RemoteName, ExternalRemote>;
  /** Builds of removed remotes, for open tabs; absent if there are none. */
  retiredRemotes?: Record<string, PublishedBuild[]>;
  /**
   * Files of the shell and of the assembly itself, relative to the site's root. Other files are foreign and are kept.
   */
  files: string[];
  /** Every page, without the remotes' part. */
  pages: SitePage[];
  /** The shop's details shown on the pages. */
  facts: ShopFacts;
  /** Files of the shop's branding; absent if there are none. */
  look?: string[];
  /** Public URL for search engines, if it differs from the shop's website. */
  siteUrl?: string;
}

/** Path of a remote's build in a site, without a leading slash. */
export const remoteFolder = (name: string, build: string) => `remotes/${name}/${build}`;

export const releaseFile = (site: string) => join(site, RELEASE_FILE);
/** Folder of the current shell's descriptor and server bundle. */
export const shellFolder = (site: string) => join(site, RELEASE_FOLDER, 'shell');
/** Path of a replaced shell's whole build in a site, to which it can be rolled back. */
export const retainedShell = (build: string) => `${RELEASE_FOLDER}/shells/${build}`;

/** The builds of a release of format 1, so that the next one keeps them for open tabs. */
function fromFirstFormat(release: Release): Release {
  const files = (release.pages as unknown as { file: string }[]).map(({ file }) => file);
  return {
    ...release,
    pages: files.map((file) => ({ page: { file }, needs: { js: [], css: [] } })),
    facts: NEUTRAL_FACTS,
  };
}

function parsed(text: string, file: string): Release {
  try {
    return JSON.parse(text) as Release;
  } catch {
    // The parser's message quotes the file, which contains the tokens of previews.
    throw new PublishError(
      `${file} está dañado. Restáuralo de un respaldo, o mueve la carpeta y arma el sitio de nuevo con build:site.`,
    );
  }
}

/** Reads the description of a site's release; null if the folder does not contain one. */
export async function readRelease(site: string): Promise<Release | null> {
  const text = await readFile(releaseFile(site), 'utf8').catch(() => null);
  if (text === null) return null;
  const release = parsed(text, releaseFile(site));
  const format: number = release.format;
  if (format === 1) return fromFirstFormat(release);
  if (format !== 2)
    throw new Error(`${site} lo armó una versión más nueva de estas herramientas: actualiza el código.`);
  return release;
}

/** The current build of a remote. */
export function runningBuild(remote: PublishedRemote): PublishedBuild {
  const found = remote.builds.find(({ build }) => build === remote.current);
  if (!found) throw new Error(`The release does not know its own build ${remote.current}`);
  return found;
}

/** A canonical value independent of key order, which differs in a database. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, ordered(part)]));
}

/** Id of a set of builds and details. */
export function releaseId({
  assembly,
  shell,
  remotes,
  facts,
}: Pick<Release, 'assembly' | 'shell' | 'remotes' | 'facts'>): string {
  const running = Object.entries(remotes).map(([name, remote]) => {
    const { base } = runningBuild(remote);
    return `${name} ${remote.current} ${base ?? ''}`;
  });
  const set = JSON.stringify([assembly, shell.build, running.sort(), ordered(facts)]);
  return createHash('sha256').update(set).digest('hex').slice(0, 12);
}
