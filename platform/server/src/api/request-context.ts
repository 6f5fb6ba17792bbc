import { AsyncLocalStorage } from 'node:async_hooks';
import type { SiteLinks } from './site-links.ts';

/** Request data needed by mails that it sends and sessions that it starts. */
export interface AuthRequestContext {
  /** Origin of the site, used in links. */
  origin: string;
  /** The client's IP address. */
  client: string;
}

const storage = new AsyncLocalStorage<AuthRequestContext>();

/**
 * Runs the auth API for one request. Where a mailed link leads is not the request's to say: what names a page is
 * removed.
 * @param origin the server's origin as seen by the client.
 */
export function withAuthRequest<T>(
  request: Request,
  { origin, client }: Pick<AuthRequestContext, 'origin' | 'client'>,
  site: SiteLinks,
  run: (request: Request) => T,
): T {
  const url = new URL(request.url);
  url.searchParams.delete('redirect_to');
  const checked = new Request(url, request);
  // GoTrue reads these too.
  for (const header of ['referer', 'redirect_to']) checked.headers.delete(header);
  return storage.run({ origin: site.originFor(origin), client }, () => run(checked));
}

/** Context of the current request, if any. */
export function authRequest(): AuthRequestContext | undefined {
  return storage.getStore();
}
