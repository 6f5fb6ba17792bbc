import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REGISTRY_ELEMENT_ID, type Registry, type RegistryModule } from '@taller/shared/contract/registry.ts';
import { shop } from '@taller/shared/config/shop.ts';
import type { PackageBuild } from '#src/site/build-package.ts';
import { inlineJson, searchHead } from '#src/site/head.ts';
import { pageFiles } from '#src/site/remote-entry.ts';
import { PAGES, type Page } from '#src/site/pages.ts';
import type { PrerenderedPage } from '#src/site/prerender.ts';
import { ViteManifest } from '#src/site/vite-manifest.ts';

const PLACE = '<!--head-->';
const EMPTY_ROOT = '<div id="root"></div>';
const TITLE = /<title>[^<]*<\/title>/;

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const scriptTag = (url: string) => `<link rel="modulepreload" crossorigin href="${url}">`;
const fontTag = (url: string) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${url}">`;
const styleTag = (url: string) => `<link rel="stylesheet" crossorigin href="${url}">`;

/** The shell's template and what its pages preload beyond it. */
export interface ShellTemplate {
  html: string;
  query: string[];
  /** The typeface, wanted at once by every page. */
  font: string;
  chunks: ViteManifest;
}

/** Reads the built shell. */
export async function readShell(folder: string): Promise<ShellTemplate> {
  const chunks = await ViteManifest.read(join(folder, 'vite-manifest.json'));
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  if (!html.includes(PLACE)) throw new Error('The built shell is not what the site is made of');
  const font = (await readdir(join(folder, 'assets'))).find((file) => /^figtree.*\.woff2$/.test(file));
  if (!font) throw new Error('The built shell has no typeface');
  const query = chunks.find('shared/src/query/query.ts');
  if (!query) throw new Error('The built shell has no query cache');
  return {
    html,
    font: `/assets/${font}`,
    query: chunks.closure(query).js.map((file) => `/${file}`),
    chunks,
  };
}

async function pageNeeds(
  page: Page,
  shell: ShellTemplate,
  registry: Registry,
  builds: readonly PackageBuild[],
): Promise<RegistryModule> {
  const js = page.query ? [...shell.query] : [];
  const css: string[] = [];
  if (page.shell) {
    const needed = shell.chunks.closure(page.shell);
    js.push(...needed.js.map((file) => `/${file}`));
    css.push(...needed.css.map((file) => `/${file}`));
  }
  const remote = registry.remotes.find(({ name }) => name === page.remote?.name);
  if (page.remote && remote) {
    const base = remote.entry.slice(0, remote.entry.lastIndexOf('/') + 1);
    const build = builds.find(({ name }) => name === remote.name);
    const module = remote.modules[page.remote.module];
    const own = page.remote.page && build ? await pageFiles(build, page.remote.page) : { js: [], css: [] };
    js.push(...[...remote.entryJs, ...(module?.js ?? []), ...own.js].map((file) => base + file));
    css.push(...[...(module?.css ?? []), ...own.css].map((file) => base + file));
  }
  return { js, css };
}

/** Every HTML file of the site: the shell's template with the registry and the page's preloads. */
export async function makePages(
  shell: ShellTemplate,
  registry: Registry,
  builds: readonly PackageBuild[],
  prerendered: ReadonlyMap<string, PrerenderedPage>,
  siteUrl: string,
): Promise<Map<string, string>> {
  const data = `<script type="application/json" id="${REGISTRY_ELEMENT_ID}">${inlineJson(registry)}</script>`;
  const pages = new Map<string, string>();
  for (const page of PAGES) {
    const { js, css } = await pageNeeds(page, shell, registry, builds);
    const fresh = (urls: string[]) => [...new Set(urls)].filter((url) => !shell.html.includes(`"${url}"`));
    const title = page.title ? `${page.title} · ${shop.name}` : shop.fullName;
    const head = [
      ...searchHead(page, title, siteUrl),
      fontTag(shell.font),
      ...fresh(css).map(styleTag),
      ...fresh(js).map(scriptTag),
      data,
    ].join('\n    ');
    const made = prerendered.get(page.file);
    const root = made ? `<div id="root" data-prerendered="${made.pathname}">${made.html}</div>` : EMPTY_ROOT;
    const html = shell.html
      .replace(PLACE, () => head)
      .replace(TITLE, () => `<title>${escapeHtml(title)}</title>`);
    pages.set(
      page.file,
      html.replace(EMPTY_ROOT, () => root),
    );
  }
  return pages;
}
