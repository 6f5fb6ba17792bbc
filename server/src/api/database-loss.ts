import { DATABASE_LOST_MESSAGE, isUnavailable, RETRY_AFTER_S } from '../database/unavailable.ts';
import { authError } from './auth-errors.ts';

/**
 * What a caller gets while the database cannot be asked: 503, which supabase-js and the site take for a reason to wait,
 * not to sign out.
 */
function databaseLost(request: Request): Response {
  const isAuth = new URL(request.url).pathname.startsWith('/auth/');
  const body = { code: 'PGRST001', message: DATABASE_LOST_MESSAGE, details: null, hint: null };
  const response = isAuth
    ? authError(503, 'unexpected_failure', DATABASE_LOST_MESSAGE)
    : Response.json(body, { status: 503 });
  response.headers.set('retry-after', String(RETRY_AFTER_S));
  return response;
}

/** Connections of a pool that were lost, whenever that was. */
export class LostConnections {
  #count = 0;

  /** To be called for each connection that has closed. */
  readonly add = (): void => {
    this.#count += 1;
  };

  /**
   * Answers a request; failures that come from a lost database are told as such. @supabase/lite catches most errors
   * itself and answers 500 without saying why: such an answer is put down to the database if a connection was lost
   * meanwhile or none can be had.
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
