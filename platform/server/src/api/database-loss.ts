import { DATABASE_LOST_MESSAGE, isUnavailable, RETRY_AFTER_S } from '../database/unavailable.ts';
import { authError } from './auth-errors.ts';

/** Response while the database is unavailable: 503, on which supabase-js and the site wait instead of signing out. */
function databaseLost(request: Request): Response {
  const isAuth = new URL(request.url).pathname.startsWith('/auth/');
  const body = { code: 'PGRST001', message: DATABASE_LOST_MESSAGE, details: null, hint: null };
  const response = isAuth
    ? authError(503, 'unexpected_failure', DATABASE_LOST_MESSAGE)
    : Response.json(body, { status: 503 });
  response.headers.set('retry-after', String(RETRY_AFTER_S));
  return response;
}

/** Total number of connections of a pool that were lost. */
export class LostConnections {
  #count = 0;

  /** Called for each closed connection. */
  readonly add = (): void => {
    this.#count += 1;
  };

  /**
   * Runs a request and reports failures caused by an unavailable database as 503. @supabase/lite catches most errors
   * and answers 500 without a cause: such a response is attributed to the database if a connection was lost meanwhile
   * or none can be obtained.
   */
  async answer(
    request: Request,
    next: () => Promise<Response>,
    isReachable: () => Promise<boolean>,
  ): Promise<Response> {
    const before = this.#count;
    try {
      const response = await next();
      const lost = response.status === 500 && (this.#count > before || !(await isReachable()));
      return lost ? databaseLost(request) : response;
    } catch (error) {
      if (isUnavailable(error)) return databaseLost(request);
      throw error;
    }
  }
}
