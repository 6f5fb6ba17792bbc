import type postgres from 'postgres';
import { authError } from './auth-errors.ts';
import { jsonBodyOf } from './json-body.ts';
import { isIdleSession } from './live-session.ts';
import { authRequest } from './request-context.ts';

/** Dependencies. */
export interface SessionRecordsOptions {
  next: (request: Request) => Promise<Response>;
  /** Connection with access to schema auth. */
  sql: postgres.Sql;
}

const USER_AGENT_LENGTH = 400;

/**
 * Session data that GoTrue stores and @supabase/lite does not: browser and address. Also enforces that idle staff
 * sessions are not renewed.
 */
export class SessionRecords {
  readonly #options: SessionRecordsOptions;

  constructor(options: SessionRecordsOptions) {
    this.#options = options;
  }

  async handle(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const isToken = request.method === 'POST' && pathname === '/auth/v1/token';
    if (isToken && searchParams.get('grant_type') === 'refresh_token') {
      const { refresh_token: token } = await jsonBodyOf(request);
      if (typeof token === 'string' && (await this.#endIdle(token)))
        return authError(401, 'session_expired', 'Invalid Refresh Token: Session Expired (Inactivity)');
      return this.#options.next(request);
    }
    const response = await this.#options.next(request);
    if (isToken || pathname === '/auth/v1/verify') await this.#describe(request, response);
    return response;
  }

  /** Ends the session of a refresh token if it was idle too long. @returns whether it did. */
  async #endIdle(refreshToken: string): Promise<boolean> {
    const { sql } = this.#options;
    const [found] = await sql`
      select session_id from auth.refresh_tokens where token = ${refreshToken} and session_id is not null`;
    if (!found) return false;
    const sessionId = String(found.session_id);
    const idle = await isIdleSession(sql, sessionId);
    if (idle) await sql`delete from auth.sessions where id = ${sessionId}`;
    return idle;
  }

  async #describe(request: Request, response: Response): Promise<void> {
    const sessionId = response.headers.get('sb-auth-session-id');
    if (sessionId === null) return;
    const agent = request.headers.get('user-agent')?.slice(0, USER_AGENT_LENGTH) ?? null;
    await this.#options.sql`
      update auth.sessions set user_agent = ${agent}, ip = ${authRequest()?.client || null} where id = ${sessionId}`;
  }
}
