import { AsyncLocalStorage } from 'node:async_hooks';

/** What a mail that a request causes must know of that request. */
export interface AuthRequestContext {
  /** Origin under which the person uses the site, for links. */
  origin: string;
  /** Page that the link in the mail shall lead to, as supabase-js asks with `redirect_to`; checked when the link is used. */
  redirectTo?: string;
}

const storage = new AsyncLocalStorage<AuthRequestContext>();

/** Runs the auth API for one request; the mailer below it sees the context. */
export function withAuthRequest<T>(context: AuthRequestContext, run: () => T): T {
  return storage.run(context, run);
}

/** Context of the request being served, if any. */
export function authRequest(): AuthRequestContext | undefined {
  return storage.getStore();
}
