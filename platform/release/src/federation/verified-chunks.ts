import type { Plugin } from 'vite';

/** List of a build's hashes, beside its files: SHA-256 in base64 by file. */
export const HASHES_FILE = 'integrity.json';

/** Stands in a build for the hash of that list, which is known once all other files are. */
export const HASH_OF_HASHES = '__TALLER_HASH_OF_HASHES__';

const HELPER = 'vite/preload-helper';

/**
 * Replaces Vite's preload helper, which runs before each dynamic import of a remote with the files that it needs: the
 * chunk, its static imports and its style sheets. The helper fetches each with its hash, so that the browser imports
 * exactly what was built. It skips files that the page already names, since the shell requests those. It throws the
 * error of a failed dynamic import if a file does not load.
 */
const helperSource = `
const folder = import.meta.url.replace(/[^/]*$/, '');
const ready = new Map();
let list;
const failure = (href, said) =>
  new Error(said ? href + ' is not ' + said : 'Failed to fetch dynamically imported module: ' + href);
const CHANGED = 'what was published';
const GONE = 'on the server';
// Twice: the browser may have kept another answer, for a year.
const twice = async (href, attempt) => {
  try {
    return await attempt('default');
  } catch {
    const answer = await fetch(href, { cache: 'reload' }).catch(() => null);
    if (!answer?.ok) throw failure(href, answer?.status === 404 && GONE);
    return attempt('force-cache').catch(() => {
      throw failure(href, CHANGED);
    });
  }
};
const hashes = () => list ??= twice(folder + '${HASHES_FILE}', async (cache) => {
  const answer = await fetch(folder + '${HASHES_FILE}', { cache, integrity: 'sha256-${HASH_OF_HASHES}' });
  return answer.json();
}).catch((error) => {
  list = undefined;
  throw error;
});
// A prerendered page has what it shows; others ask for a screen next.
if (!document.querySelector('[data-prerendered]')) hashes().catch(() => undefined);
const fetched = async (href, rel) => {
  const hash = (await hashes())[href.slice(folder.length)];
  if (!hash) throw failure(href, CHANGED);
  await twice(href, () => new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = rel;
    link.crossOrigin = '';
    link.integrity = 'sha256-' + hash;
    link.onload = resolve;
    link.onerror = (event) => {
      link.remove();
      reject(event);
    };
    link.href = href;
    document.head.append(link);
  }));
};
const hasPreload = () => document.createElement('link').relList.supports('modulepreload');
const isNamed = (href, rel) =>
  [...document.getElementsByTagName('link')].some((link) => link.href === href && link.rel === rel);
const prepare = (href) => {
  const rel = href.endsWith('.css') ? 'stylesheet' : 'modulepreload';
  const known = ready.get(href);
  if (known || isNamed(href, rel) || (rel === 'modulepreload' && !hasPreload())) return known;
  const coming = fetched(href, rel).catch((error) => {
    ready.delete(href);
    throw error;
  });
  ready.set(href, coming);
  return coming;
};
export const __vitePreload = async (load, files = [], importer) => {
  const hrefs = files.map((file) => new URL(file, importer).href);
  await Promise.all(hrefs.map(prepare));
  try {
    return await load();
  } catch (error) {
    // The browser does not say why a file that the page names did not come.
    for (const href of hrefs) {
      const answer = await fetch(href, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
      if (answer?.status === 404) throw failure(href, GONE);
    }
    throw error;
  }
};
`;

/**
 * Lets a remote on any host verify the files that it loads later (SHELL-72, decision 49). The shell verifies the files
 * with which a remote starts.
 */
export const verifiedChunks = (): Plugin => ({
  name: 'taller-verified-chunks',
  apply: 'build',
  enforce: 'post',
  config: () => ({
    build: {
      modulePreload: {
        polyfill: false,
        // The bundler leaves a chunk without further files out.
        resolveDependencies: (file, files) => (files.includes(file) ? files : [file, ...files]),
      },
    },
  }),
  transform(code, id) {
    if (!id.includes(HELPER)) return null;
    if (!code.includes('__vitePreload')) return this.error("the bundler's preloading has changed");
    return { code: helperSource, map: null };
  },
});
