import { AsyncLocalStorage } from 'node:async_hooks';
import type { SiteLinks } from './site-links.ts';

/** What a mail that a request causes, or a session that it begins, must know of that request. */
export interface AuthRequestContext {
  /** Origin of the site, for links. */
  origin: string;
  /** Page of the site that the link in the mail shall lead to, as supabase-js asks with `redirect_to`. */
  redirectTo?: string;
  /** Address of the client. */
  client: string;
}

const storage = new AsyncLocalStorage<AuthRequestContext>();

/**
 * Runs the auth API for one request, which may ask in its query, and nowhere else, for a page of the site. What is not
 * a page of the site is taken out.
 * @param origin under which the client sees this server.
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
  // GoTrue reads these as well.
  for (const header of ['referer', 'redirect_to']) checked.headers.delete(header);
  return storage.run({ origin: site.originFor(origin), redirectTo, client }, () => run(checked));
}

/** Context of the request being served, if any. */
export function authRequest(): AuthRequestContext | undefined {
  return storage.getStore();
}
