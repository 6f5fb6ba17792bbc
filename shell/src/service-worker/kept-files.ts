import { isFile, remoteFolder } from './addresses.ts';

/** Cache of the builds' files. Their names change with their content, so what is here is right for ever. */
export const FILES = 'taller-files-1';

/** More would only be builds of long ago: a visit to every screen loads about half of this. */
const MOST_FILES = 400;

/** A file, from the cache if it is there, else from the network and kept. */
export async function answerFile(
  request: Request,
  after: (work: Promise<unknown>) => void,
): Promise<Response> {
  const cache = await caches.open(FILES);
  // A page that found a file broken asks past every cache (SHELL-20).
  const kept = request.cache === 'reload' ? undefined : await cache.match(request.url, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200 && response.type === 'basic') after(cache.put(request.url, response.clone()));
  return response;
}

/** Keeps files that a page has loaded; the browser's own cache has them. @returns whether all are kept now. */
export async function keepFiles(urls: readonly string[], origin: string): Promise<boolean> {
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

/** Whether every one of these files is kept. */
export async function haveFiles(paths: readonly string[], origin: string): Promise<boolean> {
  const cache = await caches.open(FILES);
  const found = await Promise.all(
    paths.map((path) => cache.match(new URL(path, origin).href, { ignoreVary: true })),
  );
  return found.every(Boolean);
}

/** Drops the files of remotes' builds that none of the kept pages names, and the oldest beyond {@link MOST_FILES}. */
export async function dropOldFiles(pages: readonly string[]): Promise<void> {
  const cache = await caches.open(FILES);
  const keys = await cache.keys();
  const isOld = ({ url }: Request) => {
    const folder = remoteFolder(new URL(url).pathname);
    return folder !== undefined && !pages.some((html) => html.includes(folder));
  };
  const old = new Set(keys.filter(isOld));
  // The keys of a cache come in the order of their being put there.
  const rest = keys.filter((key) => !old.has(key));
  for (const key of rest.slice(0, Math.max(0, rest.length - MOST_FILES))) old.add(key);
  await Promise.all([...old].map((key) => cache.delete(key)));
}
