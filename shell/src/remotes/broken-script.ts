/**
 * Whether a remote failed because one of its scripts could not be parsed: a truncated file, or an HTML page instead.
 */
export function isBrokenScript(error: unknown): boolean {
  return error instanceof SyntaxError || (error instanceof Error && isBrokenScript(error.cause));
}

/**
 * Refetches every script of a remote that this page has requested, bypassing the caches of the browser and the service
 * worker, which keep hashed files permanently. The page's module map keeps a broken module, so the page must be
 * reloaded.
 */
export async function renewScripts(remote: string): Promise<void> {
  const urls = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const own = urls.filter(({ pathname }) => pathname.includes(`/${remote}/`) && pathname.endsWith('.js'));
  const fetched = [...new Set(own.map(({ origin, pathname }) => origin + pathname))];
  await Promise.allSettled(fetched.map((url) => fetch(url, { cache: 'reload' })));
}
