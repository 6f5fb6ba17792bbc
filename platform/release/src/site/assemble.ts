import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SEARCH_FILES } from '@taller/server/pages/head.ts';
import { releaseBranding } from '@taller/server/pages/branding.ts';
import { pageFiles, REGISTRY_FILE } from '@taller/server/pages/page-files.ts';
import { prerender } from '@taller/server/pages/prerender.ts';
import { TEMPLATES_FILE, type Templates } from '@taller/server/pages/templates.ts';
import type { ShopImages } from '@taller/shared/config/shop-facts.ts';
import type { DeclaredScreen } from '@taller/shared/contract/declared-screen.ts';
import type { Registry, RegistryPreview, RegistryRemote } from '@taller/shared/contract/registry.ts';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import {
  PRIVATE_FOLDER,
  readRemote,
  readShell,
  SERVER_BUNDLE,
  type RemoteDescriptor,
  type ShellDescriptor,
} from '#src/build/descriptors.ts';
import { registryScreens } from '#src/site/external-remote-checks.ts';
import { allFiles, copyTree, linkFile, linkTree } from '#src/site/link-tree.ts';
import { previewedBuilds, previewFile } from '#src/site/preview.ts';
import { linkRetainedShells } from '#src/site/retained-shells.ts';
import { linkRetiredRemotes } from '#src/site/retired-remotes.ts';
import { SHELL_FILE, shellFile } from '#src/site/shell-file.ts';
import { pageLinks } from '#src/site/site-pages.ts';
import {
  RELEASE_FOLDER,
  releaseFile,
  remoteFolder,
  runningBuild,
  shellFolder,
  type PublishedBuild,
  type Release,
} from '#src/site/release.ts';

/** Inputs of a new release. */
export interface Assembly {
  /** The new release's folder, empty. */
  folder: string;
  release: Release;
  /** The current release and its folder, from which unchanged parts are taken. */
  running: { folder: string; release: Release } | null;
  /** Builds that are new to the site: folder by `name/build`. */
  fresh: ReadonlyMap<string, string>;
  /** The new build of the shell, unless the current one stays. */
  shell?: string;
  /** Additional files of the site, by name; absent if the current ones stay. */
  generated?: ReadonlyMap<string, string>;
  /** New images that the facts name. */
  images?: ShopImages;
}

const remotesOf = (release: Release) =>
  Object.entries(release.remotes) as [RemoteName, NonNullable<Release['remotes'][RemoteName]>][];

/** A running remote's registry entry. */
function registryEntry(
  descriptor: RemoteDescriptor,
  { build, base, publishedAt }: Pick<PublishedBuild, 'build' | 'base'> & { publishedAt?: string },
  screens: DeclaredScreen[] | undefined,
): RegistryRemote {
  const { name, contract, runtime, modules, entryJs, plainEntry, entry, integrity } = descriptor;
  return {
    name,
    entry: `${base ?? `/${remoteFolder(name, build)}/`}${entry}`,
    entryJs,
    ...(plainEntry ? { plainEntry } : {}),
    contract,
    runtime,
    build,
    publishedAt,
    ...(base ? { integrity } : {}),
    modules,
    ...(screens && { screens }),
  };
}

/**
 * Links the unchanged files: the shell unless there is a new one, replaced shells still used by open tabs, and files
 * added by others.
 */
async function carryOver(
  { folder, release, running, shell, generated }: Assembly,
  branding: ReadonlyMap<string, unknown>,
  shellFiles: readonly string[],
): Promise<void> {
  if (!running) return;
  const { release: before, folder: from } = running;
  const remade = new Set([
    ...before.pages.map(({ page }) => page.file),
    ...SEARCH_FILES,
    REGISTRY_FILE,
    SHELL_FILE,
  ]);
  const own = new Set([
    ...before.files,
    ...(before.look ?? []),
    ...before.retiredShells.flatMap(({ files }) => files),
  ]);
  const kept = new Set(release.retiredShells.flatMap(({ files }) => files));
  const staying = (file: string) => {
    // Files that will be rewritten are never hard-linked: writing would change the current release.
    if (generated?.has(file) || (shell && shellFiles.includes(file))) return false;
    if (remade.has(file) || branding.has(file) || /^(?:remotes|previews)\//.test(file)) return false;
    if (file.startsWith(`${RELEASE_FOLDER}/shells/`)) return false;
    if (file.startsWith(`${RELEASE_FOLDER}/`)) return !shell && file.startsWith(`${RELEASE_FOLDER}/shell/`);
    if (!own.has(file) || kept.has(file)) return true;
    return before.files.includes(file) && release.files.includes(file);
  };
  const files = (await allFiles(from)).filter(staying);
  await Promise.all(files.map((file) => linkFile(join(from, file), join(folder, file))));
}

async function addShell(folder: string, build: string): Promise<void> {
  await copyTree(join(build, PRIVATE_FOLDER), join(shellFolder(folder), PRIVATE_FOLDER));
  for (const file of await allFiles(build)) {
    if (file.startsWith(`${PRIVATE_FOLDER}/`)) continue;
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await copyTree(join(build, file), join(folder, file));
  }
}

async function addRemotes({ folder, release, running, fresh }: Assembly): Promise<RemoteDescriptor[]> {
  await linkRetiredRemotes(folder, release, running);
  const descriptors: RemoteDescriptor[] = [];
  for (const [name, remote] of remotesOf(release)) {
    for (const build of new Set([
      ...remote.builds.map((published) => published.build),
      ...previewedBuilds(release, name),
    ])) {
      const to = join(folder, remoteFolder(name, build));
      const from = fresh.get(`${name}/${build}`);
      if (from) await copyTree(from, to);
      else if (running) await linkTree(join(running.folder, remoteFolder(name, build)), to);
    }
    descriptors.push(await readRemote(join(folder, remoteFolder(name, remote.current))));
  }
  return descriptors.sort((a, b) => a.name.localeCompare(b.name));
}

/** Registry entries of previews, which a page opened by a preview link requests: text by path. */
async function previewTexts(
  folder: string,
  { previews = [], guests }: Release,
  shell: ShellDescriptor,
): Promise<[string, string][]> {
  return Promise.all(
    previews.map(async ({ token, remote, build, base, expiresAt }): Promise<[string, string]> => {
      const descriptor = await readRemote(join(folder, remoteFolder(remote, build)));
      const preview: RegistryPreview = {
        remote: registryEntry(descriptor, { build, base }, registryScreens(descriptor, { guests }, shell)),
        expiresAt,
      };
      return [previewFile(token), JSON.stringify(preview)];
    }),
  );
}

/** The server bundles of the remotes that have public pages, by their path in the site. */
const publicBundles = ({ pages, remotes }: Release): Record<RemoteName, string> =>
  Object.fromEntries(
    Object.entries(remotes).flatMap(([name, { current }]) =>
      pages.some(({ page }) => page.pathname !== undefined && page.remote?.name === name)
        ? [[name, `${remoteFolder(name, current)}/${SERVER_BUNDLE.remote}`]]
        : [],
    ),
  );

/** Assembles a complete site in a folder: static files that any host can serve. */
export async function assemble(assembly: Assembly): Promise<void> {
  const { folder, shell, running, generated, images = new Map<string, Uint8Array>() } = assembly;
  const shellFiles = shell ?? running?.folder ?? folder;
  const shellDescriptor = await readShell(shell ?? shellFolder(shellFiles));
  const branding = await releaseBranding(assembly.release.facts.look, {
    html: shellDescriptor.html,
    shell: shellFiles,
    images,
    before: running?.folder,
  });
  const release: Release = { ...assembly.release, look: [...branding.files.keys()] };
  await carryOver(assembly, branding.files, shellDescriptor.files);
  if (shell) await addShell(folder, shell);
  await linkRetainedShells(folder, release, running);
  const descriptors = await addRemotes(assembly);
  const registry: Registry = {
    release: release.id,
    remotes: descriptors.map((descriptor) => {
      const remote = release.remotes[descriptor.name];
      if (!remote) throw new Error(`${descriptor.name} is not in the release`);
      const screens = registryScreens(descriptor, release, shellDescriptor);
      return registryEntry(descriptor, runningBuild(remote), screens);
    }),
  };
  const { facts } = release;
  const templates: Templates = {
    format: 1,
    facts,
    registry,
    html: shellDescriptor.html,
    pages: release.pages.map((made) => ({
      page: made.page,
      links: pageLinks(made, { shell: shellDescriptor, registry, descriptors }),
    })),
    siteUrl: release.siteUrl,
    bundles: {
      shell: `${RELEASE_FOLDER}/shell/${SERVER_BUNDLE.shell}`,
      remotes: publicBundles(release),
    },
  };
  const rendered = await prerender(folder, templates, facts);
  const texts = [
    ...branding.files,
    ...(generated ?? []),
    ...pageFiles(templates, { facts, branding, rendered }),
    [SHELL_FILE, shellFile(shellDescriptor)] as const,
    ...(await previewTexts(folder, release, shellDescriptor)),
  ];
  if (release.previews) await mkdir(join(folder, 'previews'), { recursive: true });
  for (const [file, text] of texts) await writeFile(join(folder, file), text);
  await mkdir(dirname(releaseFile(folder)), { recursive: true });
  await writeFile(join(folder, TEMPLATES_FILE), JSON.stringify(templates));
  await writeFile(releaseFile(folder), JSON.stringify(release));
}
