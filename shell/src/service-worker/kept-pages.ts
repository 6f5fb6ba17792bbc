import type { LoadedMessage } from './loaded-message.ts';
import { filesOf, pageAddress, pageName } from './addresses.ts';
import { dropOldFiles, haveFiles, keepFiles } from './kept-files.ts';

/** Cache of the pages. `/current/…` has all its files and is what starts without a network; `/newest/…` was served last and its files may still be on their way. */
export const PAGES = 'taller-pages-1';

const current = (name: string) => `/current/${name}`;
const newest = (name: string) => `/newest/${name}`;

/** Every page carries its registry: what answers without one is no page of the site, e.g. a host's own error page. */
const isPage = (html: string) => html.includes('id="taller-remotes"');

/** Puts a page aside as it has just been served. It starts nothing before its files are here: builds must not mix. */
export async function rememberPage(name: string, response: Response): Promise<void> {
  const type = response.headers.get('content-type') ?? '';
  if (response.status !== 200 || response.redirected || !type.startsWith('text/html')) return;
  const html = await response.clone().text();
  if (isPage(html)) await (await caches.open(PAGES)).put(newest(name), response);
}

/**
 * Makes a page that has started the one that starts without a network: keeps its files, and only when all are here gives up the build before it.
 */
export async function keepLoadedPage(message: LoadedMessage, origin: string): Promise<void> {
  const name = pageName(message.pathname);
  const cache = await caches.open(PAGES);
  // The very first page came before there was a worker.
  if (!(await cache.match(newest(name)))) await rememberPage(name, await fetch(pageAddress(name)));
  const page = await cache.match(newest(name));
  const html = await page?.clone().text();
  // Published anew in between: the next start tells of the newer build.
  if (!page || !html?.includes(message.registry)) return;
  if (!(await keepFiles([...filesOf(html), ...message.files], origin))) return;
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
 * A page that can start without a network: the address's own, else any that is not prerendered, since each starts the whole site at any address.
 */
export async function keptPage(pathname: string, origin: string): Promise<Response | undefined> {
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
