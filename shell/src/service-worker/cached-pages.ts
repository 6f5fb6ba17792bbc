import type { LoadedMessage } from './loaded-message.ts';
import { filesOf, pageAddress, pageName } from './addresses.ts';
import { dropOldFiles, haveFiles, cacheFiles } from './cached-files.ts';

/**
 * Cache of the pages. `/current/…` is complete and is served offline; `/newest/…` was served last, and its files may
 * still be loading.
 */
export const PAGES = 'taller-pages-1';

const current = (name: string) => `/current/${name}`;
const newest = (name: string) => `/newest/${name}`;

/** Every page contains its registry: a response without one is not a page of the site, e.g. a host's error page. */
const isPage = (html: string) => html.includes('id="taller-remotes"');

/** Stores a page as it was served. It is not served offline before all of its files are cached: builds must not mix. */
export async function rememberPage(name: string, response: Response): Promise<void> {
  const type = response.headers.get('content-type') ?? '';
  if (response.status !== 200 || response.redirected || !type.startsWith('text/html')) return;
  const html = await response.clone().text();
  if (isPage(html)) await (await caches.open(PAGES)).put(newest(name), response);
}

/**
 * Makes a page that has started the offline version: caches its files, and replaces the previous build only when all
 * are cached.
 */
export async function cacheLoadedPage(message: LoadedMessage, origin: string): Promise<void> {
  const name = pageName(message.pathname);
  const cache = await caches.open(PAGES);
  // The very first page was loaded before there was a worker.
  if (!(await cache.match(newest(name)))) await rememberPage(name, await fetch(pageAddress(name)));
  const page = await cache.match(newest(name));
  const html = await page?.clone().text();
  // Something was published in between: the next start reports the newer build.
  if (!page || !html?.includes(message.registry)) return;
  if (!(await cacheFiles([...filesOf(html), ...message.files], origin))) return;
  await cache.put(current(name), page);
  const read = async (key: Request) => (await cache.match(key))?.text() ?? '';
  await dropOldFiles(await Promise.all((await cache.keys()).map(read)));
}

async function complete(key: string, origin: string): Promise<Response | undefined> {
  const page = await (await caches.open(PAGES)).match(key);
  if (!page) return undefined;
  return (await haveFiles(filesOf(await page.clone().text()), origin)) ? page : undefined;
}

/**
 * A page for starting offline: the path's own, else any that is not prerendered, since each starts the whole site at
 * any path.
 */
export async function cachedPage(pathname: string, origin: string): Promise<Response | undefined> {
  const name = pageName(pathname);
  const own = (await complete(current(name), origin)) ?? (await complete(newest(name), origin));
  if (own) return own;
  for (const key of await (await caches.open(PAGES)).keys()) {
    const { pathname: path } = new URL(key.url);
    if (!path.startsWith('/current/')) continue;
    const page = await complete(path, origin);
    if (page && !(await page.clone().text()).includes('data-prerendered=')) return page;
  }
  return undefined;
}
