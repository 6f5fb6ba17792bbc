import { setTimeout as delay } from 'node:timers/promises';
import type postgres from 'postgres';
import { updateAccount } from './account-update.ts';
import { AttemptLimit } from './attempt-limit.ts';
import { authError, errorCodeOf } from './auth-errors.ts';
import { confirmAgain, madeUpUser } from './confirm-again.ts';
import type { Mailer } from './mailer.ts';

/** What stands behind the guard. */
export interface AuthGuardOptions {
  next: (request: Request) => Promise<Response>;
  /** Connection with rights on schema auth. */
  sql: postgres.Sql;
  mailer: Mailer;
  jwtSecret: string;
}

const MINUTES = 60_000;
/** Failed log-ins for one address, and from one peer; bcrypt makes sixteen log-ins a second the most that can be tried. */
const FAILURES_PER_ADDRESS = 10;
const FAILURES_PER_PEER = 100;
const MAILS_PER_ADDRESS = 6;
const FAILED_LINKS_PER_PEER = 60;
/** Least time that a refused log-in takes, so that it does not tell whether the address has an account. */
const REFUSAL_MS = 300;

/** The routes that the site uses. Others of @supabase/lite confirm addresses that nobody has proven, or send mails. */
const ROUTES: Readonly<Record<string, readonly string[]>> = {
  '/auth/v1/signup': ['POST'],
  '/auth/v1/token': ['POST'],
  '/auth/v1/verify': ['GET', 'POST'],
  '/auth/v1/recover': ['POST'],
  '/auth/v1/resend': ['POST'],
  '/auth/v1/user': ['GET', 'PUT'],
  '/auth/v1/logout': ['POST'],
  '/auth/v1/settings': ['GET'],
  '/auth/v1/health': ['GET'],
};
/** What a mailed link may be for. */
const LINK_TYPES: readonly unknown[] = ['signup', 'recovery'];

const tooManyRequests = () => authError(429, 'over_request_rate_limit', 'Request rate limit reached');

/** What GoTrue does around its routes and @supabase/lite does not: limits, no telling who has an account, its error form. */
export class AuthGuard {
  readonly #options: AuthGuardOptions;
  readonly #byAddress = new AttemptLimit(FAILURES_PER_ADDRESS, 15 * MINUTES);
  readonly #byPeer = new AttemptLimit(FAILURES_PER_PEER, 5 * MINUTES);
  readonly #mails = new AttemptLimit(MAILS_PER_ADDRESS, 15 * MINUTES);
  readonly #links = new AttemptLimit(FAILED_LINKS_PER_PEER, 5 * MINUTES);

  constructor(options: AuthGuardOptions) {
    this.#options = options;
  }

  /** @param peer address of the client's socket. */
  async handle(request: Request, peer: string): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === 'OPTIONS') return this.#next(request);
    const methods = Object.hasOwn(ROUTES, pathname) ? ROUTES[pathname] : undefined;
    if (!methods) return authError(404, 'not_found', 'Not found');
    if (!methods.includes(request.method)) return authError(405, 'method_not_allowed', 'Method not allowed');
    if (pathname === '/auth/v1/verify') return this.#verify(request, peer, searchParams.get('type'));
    const body = request.method === 'GET' ? {} : await readJson(request);
    if (request.method === 'PUT')
      return updateAccount({ ...this.#options, next: (r) => this.#next(r) }, request, body);
    if (request.method === 'POST') {
      const email = typeof body.email === 'string' ? body.email.toLowerCase() : '';
      if (pathname === '/auth/v1/token' && searchParams.get('grant_type') === 'password')
        return this.#logIn(request, peer, email, body);
      if (pathname === '/auth/v1/signup') return this.#signUp(request, email);
      if (pathname === '/auth/v1/recover') return this.#mail(email, () => this.#next(request));
      if (pathname === '/auth/v1/resend') {
        if (body.type !== 'signup')
          return authError(400, 'validation_failed', 'Missing one of these types: signup');
        return this.#mail(email, async () => (await confirmAgain(this.#options, email)) ?? Response.json({}));
      }
    }
    return this.#next(request);
  }

  async #logIn(
    request: Request,
    peer: string,
    email: string,
    body: Record<string, unknown>,
  ): Promise<Response> {
    if (this.#byAddress.isExceeded(email) || this.#byPeer.isExceeded(peer)) return tooManyRequests();
    const started = performance.now();
    // Counted before the answer, so that many attempts at once do not pass together.
    this.#byAddress.count(email);
    this.#byPeer.count(peer);
    let response = await this.#next(request);
    if (response.ok) {
      this.#byAddress.clear(email);
      return response;
    }
    // GoTrue looks at the password first; only who knows it learns that the address is not confirmed.
    if (
      (await errorCodeOf(response)) === 'email_not_confirmed' &&
      !(await this.#isPasswordOf(email, body.password))
    ) {
      response = authError(400, 'invalid_credentials', 'Invalid login credentials');
    }
    await delay(Math.max(0, REFUSAL_MS - (performance.now() - started)));
    return response;
  }

  async #isPasswordOf(email: string, password: unknown): Promise<boolean> {
    if (typeof password !== 'string') return false;
    const [row] = await this.#options.sql`
      select extensions.crypt(${password}, hash) = hash as same
      from auth.users, replace(encrypted_password, '$2b$', '$2a$') as hash where email = ${email}`;
    return row?.same === true;
  }

  async #signUp(request: Request, email: string): Promise<Response> {
    return this.#mail(email, async () => {
      const response = await this.#next(request);
      if (response.ok || (await errorCodeOf(response)) !== 'over_email_send_rate_limit') return response;
      // The address has an account. GoTrue does not say so; whoever did not confirm yet gets the mail again.
      await confirmAgain(this.#options, email);
      return Response.json(madeUpUser(email));
    });
  }

  async #mail(email: string, send: () => Promise<Response>): Promise<Response> {
    if (this.#mails.isExceeded(email))
      return authError(429, 'over_email_send_rate_limit', 'email rate limit exceeded');
    if (email !== '') this.#mails.count(email);
    return send();
  }

  async #verify(request: Request, peer: string, asked: string | null): Promise<Response> {
    const type = request.method === 'POST' ? (await readJson(request)).type : asked;
    if (!LINK_TYPES.includes(type))
      return authError(400, 'validation_failed', 'Invalid email verification type');
    if (this.#links.isExceeded(peer)) return tooManyRequests();
    const response = await this.#next(request);
    const failed = response.status >= 400 || /[#&]error=/.test(response.headers.get('location') ?? '');
    if (failed) this.#links.count(peer);
    return response;
  }

  /** @supabase/lite, with failures of the database (a trigger that refuses a new user) in GoTrue's words. */
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

async function readJson(request: Request): Promise<Record<string, unknown>> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => undefined);
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
