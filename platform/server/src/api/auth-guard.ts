import type postgres from 'postgres';
import { updateAccount } from './account-update.ts';
import type { AccountNotices } from './account-notices.ts';
import { AccountMails } from './account-mails.ts';
import { authError, errorCodeOf, tooManyRequests } from './auth-errors.ts';
import { LogIn } from './log-in.ts';
import { jsonObjectOf } from './json-body.ts';
import { isLargeMetadata } from './metadata-size.ts';
import type { Mailer } from './mailer.ts';
import { RateLimit } from '../http/rate-limit.ts';
import { SetupAttempts } from './setup-attempts.ts';

/** Dependencies of the guard. */
export interface AuthGuardOptions {
  next: (request: Request) => Promise<Response>;
  /** Connection with access to schema auth. */
  sql: postgres.Sql;
  mailer: Mailer;
  /** Whether mails reach people. */
  deliversMails: boolean;
  notices: AccountNotices;
  jwtSecret: string;
  /** Whether the site is served over HTTPS. */
  https: boolean;
}

/** Rate limit for wrong links per peer; a link's token cannot be guessed anyway. */
const WRONG_LINKS = 60;
const LINK_MS = 5_000;
/** A plausible e-mail address: no whitespace, no control characters, no longer than mail servers accept. */
const EMAIL = /^[^\s\p{Cc}@<>"(),:;\\]{1,64}@[^\s\p{Cc}@<>"(),:;\\]{1,180}\.[^\s\p{Cc}@<>"(),:;\\.]{1,63}$/u;

/** The routes that the site uses. Other routes of @supabase/lite confirm unverified addresses or send mail. */
const ROUTES: Readonly<Record<string, readonly string[]>> = {
  '/auth/v1/signup': ['POST'],
  '/auth/v1/token': ['POST'],
  '/auth/v1/verify': ['POST'],
  '/auth/v1/recover': ['POST'],
  '/auth/v1/resend': ['POST'],
  '/auth/v1/user': ['GET', 'PUT'],
  '/auth/v1/logout': ['POST'],
  '/auth/v1/settings': ['GET'],
  '/auth/v1/health': ['GET'],
};
/** Routes that take an address, except password log-in. */
const BY_ADDRESS = new Set(['/auth/v1/signup', '/auth/v1/recover', '/auth/v1/resend']);
/** Allowed purposes of a mailed link. */
const LINK_TYPES: readonly unknown[] = ['signup', 'recovery'];

/**
 * Adds to @supabase/lite what GoTrue does around its routes: rate limits, protection against account enumeration, and
 * GoTrue's error format.
 */
export class AuthGuard {
  readonly #options: AuthGuardOptions;
  readonly #wrongLinks = new RateLimit(WRONG_LINKS, LINK_MS);
  readonly #logIn: LogIn;
  readonly #mails: AccountMails;
  /** Rate limit of the REST API's functions that take the token of a first set-up. */
  readonly setup = new SetupAttempts();

  constructor(options: AuthGuardOptions) {
    this.#options = options;
    const inner = { ...options, next: (request: Request) => this.#next(request) };
    this.#logIn = new LogIn(inner);
    this.#mails = new AccountMails(inner);
  }

  /** @param peer key for rate limits. */
  async handle(request: Request, peer: string): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === 'OPTIONS') return this.#next(request);
    const methods = Object.hasOwn(ROUTES, pathname) ? ROUTES[pathname] : undefined;
    if (!methods) return authError(404, 'not_found', 'Not found');
    if (!methods.includes(request.method)) return authError(405, 'method_not_allowed', 'Method not allowed');
    // Signing out alone needs no body. The library answers 500 to a body of `null`.
    const without = pathname === '/auth/v1/logout' ? {} : undefined;
    const body = request.method === 'GET' ? {} : await jsonObjectOf(request, without);
    if (!body) return authError(400, 'bad_json', 'Could not parse request body as JSON');
    if (pathname === '/auth/v1/verify') {
      return this.#verify(request, peer, body.type);
    }
    if (request.method === 'PUT')
      return updateAccount({ ...this.#options, next: (r) => this.#next(r) }, request, body);
    const isPassword = pathname === '/auth/v1/token' && searchParams.get('grant_type') === 'password';
    if (!isPassword && !BY_ADDRESS.has(pathname)) return this.#next(request);
    // Checked before attempts are counted and before the database is queried.
    const email = typeof body.email === 'string' ? body.email.toLowerCase() : '';
    if (!EMAIL.test(email)) {
      return authError(400, 'validation_failed', 'Unable to validate email address: invalid format');
    }
    if (!isPassword && !this.#options.deliversMails)
      return authError(400, 'email_address_not_authorized', 'Mail delivery is not set up');
    if (pathname === '/auth/v1/recover') return this.#mails.recover(request, peer, email);
    if (pathname === '/auth/v1/resend') {
      if (body.type !== 'signup')
        return authError(400, 'validation_failed', 'Missing one of these types: signup');
      return this.#mails.resend(peer, email);
    }
    if (typeof body.password !== 'string' || body.password === '') {
      return authError(400, 'validation_failed', 'Signup requires a valid password');
    }
    if (!isPassword && isLargeMetadata(body.data))
      return authError(422, 'validation_failed', 'User metadata is too large');
    return isPassword
      ? this.#logIn.handle(request, peer, email, body.password)
      : this.#mails.signUp(request, peer, email, body);
  }

  async #verify(request: Request, peer: string, type: unknown): Promise<Response> {
    if (!LINK_TYPES.includes(type))
      return authError(400, 'validation_failed', 'Invalid email verification type');
    const wait = this.#wrongLinks.take(peer);
    if (wait > 0) return tooManyRequests(wait);
    const response = await this.#next(request);
    if (response.ok) this.#wrongLinks.giveBack(peer);
    return response;
  }

  /** Calls @supabase/lite, with database failures (a trigger that rejects a new user) reported as GoTrue does. */
  async #next(request: Request): Promise<Response> {
    const response = await this.#options.next(request);
    if (response.status !== 500 || (await errorCodeOf(response)) !== 'server_error') return response;
    const saving = new URL(request.url).pathname === '/auth/v1/signup';
    const message = saving
      ? 'Database error saving new user'
      : 'Unexpected failure, please check server logs for more information';
    return authError(500, 'unexpected_failure', message);
  }
}
