import { HEAD_PLACE } from '@taller/server/pages/page-files.ts';
import { PAGES, type Page } from '@taller/server/pages/pages.ts';
import type { Registry, RegistryModule } from '@taller/shared/contract/registry.ts';
import type { RemoteDescriptor, ShellDescriptor } from '#src/build/descriptors.ts';
import { closureOf, findChunk } from '#src/build/vite-manifest.ts';

/** Page that static hosts serve for an unknown path: the application, which handles the path (SHELL-04). */
const NOT_FOUND: Page = { file: '404.html' };

/** Attribute with the expected hash of a file on another host. */
const hashOf = (integrity: string | undefined) => (integrity ? ` integrity="${integrity}"` : '');
const scriptTag = (url: string, integrity?: string) =>
  `<link rel="modulepreload" fetchpriority="low" crossorigin${hashOf(integrity)} href="${url}">`;
const fontTag = (url: string) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${url}">`;
const styleTag = (url: string, integrity?: string) =>
  `<link rel="stylesheet" crossorigin${hashOf(integrity)} href="${url}">`;

/** An HTML page of the site, with the files that the shell needs on it. Stored in the release. */
export interface SitePage {
  page: Page;
  /** URLs of the files that the shell itself needs on the page beyond its entry. */
  needs: RegistryModule;
}

/** The shell's part of a page. */
function shellNeeds(page: Page, { chunks }: ShellDescriptor): RegistryModule {
  const wanted = [page.query ? 'shared/src/query/query.ts' : null, page.shell ?? null];
  const js: string[] = [];
  const css: string[] = [];
  for (const source of wanted) {
    if (source === null) continue;
    const key = findChunk(chunks, source);
    if (!key) throw new Error(`The shell's build has no ${source}`);
    const needed = closureOf(chunks, key);
    js.push(...needed.js.map((file) => `/${file}`));
    css.push(...needed.css.map((file) => `/${file}`));
  }
  return { js, css };
}

/** Every page of a site with that shell. */
export function sitePages(shell: ShellDescriptor): SitePage[] {
  if (!shell.html.includes(HEAD_PLACE)) throw new Error('The built shell is not what the site is made of');
  return [...PAGES, NOT_FOUND].map((page) => ({ page, needs: shellNeeds(page, shell) }));
}

/** The expected hash of a file by its URL, if the registry has one. */
function integrityByUrl({ remotes }: Registry): Map<string, string> {
  return new Map(
    remotes.flatMap(({ entry, integrity = {} }) =>
      Object.entries(integrity).map(([file, hash]) => [
        entry.slice(0, entry.lastIndexOf('/') + 1) + file,
        hash,
      ]),
    ),
  );
}

/** URLs for the remote's part of a page. */
function remoteNeeds(
  { remote: wanted }: Page,
  registry: Registry,
  descriptors: readonly RemoteDescriptor[],
): RegistryModule {
  const remote = registry.remotes.find(({ name }) => name === wanted?.name);
  const descriptor = descriptors.find(({ name }) => name === wanted?.name);
  if (!wanted || !remote || !descriptor) return { js: [], css: [] };
  const base = remote.entry.slice(0, remote.entry.lastIndexOf('/') + 1);
  const module = remote.modules[wanted.module];
  const key = wanted.page ? findChunk(descriptor.chunks, wanted.page) : null;
  const own = key ? closureOf(descriptor.chunks, key) : { js: [], css: [] };
  return {
    js: [...remote.entryJs, ...(module?.js ?? []), ...own.js].map((file) => base + file),
    css: [...(module?.css ?? []), ...own.css].map((file) => base + file),
  };
}

/** The tags that load what a page needs beyond the shell's entry. */
export function pageLinks(
  { page, needs }: SitePage,
  {
    shell,
    registry,
    descriptors,
  }: { shell: ShellDescriptor; registry: Registry; descriptors: readonly RemoteDescriptor[] },
): string[] {
  const font = shell.files.find((file) => /^assets\/figtree.*\.woff2$/.test(file));
  if (!font) throw new Error('The built shell has no typeface');
  const remote = remoteNeeds(page, registry, descriptors);
  const fresh = (urls: string[]) => [...new Set(urls)].filter((url) => !shell.html.includes(`"${url}"`));
  const hashes = integrityByUrl(registry);
  return [
    ...fresh([...needs.css, ...remote.css]).map((url) => styleTag(url, hashes.get(url))),
    fontTag(`/${font}`),
    ...fresh([...needs.js, ...remote.js]).map((url) => scriptTag(url, hashes.get(url))),
  ];
}
