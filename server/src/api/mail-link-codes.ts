import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { jsonBodyOf } from './json-body.ts';
import { verifyToken } from '../tokens/jwt.ts';

/** Dependencies. */
export interface MailLinkCodesOptions {
  next: (request: Request) => Promise<Response>;
  /** Connection with access to schema auth. */
  sql: postgres.Sql;
  jwtSecret: string;
}

/** Mails whose links sign in, by the route that sends them, with the column that stores the link's token. */
const ASKING: Readonly<Record<string, { method: string; token: 'confirmation_token' | 'recovery_token' }>> = {
  '/auth/v1/signup': { method: 'email/signup', token: 'confirmation_token' },
  '/auth/v1/recover': { method: 'recovery', token: 'recovery_token' },
};

/**
 * PKCE for mailed links, as in GoTrue; @supabase/lite supports it only for other providers. A browser that requests a
 * mail sends a challenge. The link then carries a code instead of tokens, and only the browser that keeps the verifier
 * can redeem it: no URL contains a token, and nobody can be signed in by somebody else's link.
 */
export class MailLinkCodes {
  readonly #options: MailLinkCodesOptions;

  constructor(options: MailLinkCodesOptions) {
    this.#options = options;
  }

  async handle(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === 'POST' && ASKING[pathname]) {
      const body = await jsonBodyOf(request);
      const response = await this.#options.next(request);
      if (response.ok) await this.#remember(ASKING[pathname], body);
      return response;
    }
    const response = await this.#options.next(request);
    if (request.method !== 'GET' || pathname !== '/auth/v1/verify') return response;
    return this.#exchangeTokens(searchParams.get('token') ?? '', response);
  }

  /** Binds the challenge to the link that has just been mailed. */
  async #remember(
    { method, token }: { method: string; token: string },
    { email, code_challenge: challenge, code_challenge_method: form }: Record<string, unknown>,
  ): Promise<void> {
    const { sql } = this.#options;
    if (typeof email !== 'string' || typeof challenge !== 'string' || challenge.length < 43) return;
    const storedForm = form === 'plain' ? 'plain' : 's256';
    await sql`
      delete from auth.flow_state
      where provider_type = 'email' and (created_at < now() - interval '1 day' or user_id = (
        select id from auth.users where email = ${email.toLowerCase()}) and authentication_method = ${method})`;
    await sql`
      insert into auth.flow_state (id, user_id, authentication_method, code_challenge, code_challenge_method, provider_type, invite_token)
      select ${randomUUID()}, id, ${method}, ${challenge.slice(0, 128)}, ${storedForm}, 'email', ${sql(token)}
      from auth.users where email = ${email.toLowerCase()} and ${sql(token)} <> ''`;
  }

  /** The redirect of a used link with a code instead of tokens, if the mail was requested with a challenge. */
  async #exchangeTokens(token: string, response: Response): Promise<Response> {
    const [page = '', fragment = ''] = (response.headers.get('location') ?? '').split('#');
    const accessToken = new URLSearchParams(fragment).get('access_token');
    if (accessToken === null) return response;
    const { sql, jwtSecret } = this.#options;
    const code = randomUUID();
    const [flow] = await sql`
      update auth.flow_state set auth_code = ${code}, auth_code_issued_at = now(), created_at = now(), invite_token = null
      where invite_token = ${token} and auth_code is null and provider_type = 'email' returning id`;
    if (!flow) return response;
    // The session of these tokens is discarded: redeeming the code creates a new one.
    const sessionId = verifyToken(accessToken, jwtSecret)?.session_id;
    if (typeof sessionId === 'string') await sql`delete from auth.sessions where id = ${sessionId}`;
    const target = new URL(page);
    target.searchParams.set('code', code);
    return new Response(null, {
      status: 303,
      headers: { location: target.href, 'cache-control': 'no-store' },
    });
  }
}
