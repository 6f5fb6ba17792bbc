import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Registry } from '@taller/shared/contract/registry.ts';

/** Size of a part of the site, with its largest files for the failure message. */
export interface Weight {
  /** kB of 1000 bytes at the best brotli quality. */
  kb: number;
  /** The ten largest files, `12.3 name`. */
  largest: string[];
}

const pack = promisify(brotliCompress);
/** Compression takes seconds, and most files belong to several modules: each is compressed once. */
const weights = new Map<string, Promise<number>>();

async function weighFile(url: string): Promise<number> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await pack(Buffer.from(await response.arrayBuffer()))).length / 1000;
}

/** Measures files of a running site. */
export async function measureSize(site: string, paths: readonly string[]): Promise<Weight> {
  const sizes = await Promise.all(
    [...new Set(paths)].map(async (path) => {
      const { href } = new URL(path, site);
      const weight = weights.get(href) ?? weighFile(href);
      weights.set(href, weight);
      return { path, kb: await weight };
    }),
  );
  const sorted = sizes.toSorted((a, b) => b.kb - a.kb);
  return {
    kb: sorted.reduce((sum, { kb }) => sum + kb, 0),
    largest: sorted.slice(0, 10).map(({ path, kb }) => `${kb.toFixed(1)} ${path.split('/').at(-1)}`),
  };
}

/** Paths of the scripts, style sheets and fonts that a page requests by itself. */
export async function filesOfPage(site: string, pathname: string): Promise<string[]> {
  const html = await (await fetch(new URL(pathname, site))).text();
  const tags = html.matchAll(/<(?:link|script)[^>]*\s(?:href|src)="(\/[^"]+\.(?:js|css|woff2))"/g);
  return [...new Set([...tags].map(([, path = '']) => path))];
}

/** Scripts and style sheets that each exposed module may load, by `remote/module`: also those of all of its screens. */
export async function filesOfModules(site: string): Promise<Map<string, string[]>> {
  const registry = (await (await fetch(new URL('/remotes.json', site))).json()) as Registry;
  const files = new Map<string, string[]>();
  for (const { name, entry, entryJs, modules } of registry.remotes) {
    const path = (file: string) => new URL(file, new URL(entry, site)).pathname;
    for (const [module, { js, css }] of Object.entries(modules)) {
      const screens = await fetch(new URL(path(`screens/${module}.json`), site));
      const later = (await screens.json()) as string[];
      const code = [...entryJs, ...js, ...css, ...later].filter((file) => /\.(?:js|css)$/.test(file));
      files.set(`${name}/${module}`, code.map(path));
    }
  }
  return files;
}

const STATIC_IMPORT = /\b(?:import|from)"(?<file>\.\/[\w.-]+\.js)"/g;

/** Scripts that a screen waits for: its own and what they import, not what comes later. */
export async function scriptsOfScreen(site: string, module: string, screen: string): Promise<string[]> {
  const files = (await filesOfModules(site)).get(module) ?? [];
  const found = new Set<string>();
  const visit = async (path: string): Promise<void> => {
    if (found.has(path)) return;
    found.add(path);
    const url = new URL(path, site);
    const code = await (await fetch(url)).text();
    const imported = Array.from(code.matchAll(STATIC_IMPORT), (match) => match.groups?.file ?? '');
    await Promise.all(imported.map((file) => visit(new URL(file, url).pathname)));
  };
  const own = new RegExp(`/${screen}-[^/]*\\.js$`);
  await Promise.all(files.filter((file) => own.test(file)).map(visit));
  return [...found];
}
