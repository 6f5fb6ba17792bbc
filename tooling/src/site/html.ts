import { shop } from '@taller/shared/config/shop.ts';
import { REGISTRY_ELEMENT_ID, type Registry, type RegistryModule } from '@taller/shared/contract/registry.ts';
import type { RemoteDescriptor, ShellDescriptor } from '#src/build/descriptors.ts';
import { closureOf, findChunk } from '#src/build/vite-manifest.ts';
import { inlineJson, searchHead } from '#src/site/head.ts';
import { scriptlessNote } from '#src/site/noscript.ts';
import { PAGES, type Page } from '#src/pages/pages.ts';

const PLACE = '<!--head-->';
const EMPTY_ROOT = '<div id="root"></div>';
const TITLE = /<title>[^<]*<\/title>/;

/** What static hosts serve for an unknown path: the application, which handles it (SHELL-04). */
const NOT_FOUND: Page = { file: '404.html' };

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Attribute with the expected hash of a file on another host. */
const hashOf = (integrity: string | undefined) => (integrity ? ` integrity="${integrity}"` : '');
const scriptTag = (url: string, integrity?: string) =>
  `<link rel="modulepreload" crossorigin${hashOf(integrity)} href="${url}">`;
const fontTag = (url: string) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${url}">`;
const styleTag = (url: string, integrity?: string) =>
  `<link rel="stylesheet" crossorigin${hashOf(integrity)} href="${url}">`;

/** An HTML page of the shell's build; it does not change when remotes are published. Stored in the release. */
export interface PageTemplate {
  file: string;
  /** Path for which the page is prerendered; absent if it is rendered only in the browser. */
  prerender?: string;
  /** The page with placeholders for the preloads and the registry. */
  html: string;
  /** URLs that the shell itself needs there in addition to its entry. */
  needs: RegistryModule;
  remote?: Page['remote'];
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

/** The shell's part of every page. @param siteUrl public URL for search engines. */
export function pageTemplates(shell: ShellDescriptor, siteUrl: string): PageTemplate[] {
  if (!shell.html.includes(PLACE)) throw new Error('The built shell is not what the site is made of');
  const font = shell.files.find((file) => /^assets\/figtree.*\.woff2$/.test(file));
  if (!font) throw new Error('The built shell has no typeface');
  return [...PAGES, NOT_FOUND].map((page) => {
    const title = page.title ? `${page.title} · ${shop.name}` : shop.fullName;
    const head = [...searchHead(page, title, siteUrl), fontTag(`/${font}`), PLACE].join('\n    ');
    return {
      file: page.file,
      prerender: page.pathname,
      html: shell.html
        .replace(PLACE, () => head)
        .replace(TITLE, () => `<title>${escapeHtml(title)}</title>`)
        .replace(EMPTY_ROOT, () => EMPTY_ROOT + scriptlessNote(page)),
      needs: shellNeeds(page, shell),
      remote: page.remote,
    };
  });
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
  { remote: wanted }: PageTemplate,
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

/**
 * A page of the site: its template with the registry and the preloads of its path.
 * @param rendered prerendered HTML of the content, if any.
 */
export function fillPage(
  template: PageTemplate,
  registry: Registry,
  descriptors: readonly RemoteDescriptor[],
  rendered: string | undefined,
): string {
  const remote = remoteNeeds(template, registry, descriptors);
  const fresh = (urls: string[]) => [...new Set(urls)].filter((url) => !template.html.includes(`"${url}"`));
  const hashes = integrityByUrl(registry);
  const head = [
    ...fresh([...template.needs.css, ...remote.css]).map((url) => styleTag(url, hashes.get(url))),
    ...fresh([...template.needs.js, ...remote.js]).map((url) => scriptTag(url, hashes.get(url))),
    `<script type="application/json" id="${REGISTRY_ELEMENT_ID}">${inlineJson(registry)}</script>`,
  ].join('\n    ');
  const root =
    rendered === undefined
      ? EMPTY_ROOT
      : `<div id="root" data-prerendered="${template.prerender}">${rendered}</div>`;
  return template.html.replace(PLACE, () => head).replace(EMPTY_ROOT, () => root);
}
