import { isFile, remoteFolder } from './addresses.ts';

/** Cache of the builds' files. Their names are hashed, so entries never become stale. */
export const FILES = 'taller-files-1';

/** Older builds are evicted beyond this: visiting every screen loads about half of it. */
const MOST_FILES = 400;

/** Cache first: returns a cached file, else fetches and caches it. */
export async function answerFile(
  request: Request,
  after: (work: Promise<unknown>) => void,
): Promise<Response> {
  const cache = await caches.open(FILES);
  // A page that found a file broken bypasses every cache (SHELL-20).
  const kept = request.cache === 'reload' ? undefined : await cache.match(request.url, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200 && response.type === 'basic') after(cache.put(request.url, response.clone()));
  return response;
}

/** Caches files that a page has loaded; they come from the HTTP cache. @returns whether all are cached now. */
export async function cacheFiles(urls: readonly string[], origin: string): Promise<boolean> {
  const cache = await caches.open(FILES);
  const keep = async (given: string): Promise<boolean> => {
    const url = new URL(given, origin);
    if (url.origin !== origin || !isFile(url.pathname)) return true;
    if (await cache.match(url.href, { ignoreVary: true })) return true;
    const response = await fetch(url.href, { cache: 'force-cache' });
    if (response.status !== 200) return false;
    await cache.put(url.href, response);
    return true;
  };
  const kept = await Promise.all(urls.map((url) => keep(url).catch(() => false)));
  return kept.every(Boolean);
}

/** Whether every one of these files is cached. */
export async function haveFiles(paths: readonly string[], origin: string): Promise<boolean> {
  const cache = await caches.open(FILES);
  const found = await Promise.all(
    paths.map((path) => cache.match(new URL(path, origin).href, { ignoreVary: true })),
  );
  return found.every(Boolean);
}

/** Evicts files of remotes' builds that no cached page references, and the oldest beyond {@link MOST_FILES}. */
export async function dropOldFiles(pages: readonly string[]): Promise<void> {
  const cache = await caches.open(FILES);
  const keys = await cache.keys();
  const isOld = ({ url }: Request) => {
    const folder = remoteFolder(new URL(url).pathname);
    return folder !== undefined && !pages.some((html) => html.includes(folder));
  };
  const old = new Set(keys.filter(isOld));
  // A cache's keys are in insertion order.
  const rest = keys.filter((key) => !old.has(key));
  for (const key of rest.slice(0, Math.max(0, rest.length - MOST_FILES))) old.add(key);
  await Promise.all([...old].map((key) => cache.delete(key)));
}
