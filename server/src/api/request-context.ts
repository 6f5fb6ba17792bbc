import { AsyncLocalStorage } from 'node:async_hooks';
import type { SiteLinks } from './site-links.ts';

/** Request data needed by mails that it sends and sessions that it starts. */
export interface AuthRequestContext {
  /** Origin of the site, used in links. */
  origin: string;
  /** Page of the site that the mailed link leads to, from `redirect_to` of supabase-js. */
  redirectTo?: string;
  /** The client's IP address. */
  client: string;
}

const storage = new AsyncLocalStorage<AuthRequestContext>();

/**
 * Runs the auth API for one request, which may name a page of the site in its query, and only there. Anything that is
 * not a page of the site is removed.
 * @param origin the server's origin as seen by the client.
 */
export function withAuthRequest<T>(
  request: Request,
  { origin, client }: Pick<AuthRequestContext, 'origin' | 'client'>,
  site: SiteLinks,
  run: (request: Request) => T,
): T {
  const url = new URL(request.url);
  const redirectTo = site.page(url.searchParams.getAll('redirect_to'));
  url.searchParams.delete('redirect_to');
  if (redirectTo !== undefined) url.searchParams.set('redirect_to', redirectTo);
  const checked = new Request(url, request);
  // GoTrue reads these too.
  for (const header of ['referer', 'redirect_to']) checked.headers.delete(header);
  return storage.run({ origin: site.originFor(origin), redirectTo, client }, () => run(checked));
}

/** Context of the current request, if any. */
export function authRequest(): AuthRequestContext | undefined {
  return storage.getStore();
}
