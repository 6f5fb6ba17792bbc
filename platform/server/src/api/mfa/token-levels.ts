import type postgres from 'postgres';
import { signToken, verifyToken } from '../../tokens/jwt.ts';

/** A session's authentication level and methods, as in GoTrue's tokens. */
interface Level {
  aal: 'aal1' | 'aal2';
  amr: { method: string; timestamp: number }[];
}

/** A second factor as GoTrue shows it to its owner, without the secret. */
interface FactorView {
  id: string;
  friendly_name: string | null;
  factor_type: string;
  status: string;
  created_at: string;
  updated_at: string;
}

/**
 * Adds to the tokens and users returned by @supabase/lite what it does not support: the session's level and the second
 * factors.
 */
export class TokenLevels {
  readonly #options: { sql: postgres.Sql; jwtSecret: string };

  /** @param options `sql`: a connection with access to schema auth. */
  constructor(options: { sql: postgres.Sql; jwtSecret: string }) {
    this.#options = options;
  }

  /** The same token with its session's level; unchanged if it has no session. */
  async withLevel(accessToken: string): Promise<string> {
    const { jwtSecret } = this.#options;
    const claims = verifyToken(accessToken, jwtSecret);
    if (!claims || typeof claims.session_id !== 'string') return accessToken;
    return signToken({ ...claims, ...(await this.#levelOf(claims.session_id)) }, jwtSecret);
  }

  async #levelOf(sessionId: string): Promise<Level> {
    const { sql } = this.#options;
    const [session] = await sql`
      select aal, extract(epoch from created_at)::int as began from auth.sessions where id = ${sessionId}`;
    const further = await sql`
      select authentication_method as method, extract(epoch from updated_at)::int as timestamp
      from auth.mfa_amr_claims where session_id = ${sessionId} order by updated_at desc`;
    const methods = further.map((row) => ({ method: String(row.method), timestamp: Number(row.timestamp) }));
    return {
      aal: session?.aal === 'aal2' ? 'aal2' : 'aal1',
      amr: [...methods, { method: 'password', timestamp: Number(session?.began ?? 0) }],
    };
  }

  async factorsOf(userId: string): Promise<FactorView[]> {
    const { sql } = this.#options;
    return sql<FactorView[]>`
      select id, friendly_name, factor_type::text, status::text, created_at, updated_at
      from auth.mfa_factors where user_id = ${userId} order by created_at`;
  }

  /** A response of the auth API with level and factors added. */
  async complete(response: Response): Promise<Response> {
    const location = response.headers.get('location');
    if (location?.includes('#access_token=')) return this.#completeLink(response, location);
    if (!response.ok || !response.headers.get('content-type')?.includes('json')) return response;
    const body = (await response.json()) as Record<string, unknown>;
    if (typeof body.access_token === 'string') body.access_token = await this.withLevel(body.access_token);
    const user = (isRecord(body.user) ? body.user : body) as {
      id?: unknown;
      factors?: unknown;
      aud?: unknown;
    };
    if (typeof user.id === 'string' && typeof user.aud === 'string') {
      const factors = await this.factorsOf(user.id);
      // GoTrue omits an empty list.
      if (factors.length > 0) user.factors = factors;
    }
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return new Response(JSON.stringify(body), { status: response.status, headers });
  }

  async #completeLink(response: Response, location: string): Promise<Response> {
    const [page = '', fragment = ''] = location.split('#');
    const parameters = new URLSearchParams(fragment);
    parameters.set('access_token', await this.withLevel(parameters.get('access_token') ?? ''));
    const headers = new Headers(response.headers);
    headers.set('location', `${page}#${parameters.toString()}`);
    return new Response(null, { status: response.status, headers });
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
