/** Whether a remote failed because a script of it could not be read as one: half of a file, or a page in its place. */
export function isBrokenScript(error: unknown): boolean {
  return error instanceof SyntaxError || (error instanceof Error && isBrokenScript(error.cause));
}

/**
 * Fetches every script of a remote that this page has asked for anew, past the caches of the browser and of the service
 * worker, which keep what they got under a name that never changes. The page itself keeps a broken module for as long
 * as it lives, so it must be loaded again.
 */
export async function renewScripts(remote: string): Promise<void> {
  const urls = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const own = urls.filter(({ pathname }) => pathname.includes(`/${remote}/`) && pathname.endsWith('.js'));
  const fetched = [...new Set(own.map(({ origin, pathname }) => origin + pathname))];
  await Promise.allSettled(fetched.map((url) => fetch(url, { cache: 'reload' })));
}
