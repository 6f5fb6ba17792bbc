import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
import type { ShopFacts, ShopImages } from '@taller/shared/config/shop-facts.ts';
import type { PackageBuild } from '#src/build/build-package.ts';
import { readShell } from '#src/build/descriptors.ts';
import { hashSources } from '#src/build/sources-hash.ts';
import { REMOTE_NAMES, type RemoteName } from '@taller/shared/contract/remote-names.ts';
import { inRoot } from '#src/workspace/root.ts';
import { deploy } from '#src/site/deploy.ts';
import { fittingPreviews } from '#src/site/fitting-previews.ts';
import { SEARCH_FILES } from '@taller/server/pages/head.ts';
import {
  KEEP_DAYS,
  pruneBuilds,
  pruneShells,
  publishBuild,
  publishShellBuild,
  retiredBranding,
  retiredShell,
} from '#src/site/history.ts';
import { ANY_SUPABASE, hostRules } from '#src/site/host-rules.ts';
import { sitePages } from '#src/site/site-pages.ts';
import { withLock } from '#src/site/lock.ts';
import { withoutLost } from '#src/site/lost-files.ts';
import { PAGES } from '@taller/server/pages/pages.ts';
import { livePreviews } from '#src/site/preview.ts';
import { readRelease, releaseId, type ExternalRemote, type Release } from '#src/site/release.ts';
import { retiredRemotes } from '#src/site/retired-remotes.ts';
import { assertSigned } from '#src/site/signature.ts';
import { SiteFolder } from '#src/site/site-folder.ts';

/** Properties of a site besides its builds. */
export interface SiteOptions {
  /** The site's folder; the workspace's `site/` if absent. */
  outDir?: string;
  /** Origins of remotes on other hosts, for the configuration of static hosts. */
  remoteOrigins?: readonly string[];
  /**
   * The Supabase project of the site: its URL is added to the configuration of static hosts and, with the public key,
   * to config.json.
   */
  supabase?: { url: string; key: string };
  /** The shop's facts for the pages; those of the running release if absent. */
  facts?: ShopFacts;
  /** The shop's facts for a folder without a site; neutral facts if absent. */
  firstFacts?: ShopFacts;
  /** Images that the facts name, unless the site has them already. */
  images?: ShopImages;
  /** Whether the site is a link to its release from the beginning, so that each later one comes by one rename. */
  linked?: boolean;
  /** Days for which replaced builds stay, for the tabs that run them. */
  keepDays?: number;
  /** Current time, for tests. */
  now?: Date;
}

interface Settings {
  now: Date;
  keepDays: number;
  facts: ShopFacts;
  siteUrl: string | undefined;
  generated: ReadonlyMap<string, string>;
  /** Folder of the release that runs. */
  runningFolder: string | null;
}

/** Files of the site that are neither pages nor anybody's build. */
function generatedFiles({ remoteOrigins = [], supabase }: SiteOptions): Map<string, string> {
  const connect = supabase ? [supabase.url, supabase.url.replace(/^http/, 'ws')] : ANY_SUPABASE;
  const config = supabase && JSON.stringify({ supabaseUrl: supabase.url, supabaseKey: supabase.key });
  return new Map([
    ...hostRules(PAGES, { remotes: remoteOrigins, connect }),
    ...(config ? [['config.json', config] as const] : []),
  ]);
}

/** Refuses new unsigned builds of remotes that have keys. Running builds stay, even those from before the keys. */
async function assertAllSigned(builds: readonly PackageBuild[], before: Release | null): Promise<void> {
  for (const { name, build, folder } of builds) {
    if (name === 'shell' || before?.remotes[name]?.current === build) continue;
    await assertSigned(name, folder, before?.keys?.[name]);
  }
}

/** External remotes that stay: a remote of the workspace replaces an external remote of the same name. */
const stayingExternalRemotes = (before: Release | null): Record<RemoteName, ExternalRemote> =>
  Object.fromEntries(
    Object.entries(before?.guests ?? {}).filter(([name]) => !REMOTE_NAMES.includes(name as RemoteName)),
  );

/** The release with all of its parts from the given builds. */
async function wholeRelease(
  builds: readonly PackageBuild[],
  before: Release | null,
  { now, keepDays, facts, siteUrl, generated, runningFolder }: Settings,
): Promise<Release> {
  const shellBuild = builds.find(({ name }) => name === 'shell');
  if (!shellBuild) throw new Error('The shell was not built');
  const shell = await readShell(shellBuild.folder);
  const replaced = before && before.shell.build !== shell.build ? [retiredShell(before, now)] : [];
  const running = before && runningFolder ? { folder: runningFolder, release: before } : null;
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
  const guests = stayingExternalRemotes(before);
  for (const name of Object.keys(guests) as RemoteName[]) {
    const external = before?.remotes[name];
    if (external) remotes[name] = pruneBuilds(external, now, keepDays);
  }
  const made = {
    format: 2 as const,
    publishedAt: now.toISOString(),
    assembly: hashSources(
      [inRoot('platform/release/src/site'), inRoot('platform/server/src/pages')],
      JSON.stringify([siteUrl, [...generated]]),
    ),
    shell: {
      build: shell.build,
      publishedAt: before?.shell.build === shell.build ? before.shell.publishedAt : now.toISOString(),
    },
    shells: pruneBuilds(publishShellBuild(before, shell.build, now), now, keepDays),
    retiredShells: pruneShells(
      [...(before?.retiredShells ?? []), ...replaced, ...(before ? retiredBranding(before, now) : [])],
      now,
      keepDays,
    ),
    remotes,
    previews: livePreviews({ previews: running ? await fittingPreviews(running, shell) : [], remotes }, now),
    retiredRemotes: retiredRemotes(before, remotes, now, keepDays),
    keys: before?.keys,
    guests,
    files: [...shell.files, ...SEARCH_FILES, ...generated.keys()],
    pages: sitePages(shell),
    facts,
    siteUrl,
  };
  return { ...made, id: releaseId(made) };
}

/** Refuses to replace a folder that is not a site. */
async function assertReplaceable(folder: string): Promise<void> {
  const entries: string[] = await readdir(folder).catch(() => []);
  if (entries.length === 0 || entries.includes('remotes.json')) return;
  throw new Error(
    `${folder} no es un sitio armado con build:site y tiene otros archivos. Elige otra carpeta.`,
  );
}

/**
 * Deploys builds of the shell and of every remote to a site's folder, keeping those used by open tabs. The switch is
 * atomic.
 * @returns the folder.
 */
export async function deploySite(
  builds: readonly PackageBuild[],
  options: SiteOptions = {},
): Promise<string> {
  const { outDir = inRoot('site'), keepDays = KEEP_DAYS, now = new Date() } = options;
  const { firstFacts = NEUTRAL_FACTS, linked = false } = options;
  const site = new SiteFolder(outDir);
  const siteUrl = process.env.SITE_URL || undefined;
  const generated = generatedFiles(options);
  await withLock(site.lockFile, async () => {
    await site.repair();
    const runningFolder = await site.running();
    const found = runningFolder ? await readRelease(runningFolder) : null;
    const before = found && runningFolder ? withoutLost(found, runningFolder) : null;
    if (!before && existsSync(outDir)) await assertReplaceable(outDir);
    const facts = options.facts ?? (before?.format === 2 ? before.facts : firstFacts);
    const settings = { now, keepDays, facts, siteUrl, generated, runningFolder };
    await assertAllSigned(builds, before);
    const release = await wholeRelease(builds, before, settings);
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
        generated,
        images: options.images,
      },
      (folder) => (linked ? site.switchTo(folder) : site.replace(folder)),
    );
  });
  return site.path;
}
